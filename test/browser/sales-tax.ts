import type { Page } from "playwright-core"
import { turnOn } from "../integration/sales-tax"
import { eventually } from "../integration/support/eventually"
import { OWN_DIALECT } from "../integration/support/lease-store"
import { contractFrame, fillForm, openForm, press, read, see, signIn } from "./support/lease-page"
import { isBooked, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const WHO = "Any sales tax is charged by Sandbox Leasing, not by this store."
const [TAXED, UNTAXED] = ["Sales tax\n$37.46\nTotal\n$491.46", "Sales tax\n$0.00\nTotal\n$454.00"]

/** An operator that charges the sales tax, in front of the shopper. */
export function salesTaxTests(room: ShopRoom): void {
  const rules = { cancel: "unshipped", paymentTax: "named" } as const

  beforeEach(async () => {
    room.setOptions({ salesTax: "by_operator" })
    room.speak({ rules })
    await turnOn(room.container)
  })
  afterAll(() => {
    room.setOptions({})
    room.speak(OWN_DIALECT)
  })

  it("the tax leaves the total with lease-to-own, says why, comes back to the cent with the invoice, and isn't in the order", async () => {
    const page = await room.visitWithCart()
    await total(page, TAXED)
    await method(page, "Lease-to-own").check()
    await total(page, UNTAXED)
    await read(page, WHO)
    await press(page, "Choose another payment method")
    await total(page, TAXED)
    await method(page, "Lease-to-own").check()
    await total(page, UNTAXED)
    await method(page, "Invoice").check()
    await total(page, TAXED)
    await openForm(page)
    await total(page, UNTAXED)
    await fillForm(page)
    await press(page, "Apply")
    await see(page, "You are approved")
    await read(page, "Total cost (27 payments over 12 months), before tax")
    const estimate = page.locator("[data-lease-figure='tax'], [data-lease-figure='totalWithTax']")
    expect(await estimate.allInnerTexts()).toEqual([
      "Sales tax, estimated by Sandbox Leasing\n$74.91",
      "Total cost with estimated sales tax\n$982.91",
    ])
    await read(page, "charges the sales tax, not this store. Your contract shows it.")
    await press(page, "Review and sign")
    await contractFrame(page).getByText("Sales tax on the payments").waitFor()
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await eventually(() => isBooked(room), Boolean)
    expect(await ordersOf(room)).toMatchObject([{ total: 454, payment_status: "captured" }])
  })

  it("after the choice of lease-to-own, an order by invoice has the tax that its buyer saw", async () => {
    const page = await room.visitWithCart()
    await method(page, "Lease-to-own").check()
    await total(page, UNTAXED)
    await page.reload()
    await total(page, UNTAXED)
    await method(page, "Invoice").check()
    await total(page, TAXED)
    await press(page, "Place order")
    await see(page, "Thank you")
    expect(await ordersOf(room)).toMatchObject([{ total: 491.455 }])
  })
}

const method = (page: Page, name: string) => page.getByRole("radio", { name, exact: true })

/** Waits until the order's summary ends with these lines. */
async function total(page: Page, lines: string): Promise<void> {
  const summary = page.getByRole("complementary", { name: "Your order" })
  const ending = async () => (await summary.innerText()).slice(-lines.length)
  expect(await eventually(ending, (text) => text === lines)).toBe(lines)
}
