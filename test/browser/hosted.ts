import type { FrameLocator, Page, Request } from "playwright-core"
import { read } from "../unit/docs/markdown"
import { press, see, read as seeText, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

const CARD = {
  cardnumber: "4242424242424242",
  cvv: "123",
  expiration: "12/49",
  name: "Robin Sample",
  address: "1 Sandbox Way",
  city: "Austin",
  state: "TX",
  zip: "78701",
}
/** The card's data that must leak nowhere; the rest may be part of any address. */
const CARD_SECRETS = /4242424242424242|12\/49|1 Sandbox Way/

/** The operator's widget in the page, and its card (way B). */
export function hostedTests(room: ShopRoom): void {
  const widgetOf = (page: Page) => page.frameLocator("iframe[title='Lease-to-own application']")
  const contractOf = (page: Page) => widgetOf(page).frameLocator("iframe[title='Lease contract']")
  const filled = (page: Page, name: string) => page.locator(`#lease-card-${name}`).inputValue()
  const hosted = (page: Page) => page.getByRole("radio", { name: "Lease-to-own with Sandbox Leasing" })

  async function atMethods(shopper = room.shopperWithCart()): Promise<Page> {
    const page = await room.visitAs(shopper)
    await see(page, "Payment")
    await hosted(page).check()
    await see(page, "Lease-to-own with Sandbox Leasing")
    return page
  }

  /** Sends the application; the store has filled in what it knows. `tag` steers the sandbox (reference 15). */
  async function apply(page: Page, tag?: string): Promise<FrameLocator> {
    await press(page, "Open the application")
    const widget = widgetOf(page)
    await widget.getByRole("heading", { name: "Your application" }).waitFor()
    expect(await widget.getByLabel("First name").inputValue()).toBe("Robin")
    expect(await widget.getByLabel("Street").inputValue()).toBe("12 Elm Street")
    if (tag) await widget.getByLabel("E-mail address").fill(`robin+${tag}@shopper.example`)
    await widget.getByRole("button", { name: "Fill the rest with test data" }).click()
    await widget.getByRole("button", { name: "Apply" }).click()
    return widget
  }

  async function sign(page: Page, tag?: string): Promise<void> {
    await apply(page, tag)
    await signIn(contractOf(page))
  }

  const PAY = /^Pay \$[\d,.]+ with the virtual card$/
  const payByCard = (page: Page) => page.getByRole("button", { name: PAY }).click()

  /** The order's number has reached the service. */
  async function toldOfOrder(): Promise<void> {
    const [order] = await ordersOf(room)
    await until(async () => room.sandbox.leases()[0]?.orderId === String(order?.display_id))
  }

  it("goes from the application to an order that is paid by the virtual card, and no one else sees the card", async () => {
    const sent: Request[] = []
    const said: string[] = []
    const page = await atMethods()
    page.on("request", (request) => sent.push(request))
    page.on("console", (message) => said.push(message.text()))
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      for (const type of ["input", "change"]) {
        addEventListener(type, ({ target }) => heard.push(`${type} ${(target as Element).id}`))
      }
    })
    await sign(page)
    await see(page, "Pay with your virtual card")
    await seeText(page, "Virtual card •••• 4242, for this order only.")
    for (const name of ["cardnumber", "cvv", "expiration"])
      expect(await page.locator(`#lease-card-${name}`).isVisible()).toBe(false)
    const shown = Object.keys(CARD).map(async (name) => [name, await filled(page, name)])
    expect(Object.fromEntries(await Promise.all(shown))).toEqual(CARD)
    expect(
      await page
        .locator("input[id^=lease-card]")
        .evaluateAll((all) => all.every((input) => "readOnly" in input && input.readOnly)),
    ).toBe(true)
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    expect(heard).toEqual(
      Object.keys(CARD).flatMap((name) => [`input lease-card-${name}`, `change lease-card-${name}`]),
    )
    await press(page, "Show")
    expect(await page.locator("#lease-card-cardnumber").isVisible()).toBe(true)
    const total = await page.getByRole("complementary").locator("dd").last().textContent()
    await press(page, `Pay ${total} with the virtual card`)
    await see(page, "Thank you")
    await toldOfOrder()

    const [order] = await ordersOf(room)
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ way: "widget" })
    expect(room.calls()).toEqual(["POST /update-order"])
    const all = sent.map((request) => `${request.url()} ${request.postData() ?? ""}`)
    expect(all.filter((text) => CARD_SECRETS.test(text))).toEqual([])
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect([kept, ...said].filter((text) => CARD_SECRETS.test(text))).toEqual([])
  })

  it("is readable for all, and leads back to the methods without an error when the shopper leaves, by Escape or by the button", async () => {
    const page = await atMethods()
    const begin = await lookAt(page, "hosted, before the application")
    await press(page, "Open the application")
    await widgetOf(page).getByRole("heading", { name: "Your application" }).waitFor()
    const open = await lookAt(page, "hosted, the widget")
    await page.getByRole("button", { name: "Cancel" }).focus()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await until(() => hosted(page).evaluate((radio) => radio.matches(":focus")))
    await hosted(page).check()
    const widget = await apply(page)
    await widget.frameLocator("iframe").getByRole("button", { name: "Submit" }).waitFor()
    await press(page, "Cancel")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await until(async () => !(await hosted(page).isChecked()))
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0)
    await page.getByRole("radio", { name: "Invoice" }).check()
    await press(page, "Place order")
    await see(page, "Thank you")
    expect({ begin, open }).toEqual({ begin: CLEAN, open: CLEAN })
  })

  it("shows a denial and a missing decision in the words of the other way", async () => {
    const page = await atMethods()
    await apply(page, "denied")
    await widgetOf(page).getByRole("button", { name: "Back to the shop" }).click()
    await see(page, "Not approved")
    await seeText(
      page,
      "Your application was not approved this time. For more information, contact Sandbox Leasing: help@leasing.example. You can choose another payment method. Somebody else can apply after you enter their e-mail address on the cart.",
    )
    await press(page, "Choose another payment method")
    await hosted(page).check()
    await apply(page, "pending")
    await widgetOf(page).getByRole("button", { name: "Back to the shop" }).click()
    await see(page, "No decision yet")
    await seeText(page, "Sandbox Leasing is reviewing your application. Nothing was charged.")
  })

  it("says that the script is blocked; other methods stay usable, and it can be tried again", async () => {
    const page = await atMethods()
    const words = "The application could not be opened. Try again or choose another payment method."
    await page.route(room.sandbox.widgetUrl, (route) => route.abort())
    await press(page, "Open the application")
    await page.getByRole("alert").filter({ hasText: words }).waitFor()
    expect(await page.getByRole("radio", { name: "Invoice" }).isEnabled()).toBe(true)
    await page.unroute(room.sandbox.widgetUrl)
    await press(page, "Open the application")
    await widgetOf(page).getByRole("heading", { name: "Your application" }).waitFor()
  })

  it("tells a failure with the reference, lets it be tried again, and shows the card only once the store has the lease", async () => {
    const page = await atMethods()
    await apply(page, "widgetfails")
    const [lease] = await room.ledger.listLeases({}, { select: ["reference"] })
    await seeText(
      page,
      `Sandbox Leasing could not finish the application. Try again or contact help@leasing.example. Reference: ${lease?.reference}.`,
    )
    await page.route("**/widget-events", (route) =>
      route.request().postDataJSON().event === "onSuccess" ? route.abort() : route.continue(),
    )
    await sign(page)
    await page
      .getByRole("status")
      .filter({ hasText: "Please keep this page open. We are saving your lease." })
      .waitFor()
    expect(await page.locator("#lease-card-cardnumber").isVisible()).toBe(false)
    await page.unroute("**/widget-events")
    await see(page, "Pay with your virtual card")
    await seeText(page, "Virtual card •••• 4242, for this order only.")
  })

  it("does not invite a shopper to a second lease when the store did not take the first", async () => {
    const page = await atMethods()
    await page.route("**/widget-events", (route) =>
      route.request().postDataJSON().event === "onSuccess"
        ? route.fulfill({ status: 403, json: { type: "forbidden", code: "widget_token", message: "no" } })
        : route.continue(),
    )
    await sign(page)
    await seeText(page, /^We could not confirm your lease with Sandbox Leasing\. Do not apply again\. .* Reference: L-/)
    expect(await page.getByRole("button", { name: "Open the application" }).count()).toBe(0)
  })

  it("keeps the lease when the tab is reloaded, and has the card filled in again", async () => {
    const page = await atMethods()
    await sign(page)
    await see(page, "Pay with your virtual card")
    const card = await lookAt(page, "hosted, the card")
    await page.reload()
    await seeText(page, "Your lease is signed and saved. Open the application again to fill in the virtual card.")
    expect(await page.getByRole("radio", { name: "Invoice" }).isDisabled()).toBe(true)
    expect(await filled(page, "cardnumber")).toBe("")
    await press(page, "Open the application")
    await widgetOf(page).getByRole("button", { name: "Fill in the card" }).click()
    await payByCard(page)
    await see(page, "Thank you")
    await toldOfOrder()
    expect(card).toEqual(CLEAN)
  })

  it("tries a declined card once more, and keeps the lease", async () => {
    const shopper = room.shopperWithCart()
    const page = await atMethods(shopper)
    await sign(page, "cardrefused")
    await payByCard(page)
    await seeText(page, "The virtual card was declined. Try once more or contact help@leasing.example.")
    await payByCard(page)
    await page.getByRole("button", { name: PAY }).waitFor({ state: "detached" })
    expect(await ordersOf(room)).toEqual([])
    expect((await room.ledger.leftOfCart(shopper.cartId))?.status).toBe("signed")
  })

  it("works as the storefront's README shows it", async () => {
    const page = await room.visitAs(room.shopperWithCart())
    const snippet = read("packages/storefront/README.md").split("```html\n").at(-1)?.split("```")[0] ?? ""
    const body = snippet.replace("http://localhost:9000", room.url).replace("pk_...", room.shop.publishableKey)
    // The browser takes a page that comes from no server for a stranger on this machine; an older one does not ask.
    await page
      .context()
      .grantPermissions(["local-network-access"])
      .catch(() => undefined)
    await page.route("**/readme.html", (route) => route.fulfill({ contentType: "text/html", body }))
    await page.route("**/widget", async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const { cardNumber, cvv, expiration } = answer.config.siteConfig
      answer.config.siteConfig = { cardNumber, cvv, expiration }
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`${room.shopUrl}/readme.html`)
    await press(page, "Lease-to-own")
    const widget = widgetOf(page)
    await widget.getByLabel("E-mail address").fill("robin+denied@shopper.example")
    await widget.getByRole("button", { name: "Fill the rest with test data" }).click()
    await widget.getByRole("button", { name: "Apply" }).click()
    await widget.getByRole("button", { name: "Back to the shop" }).click()
    await seeText(page, "Your application was not approved this time.")
    await press(page, "Lease-to-own")
    await widget.getByRole("button", { name: "Fill the rest with test data" }).click()
    await widget.getByRole("button", { name: "Apply" }).click()
    await signIn(contractOf(page))
    await page.getByText("Virtual card •••• 4242").waitFor()
    expect(await filled(page, "expiration")).toBe("12/49")
  })
}
