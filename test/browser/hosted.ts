import type { Page, Request } from "playwright-core"
import { turnOn } from "../integration/sales-tax"
import { eventually } from "../integration/support/eventually"
import { OWN_DIALECT } from "../integration/support/lease-store"
import { read } from "../unit/docs/markdown"
import { CLEAN, findProblems } from "./support/find-problems"
import { press, see, read as seeText, signIn } from "./support/lease-page"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const CARD = { cardnumber: "4242424242424242", cvv: "123", expiration: "12/49" }
/** The card's data that must not leak; the rest may be part of any address. */
const CARD_SECRETS = /4242424242424242|12\/49/

/**
 * A checkout with the README's code and a card provider that charges nothing, for the browser's cart. `methods` adds the cart's totals and a choice
 * between lease-to-own and the shopper's own card.
 */
function hostedPage({ url, shop }: ShopRoom, { methods = false } = {}): string {
  const snippet = read("packages/storefront/README.md").split("```html\n").at(-1)?.split("```")[0] ?? ""
  const lease = snippet
    .replace("http://localhost:9000", url)
    .replace("pk_...", shop.publishableKey)
    .replace("$1,240.00", "$491.46")
  const choice = `<div role="radiogroup" aria-label="Payment method">
      <label><input type="radio" name="method" value="lease"> Lease-to-own</label>
      <label><input type="radio" name="method" value="card"> Card</label>
    </div>
    <div id="below"></div>
    <aside aria-label="Your order"></aside>
    <template>${lease}</template>`
  return `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Checkout</title>
<style>html { background: Canvas }</style>
<main><h1>Checkout</h1>${methods ? choice : lease}</main>
<script>
  const heading = document.querySelector("h1")
  const headers = { "content-type": "application/json", "x-publishable-api-key": "${shop.publishableKey}" }
  const send = async (path, init) => (await fetch("${url}/store/" + path, { headers, ...init })).json()
  const ask = (path, body = {}) => send(path, { method: "POST", body: JSON.stringify(body) })
  const tokenize = async () => crypto.randomUUID()
  const cart_id = localStorage.getItem("cart_id")
  async function placeOrder() {
    const { payment_collection } = await ask("payment-collections", { cart_id })
    await ask("payment-collections/" + payment_collection.id + "/payment-sessions", { provider_id: "pp_system_default" })
    await ask("carts/" + cart_id + "/complete")
    return null
  }
  addEventListener("lease-placed", () => { heading.textContent = "Thank you" })
  addEventListener("lease-other", () => { heading.textContent = "Payment methods" })
  ${methods ? METHODS : ""}
</script>
</html>`
}

/** The totals, and what the chosen method needs. */
const METHODS = `
  const money = (amount) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" })
  async function total() {
    const { cart } = await send("carts/" + cart_id + "?fields=tax_total,total")
    const text = "Sales tax " + money(cart.tax_total) + ", total " + money(cart.total)
    document.querySelector("aside").textContent = text
    document.querySelector("lease-hosted")?.setAttribute("amount", money(cart.total))
  }
  addEventListener("lease-total-change", total)
  addEventListener("lease-other", () => document.querySelector("[value=card]").click())
  const below = document.querySelector("#below")
  document.querySelector("[value=lease]").onchange = () =>
    below.replaceChildren(document.querySelector("template").content.cloneNode(true))
  document.querySelector("[value=card]").onchange = async () => {
    below.innerHTML = "<button>Pay by card</button>"
    below.firstChild.onclick = () => placeOrder().then(() => dispatchEvent(new Event("lease-placed")))
    await ask("lease-to-own/carts/" + cart_id + "/choice", { chosen: false })
    await total()
  }
  total()`

/** The operator's widget in the page, and its card (the hosted flow). */
export function hostedTests(room: ShopRoom): void {
  const widgetOf = (page: Page) => page.frameLocator("iframe[title='Lease-to-own application']")
  const contractOf = (page: Page) => widgetOf(page).frameLocator("iframe[title='Lease contract']")
  const filled = (page: Page, name: string) => page.locator(`#lease-card-${name}`).inputValue()

  async function serve(page: Page, more?: { methods: boolean }) {
    const body = hostedPage(room, more)
    // The browser restricts a page without a server from local addresses; an older one doesn't ask.
    await page
      .context()
      .grantPermissions(["local-network-access"])
      .catch(() => undefined)
    await page.route("**/hosted.html", (route) => route.fulfill({ contentType: "text/html", body }))
    await page.goto(`${room.shopUrl}/hosted.html`)
  }

  it("a shopper who leaves the widget with Escape can come back, and gets from the application to the card and, past a reload, to the paid order, without the card being sent anywhere", async () => {
    const sent: Request[] = []
    const said: string[] = []
    const page = await room.visitWithCart()
    await serve(page)
    page.on("request", (request) => sent.push(request))
    page.on("console", (message) => said.push(message.text()))
    const widget = widgetOf(page)
    const open = async () => {
      await see(page, "Lease-to-own with Sandbox Leasing")
      await press(page, "Open the application")
      await widget.getByRole("heading", { name: "Your application" }).waitFor()
    }
    await open()
    const application = await findProblems(page)
    await page.getByRole("button", { name: "Cancel" }).focus()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await see(page, "Payment methods")
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0)

    await open()
    // The store has prefilled what it knows.
    expect(await widget.getByLabel("First name").inputValue()).toBe("Robin")
    await widget.getByRole("button", { name: "Fill the rest with test data" }).click()
    await widget.getByRole("button", { name: "Apply" }).click()
    await signIn(contractOf(page))
    await see(page, "Pay with your virtual card")
    await seeText(page, "Virtual card ending in 4242")
    for (const [name, value] of Object.entries(CARD)) expect(await filled(page, name)).toBe(value)
    const card = await findProblems(page)

    await page.reload()
    await seeText(page, "Your lease is signed and saved. Open the application again to fill in the virtual card.")
    expect(await filled(page, "cardnumber")).toBe("")
    await press(page, "Open the application")
    await widget.getByRole("button", { name: "Fill in the card" }).click()
    await press(page, "Pay $491.46 with the virtual card")
    await see(page, "Thank you")
    const [order] = await ordersOf(room)
    const isTold = async () => room.sandbox.leases()[0]?.orderId === String(order?.display_id)
    expect(await eventually(isTold, Boolean)).toBe(true)
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ flow: "hosted" })
    expect(room.calls()).toEqual(["POST /update-order"])
    const all = sent.map((request) => `${request.url()} ${request.postData() ?? ""}`)
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect([...all, kept, ...said].filter((text) => CARD_SECRETS.test(text))).toEqual([])
    expect([application, card]).toEqual([CLEAN, CLEAN])
  })

  describe("whose operator charges the sales tax", () => {
    const [TAXED, UNTAXED] = ["Sales tax $37.46, total $491.46", "Sales tax $0.00, total $454.00"]
    const method = (page: Page, name: string) => page.getByRole("radio", { name, exact: true })
    beforeEach(async () => {
      room.setOptions({ salesTax: "by_operator" })
      room.speak({ rules: { cancel: "unshipped", paymentTax: "named" } })
      await turnOn(room.container)
    })
    afterAll(() => {
      room.setOptions({})
      room.speak(OWN_DIALECT)
    })

    async function total(page: Page, text: string) {
      await page.getByRole("complementary", { name: "Your order" }).getByText(text, { exact: true }).waitFor()
    }

    it("the tax leaves the total with the widget, says why, comes back to the cent with another card, and isn't in the leased order", async () => {
      const page = await room.visitWithCart()
      await serve(page, { methods: true })
      await total(page, TAXED)
      await method(page, "Lease-to-own").check()
      await total(page, UNTAXED)
      await seeText(page, "Any sales tax is charged by Sandbox Leasing, not by this store.")
      await press(page, "Choose another payment method")
      await total(page, TAXED)
      await page.getByRole("button", { name: "Pay by card" }).waitFor()
      await method(page, "Lease-to-own").check()
      await total(page, UNTAXED)
      await press(page, "Open the application")
      const widget = widgetOf(page)
      await widget.getByRole("button", { name: "Fill the rest with test data" }).click()
      await widget.getByRole("button", { name: "Apply" }).click()
      await contractOf(page).getByText("Sales tax on the payments").waitFor()
      await signIn(contractOf(page))
      await see(page, "Pay with your virtual card")
      expect(await findProblems(page)).toEqual(CLEAN)
      await press(page, "Pay $454.00 with the virtual card")
      await see(page, "Thank you")
      const [order] = await ordersOf(room)
      expect(order).toMatchObject({ total: 454 })
      const isTold = async () => room.sandbox.leases()[0]?.orderId === String(order?.display_id)
      expect(await eventually(isTold, Boolean)).toBe(true)
    })

    it("after the choice of lease-to-own, an order by another card has the tax that its buyer saw", async () => {
      const page = await room.visitWithCart()
      await serve(page, { methods: true })
      await method(page, "Lease-to-own").check()
      await total(page, UNTAXED)
      await method(page, "Card").check()
      await total(page, TAXED)
      await press(page, "Pay by card")
      await see(page, "Thank you")
      expect(await ordersOf(room)).toMatchObject([{ total: 491.455 }])
    })
  })
}
