import type { Page } from "playwright-core"
import { stock } from "../integration/support/goods"
import type { Shopper } from "../integration/support/shopper"
import { contractFrame, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { countOf, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

/** From the offer to the order: what may come between, on screens that are readable for all. */
export function signingTests(room: ShopRoom): void {
  /** A shopper who has an offer, looking at it. */
  async function offered(tag?: string): Promise<{ page: Page; shopper: Shopper }> {
    const shopper = room.shopperWithCart()
    await shopper.toOffer(tag)
    const page = await room.visitAs(shopper)
    await see(page, "You are approved")
    return { page, shopper }
  }

  it("says first what is due today, what follows, and the total beside the cash price, in figures of the contract", async () => {
    const { page } = await offered()
    const rows = page.locator("[data-lease-figures='offer'] > div")
    expect(await rows.allInnerTexts()).toEqual([
      "Due today\n$86.46",
      "Then 26 payments, every two weeks\n$33.03, the last $33.25",
      "Total to own, over 12 months\n$945.46",
      "More than the cash price of $491.46, both with sales tax\n$454.00",
      "Price if you buy it within 90 days, before sales tax\n$476.70",
    ])
    await read(page, "Sales tax of $37.46 is part of what is due today.")
    expect(await page.getByText("Cost of lease").isVisible()).toBe(false)
    await press(page, "Review and sign")
    const contract = contractFrame(page)
    for (const text of ["You pay $86.46 today, sales tax of $37.46 included,", "$945.46"])
      await contract.getByText(text).first().waitFor()
  })

  it("holds back a cart that changed after the signature, shows both totals, and orders it once it is restored", async () => {
    const { page, shopper } = await offered()
    await press(page, "Review and sign")
    const frame = contractFrame(page)
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    await shopper.addItem("lamp")
    await signIn(frame)
    await see(page, "This cart is not the one you signed for")
    await read(
      page,
      "Your cart has changed since you signed. Restore it, or ask Sandbox Leasing to cancel the contract: help@leasing.example.",
    )
    const figures = await page.locator("[data-lease-content] dl div").allInnerTexts()
    expect(figures.map((text) => text.split("\n"))).toEqual([
      ["Northline floor lamp", "signed 0, now 1"],
      ["Signed for", "$491.46"],
      ["This cart", "$588.83"],
    ])
    expect(await page.getByRole("radio", { name: "Invoice" }).isDisabled()).toBe(true)
    expect(await ordersOf(room)).toEqual([])
    const held = await lookAt(page, "another cart than the signed one")
    await page.reload()
    await see(page, "This cart is not the one you signed for")

    await press(page, "Restore the cart and order")
    await see(page, "Thank you")
    const placed = await lookAt(page, "order placed")
    await page.reload()
    await see(page, "Thank you")
    expect({ held, placed }).toEqual({ held: CLEAN, placed: CLEAN })
    expect((await ordersOf(room))[0]?.total).toBeCloseTo(491.46, 1)
  })

  it("reprices a cart that changed before the signature, shows both totals, puts back what is taken out of it later, and orders it", async () => {
    const { page, shopper } = await offered()
    await shopper.addItem("lamp")
    await page.reload()
    await read(page, "Your cart has changed since the offer. We updated the offer: $491.46 → $588.83.")
    await press(page, "Review and sign")
    const frame = contractFrame(page)
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    const { items } = (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart
    const lamp = items.find((item: { product_title: string }) => item.product_title === "Northline floor lamp")
    await shopper.http.delete(`/store/carts/${shopper.cartId}/line-items/${lamp.id}`)
    await signIn(frame)
    await read(page, "signed 1, now 0")
    await press(page, "Restore the cart and order")
    await see(page, "Thank you")
    expect((await ordersOf(room))[0]?.total).toBeCloseTo(588.83, 1)
  })

  it("tells a shopper who is approved for less how much, and offers the smaller cart automatically", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval("lowlimit")
    const page = await room.visitAs(shopper)
    await see(page, "You are approved for less")
    await read(page, "You are approved for up to $150.00. This cart comes to $454.00 before tax.")
    expect(await lookAt(page, "approved for less")).toEqual(CLEAN)
    expect(room.calls().filter((call) => call === "POST /application/cart")).toEqual([])
    await shopper.addItem("lamp")
    await press(page, "Change the cart")
    await press(page, "Remove Harbor sofa")
    await page.getByText("Harbor sofa").waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Check out" }).click()
    await see(page, "You are approved")
    await page.getByText("Total to own").waitFor()
  })

  it("says before and after the signature that goods are gone, and goes on once they are there", async () => {
    const { page } = await offered()
    await stock(room, "SOFA", 0)
    await press(page, "Review and sign")
    const unsigned =
      "This cart cannot be ordered at the moment: Not in stock in this quantity: Harbor sofa. Nothing was signed. Change your cart to continue, or choose another payment method."
    await page.getByRole("alert").filter({ hasText: unsigned }).waitFor()
    await see(page, "You are approved")
    expect(countOf(room, "GET /application/contract")).toBe(0)

    await stock(room, "SOFA", 5)
    await press(page, "Review and sign")
    const frame = contractFrame(page)
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    await stock(room, "SOFA", 0)
    await signIn(frame)
    await see(page, "Your order is not placed yet")
    const [lease] = await room.ledger.listLeases({}, { select: ["reference"] })
    const words = `Your contract is signed, but the order could not be placed: Not in stock in this quantity: Harbor sofa. Nothing ships until it is. Try again. If that does not help, contact the store. Reference: ${lease?.reference}.`
    await page.getByRole("alert").filter({ hasText: words }).waitFor()
    const failed = await lookAt(page, "order failed")
    await page.reload()
    await read(page, words)
    expect(await ordersOf(room)).toEqual([])

    await stock(room, "SOFA", 5)
    await press(page, "Try again")
    await see(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
    expect(failed).toEqual(CLEAN)
  })

  it("says so when the service cannot be asked for the last time, and does not try again automatically", async () => {
    const { page, shopper } = await offered()
    await shopper.signAt((await shopper.contract()).body.url)
    await shopper.signature()
    // The signature was confirmed more than a minute ago: it is looked up again for the order.
    await room.sql("update lease set verified_at = verified_at - interval '2 minutes'")
    room.sandbox.fault({ route: "GET /application/cart/pricing", fault: "503", times: 20 })
    await page.reload()
    await see(page, "Your order is not placed yet")
    await read(page, "The lease service did not answer. Nothing was changed. Try again.")
    const asked = room.calls().length
    await page.reload()
    await see(page, "Your order is not placed yet")
    expect(room.calls()).toHaveLength(asked)
    expect(await ordersOf(room)).toEqual([])
  })

  /** Signed in the frame, after which the service's answers are of no use. */
  async function signedUnread(fault: "no-appstatus" | "503") {
    const { page, shopper } = await offered()
    await press(page, "Review and sign")
    const frame = contractFrame(page)
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    room.sandbox.fault({ route: "GET /application/cart/pricing", fault, times: 20 })
    await signIn(frame)
    return { page, shopper }
  }

  it("does not call a contract unsigned because the service cannot be asked", async () => {
    const { page } = await signedUnread("503")
    const words = "The lease service did not answer. Nothing was changed. Try again."
    await page.getByRole("alert").filter({ hasText: words }).waitFor()
    expect(await ordersOf(room)).toEqual([])
  })

  it("places the order where the service's answers carry no status, and says that it is still to be confirmed", async () => {
    const { page, shopper } = await signedUnread("no-appstatus")
    await see(page, "Thank you")
    await read(page, "Sandbox Leasing is still confirming your contract. Your order ships after that.")
    expect(await ordersOf(room)).toHaveLength(1)
    const lease = await room.ledger.ofCart(shopper.cartId)
    expect(lease).toMatchObject({ status: "placed", evidence: "reported" })
    await fetch(`${room.sandbox.controlUrl}/faults`, { method: "DELETE" })
    if (lease) await room.ledger.checkStatus(lease, { by: "merchant" })
    await room.look()
  })

  it("does not ask for another signature while the first payment is booked", async () => {
    const { page, shopper } = await offered("notpaid")
    await shopper.signAt((await shopper.contract()).body.url)
    expect((await shopper.signature()).body.signature).toBe("not_signed")
    await page.reload()
    await see(page, "Your contract is signed")
    await read(
      page,
      "Your contract is signed. Sandbox Leasing is still confirming your first payment. We keep checking.",
    )
    expect(await page.getByRole("button", { name: "Continue signing" }).count()).toBe(0)
    expect(await page.getByRole("button", { name: "Choose another payment method" }).count()).toBe(0)
    expect(await page.getByRole("radio", { name: "Invoice" }).isDisabled()).toBe(true)
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0)
    expect(await page.getByText("Your contract is not signed yet.").count()).toBe(0)
    expect((await shopper.look()).body.can.widget).toMatchObject({ allowed: false })
    expect(await lookAt(page, "signed, first payment open")).toEqual(CLEAN)
  })

  it("checks again automatically while the service has not booked the first payment", async () => {
    const { page } = await offered("slow")
    const seen = () => room.calls().filter((call) => call === "GET /application/cart/pricing").length
    const before = seen()
    await page.clock.install()
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await read(page, "Checking your signature …")
    // The page's clock runs, and nothing but the page's clock makes it look. The store uses a reading of the last two seconds again: it
    // counts as older.
    await until(async () => {
      await room.sql("update lease set checked_at = checked_at - interval '3 seconds'")
      await page.clock.runFor(1000)
      return page.getByRole("heading", { name: "Thank you", exact: true }).isVisible()
    })
    // The sandbox books the first payment of a slow lease at the third reading.
    expect(seen() - before).toBeGreaterThanOrEqual(3)
  })
}
