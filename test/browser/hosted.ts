import type { Page, Request } from "playwright-core"
import { read } from "../unit/docs/markdown"
import { hostedPage } from "./support/hosted-page"
import { press, see, read as seeText, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

const CARD = {
  ...{ cardnumber: "4242424242424242", cvv: "123", expiration: "12/49", name: "Robin Sample" },
  ...{ address: "1 Sandbox Way", city: "Austin", state: "TX", zip: "78701" },
}
/** The card's data that must leak nowhere; the rest may be part of any address. */
const CARD_SECRETS = /4242424242424242|12\/49|1 Sandbox Way/

/** The operator's widget in the page, and its card (way B). */
export function hostedTests(room: ShopRoom): void {
  const widgetOf = (page: Page) => page.frameLocator("iframe[title='Lease-to-own application']")
  const contractOf = (page: Page) => widgetOf(page).frameLocator("iframe[title='Lease contract']")
  const filled = (page: Page, name: string) => page.locator(`#lease-card-${name}`).inputValue()
  const fillAndApply = async (page: Page) => {
    await widgetOf(page).getByRole("button", { name: "Fill the rest with test data" }).click()
    await widgetOf(page).getByRole("button", { name: "Apply" }).click()
  }

  /** Opens a page of this text at the shop's address. */
  async function serve(page: Page, body: string) {
    // The browser takes a page that comes from no server for a stranger on this machine; an older one does not ask.
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
    const page = await room.visitAs(room.shopperWithCart())
    await serve(page, hostedPage(room))
    page.on("request", (request) => sent.push(request))
    page.on("console", (message) => said.push(message.text()))
    const hosted = page.getByRole("radio", { name: "Lease-to-own with Sandbox Leasing" })
    const widget = widgetOf(page)
    const open = async () => {
      await hosted.check()
      await see(page, "Lease-to-own with Sandbox Leasing")
      await press(page, "Open the application")
      await widget.getByRole("heading", { name: "Your application" }).waitFor()
    }
    await open()
    const application = await lookAt(page, "hosted, the widget")
    await page.getByRole("button", { name: "Cancel" }).focus()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await until(() => hosted.evaluate((radio) => radio.matches(":focus")))
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0)

    await open()
    // The store has filled in what it knows.
    expect(await widget.getByLabel("First name").inputValue()).toBe("Robin")
    await fillAndApply(page)
    await signIn(contractOf(page))
    await see(page, "Pay with your virtual card")
    await seeText(page, "Virtual card ending in 4242")
    expect(await page.locator("#lease-card-cardnumber").isVisible()).toBe(false)
    const inputs = page.locator("input[id^=lease-card]")
    expect(await inputs.evaluateAll((all) => all.every((input) => "readOnly" in input && input.readOnly))).toBe(true)
    for (const [name, value] of Object.entries(CARD)) expect(await filled(page, name)).toBe(value)
    const card = await lookAt(page, "hosted, the card")

    await page.reload()
    await hosted.check()
    await seeText(page, "Your lease is signed and saved. Open the application again to fill in the virtual card.")
    expect(await filled(page, "cardnumber")).toBe("")
    await press(page, "Open the application")
    await widget.getByRole("button", { name: "Fill in the card" }).click()
    await press(page, "Pay $491.46 with the virtual card")
    await see(page, "Thank you")
    const [order] = await ordersOf(room)
    await until(async () => room.sandbox.leases()[0]?.orderId === String(order?.display_id))
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ way: "widget" })
    expect(room.calls()).toEqual(["POST /update-order"])
    const all = sent.map((request) => `${request.url()} ${request.postData() ?? ""}`)
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect([...all, kept, ...said].filter((text) => CARD_SECRETS.test(text))).toEqual([])
    expect([application, card]).toEqual([CLEAN, CLEAN])
  })

  it("the hosted widget works as the storefront's README shows", async () => {
    const page = await room.visitAs(room.shopperWithCart())
    const snippet = read("packages/storefront/README.md").split("```html\n").at(-1)?.split("```")[0] ?? ""
    const body = snippet.replace("http://localhost:9000", room.url).replace("pk_...", room.shop.publishableKey)
    await page.route("**/widget", async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const { cardNumber, cvv, expiration } = answer.config.siteConfig
      answer.config.siteConfig = { cardNumber, cvv, expiration }
      await route.fulfill({ response, json: answer })
    })
    await serve(page, body)
    await press(page, "Open the application")
    await fillAndApply(page)
    await signIn(contractOf(page))
    await page.getByText("Virtual card ending in 4242").waitFor()
    expect(await filled(page, "expiration")).toBe("12/49")
  })
}
