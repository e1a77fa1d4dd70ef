import type { Page, Request } from "playwright-core"
import { APPLICANT_SECRETS } from "../integration/support/applicant"
import { eventually } from "../integration/support/eventually"
import { contractFrame, fillForm, openForm, press, read, see, signIn } from "./support/lease-page"
import { isBooked, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const DELIVERY = {
  ...{ "Email address": "robin@shopper.example", "First name": "Robin", "Last name": "Sample" },
  ...{ "Street address": "12 Elm Street", City: "Austin", "State (two letters)": "TX", "ZIP code": "78701" },
}

export function purchaseTests(room: ShopRoom): void {
  it("a purchase leads from the catalog to an order in the store, and leaves no form values and no contract address in storage, cookies or addresses", async () => {
    const page = await room.visit()
    const requests: Request[] = []
    page.on("request", (request) => requests.push(request))
    const kept: string[] = []
    const keep = async () => void kept.push(await leftBehind(page))
    await page.goto(room.shopUrl)
    await press(page, "Add to cart: Harbor sofa")
    await page.getByRole("link", { name: "See the cart" }).click()
    await page.getByRole("link", { name: "Check out" }).click()
    for (const [label, value] of Object.entries(DELIVERY)) await page.getByLabel(label).fill(value)
    await press(page, "Save and continue")
    await openForm(page)
    await fillForm(page)
    await keep()
    await press(page, "Apply")
    await see(page, "You are approved")
    const figures = await page.locator("[data-lease-figures='offer'] > div").allInnerTexts()
    expect(figures).toEqual([
      "Cash price, before tax\n$454.00",
      "Cost of lease, before tax\n$454.00",
      "Total cost (27 payments over 12 months), before tax\n$908.00",
      "Due today, with sales tax\n$86.46",
      "Then 26 payments, every two weeks\n$33.03 each, last payment $33.25",
      "Sales tax, paid at signing\n$37.46",
      "Total cost with sales tax\n$945.46",
      "Early purchase option, first 90 days, before tax\n$476.70",
    ])
    await keep()
    await press(page, "Review and sign")
    for (const text of ["You pay $86.46 today", "$945.46"]) await contractFrame(page).getByText(text).first().waitFor()
    await keep()
    const ofContract = page.frames().find((frame) => frame.url().startsWith(room.sandbox.contractOrigin))
    const token = new URL(ofContract?.url() ?? "").pathname.split("/").at(-1) ?? ""
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await read(page, "Due at signing")
    await keep()

    await eventually(() => isBooked(room), Boolean)
    const [order, ...others] = await ordersOf(room)
    expect(others).toEqual([])
    expect(order).toMatchObject({ email: "robin@shopper.example", payment_status: "captured" })
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ status: "placed", evidence: "verified" })
    // The frame itself requests its address, and its own origin may know it.
    const asked = requests.filter((request) => !request.url().startsWith(room.sandbox.contractOrigin))
    const referrers = requests
      .filter((request) => request.frame() === page.mainFrame())
      .map((request) => request.headerValue("referer"))
    const everything = [...kept, ...asked.map((request) => request.url()), ...(await Promise.all(referrers))].join("\n")
    expect(token.length).toBeGreaterThan(10)
    expect([...APPLICANT_SECRETS, token].filter((secret) => everything.includes(secret))).toEqual([])
    // The lease key now belongs to the order; the cart's id stays, so that the order can be found.
    const names = await page.evaluate(() => Object.keys(localStorage).sort())
    expect(names).toEqual(["cart_id", expect.stringMatching(/^lease-to-own:order_/)])
  })

  /** A page whose cart also has a gift card, which can't be leased. */
  async function visitWithGiftCard() {
    const page = await room.visitWithCart()
    const { http } = room.shopper()
    const path = `/store/carts/${await page.evaluate(() => localStorage.getItem("cart_id"))}`
    await http.post(`${path}/line-items`, { variant_id: room.shop.variantIds["gift-card"], quantity: 1 })
    await page.reload()
    return { page, http, path }
  }

  it("a gift card in the cart is removed with one press at the lease, which the payment method already says", async () => {
    const { page, http, path } = await visitWithGiftCard()
    await page.locator("#about-lease").getByText("Not available with these items in the cart: Gift card.").waitFor()
    await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
    await press(page, "Remove these items and lease the rest")
    await see(page, "Before you apply")
    await read(page, "Lease now, own later")
    await page.getByRole("complementary").getByText("Gift card").waitFor({ state: "detached" })
    const { items } = (await http.get(path)).body.cart
    expect(items.map((item: Record<string, unknown>) => item.product_title)).toEqual(["Harbor sofa"])
  })

  it("a gift card in the cart is ordered separately: the rest is leased first, and then the order page leads to it", async () => {
    const { page, http } = await visitWithGiftCard()
    await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
    await press(page, "Lease the rest, order these separately")
    await see(page, "Before you apply")
    await read(page, /^Not in this order: Gift card\./)
    await page.getByRole("complementary").getByText("Gift card").waitFor({ state: "detached" })
    await press(page, "Choose another payment method")
    await page.getByRole("complementary").getByText("Gift card").waitFor()
    await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
    await press(page, "Lease the rest, order these separately")
    await see(page, "Before you apply")
    await page.reload()
    await openForm(page)
    await fillForm(page)
    await press(page, "Apply")
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await read(page, "Still to order: Gift card.")
    await page.getByRole("link", { name: "Go to the cart" }).click()
    await see(page, "Your cart")
    await read(page, "Gift card")
    const { items } = (await http.get(`/store/carts/${await page.evaluate(() => localStorage.getItem("cart_id"))}`))
      .body.cart
    expect(items.map((item: Record<string, unknown>) => item.product_title)).toEqual(["Gift card"])
  })

  describe("in an excluded state", () => {
    beforeEach(() => room.setOptions({ excludedStates: ["NJ"] }))
    afterEach(() => room.setOptions({}))

    it("a shopper who lives there is told before the Social Security number, and nothing is sent", async () => {
      const page = await room.visitWithCart()
      await openForm(page)
      const state = page.getByLabel("State", { exact: true })
      await state.selectOption("New Jersey")
      const words = "does not lease to people who live in this state. Choose another payment method."
      await page.locator("[data-lease-error]").getByText(words).waitFor()
      const ssn = page.getByLabel("Social Security number or ITIN", { exact: true })
      const isAfter = await state.evaluate(
        (node, other) => Boolean(node.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
        await ssn.elementHandle(),
      )
      expect([isAfter, await ssn.inputValue()]).toEqual([true, ""])
      await press(page, "Apply")
      await see(page, "Your application")
      expect(room.calls()).toEqual([])
      await press(page, "Choose another payment method")
      await press(page, "Place order")
      await see(page, "Thank you")
    })
  })

  it("a cart that another tab changed before the signature is put back by one press, and ordered", async () => {
    const page = await room.visitWithCart()
    const { http } = room.shopper()
    const path = `/store/carts/${await page.evaluate(() => localStorage.getItem("cart_id"))}`
    const readItems = async () => (await http.get(path)).body.cart.items
    await openForm(page)
    await fillForm(page)
    await press(page, "Apply")
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("checkbox").first().waitFor()
    const [sofa] = await readItems()
    await http.post(`${path}/line-items`, { variant_id: room.shop.variantIds.lamp, quantity: 2 })
    await http.post(`${path}/line-items/${sofa.id}`, { quantity: 0 })
    await signIn(contractFrame(page))
    await see(page, "This cart does not match your contract")
    await read(page, "signed 1, now 0")
    await press(page, "Restore cart and place order")
    await see(page, "Thank you")
    const items = (await readItems()).map((item: Record<string, unknown>) => [item.product_title, item.quantity])
    expect(items).toEqual([[sofa.product_title, 1]])
  })

  it("a denial is the same after a reload, another method places the order, and then a new cart begins", async () => {
    const page = await room.visitWithCart()
    await openForm(page)
    await fillForm(page, "denied")
    await press(page, "Apply")
    await see(page, "Not approved")
    await page.reload()
    await see(page, "Not approved")
    await read(page, /^Your application was not approved .* contact Sandbox Leasing: help@leasing\.example\./)
    await press(page, "Choose another payment method")
    expect(await page.getByRole("radio", { name: "Invoice" }).evaluate((radio) => radio.matches(":focus"))).toBe(true)
    await press(page, "Place order")
    await see(page, "Thank you")
    expect(await room.ledger.ofOrder((await ordersOf(room))[0]?.id ?? "")).toBeNull()
    await page.goto(`${room.shopUrl}#/`)
    await press(page, "Add to cart: Harbor sofa")
    await page.getByRole("link", { name: "Cart 1" }).waitFor()
  })
}

/** Everything that a browser stores for a page, as one text. */
async function leftBehind(page: Page): Promise<string> {
  const inPage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]),
  )
  return inPage + JSON.stringify(await page.context().cookies())
}
