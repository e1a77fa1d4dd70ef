import type { Page, Request } from "playwright-core"
import { eventually } from "../integration/support/eventually"
import { read } from "../unit/docs/markdown"
import { CLEAN, findProblems } from "./support/find-problems"
import { press, see, read as seeText, signIn } from "./support/lease-page"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const CARD = { cardnumber: "4242424242424242", cvv: "123", expiration: "12/49" }
/** The card's data that must not leak; the rest may be part of any address. */
const CARD_SECRETS = /4242424242424242|12\/49/

/** A checkout with the README's code and a card provider that charges nothing, for the browser's cart. */
function hostedPage({ url, shop }: ShopRoom): string {
  const snippet = read("packages/storefront/README.md").split("```html\n").at(-1)?.split("```")[0] ?? ""
  const lease = snippet
    .replace("http://localhost:9000", url)
    .replace("pk_...", shop.publishableKey)
    .replace("$1,240.00", "$491.46")
  return `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Checkout</title>
<style>html { background: Canvas }</style>
<main><h1>Checkout</h1>${lease}</main>
<script>
  const heading = document.querySelector("h1")
  const headers = { "content-type": "application/json", "x-publishable-api-key": "${shop.publishableKey}" }
  const ask = async (path, body = {}) =>
    (await fetch("${url}/store/" + path, { method: "POST", headers, body: JSON.stringify(body) })).json()
  const tokenize = async () => crypto.randomUUID()
  async function placeOrder() {
    const cart_id = localStorage.getItem("cart_id")
    const { payment_collection } = await ask("payment-collections", { cart_id })
    await ask("payment-collections/" + payment_collection.id + "/payment-sessions", { provider_id: "pp_system_default" })
    await ask("carts/" + cart_id + "/complete")
    return null
  }
  addEventListener("lease-placed", () => { heading.textContent = "Thank you" })
  addEventListener("lease-other", () => { heading.textContent = "Payment methods" })
</script>
</html>`
}

/** The operator's widget in the page, and its card (the hosted flow). */
export function hostedTests(room: ShopRoom): void {
  const widgetOf = (page: Page) => page.frameLocator("iframe[title='Lease-to-own application']")
  const contractOf = (page: Page) => widgetOf(page).frameLocator("iframe[title='Lease contract']")
  const filled = (page: Page, name: string) => page.locator(`#lease-card-${name}`).inputValue()

  async function serve(page: Page) {
    const body = hostedPage(room)
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
}
