import { turnOn } from "./sales-tax"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

/** What a storefront that starts its payment late does when the shopper changes between the payment methods. */
export const salesTaxChoice = storeRules(
  "the choice of lease-to-own, before any payment",
  (store) => {
    const choose = ({ http, cartId }: Shopper, chosen: unknown) =>
      http.post(`/store/lease-to-own/carts/${cartId}/choice`, { chosen })
    const cartOf = async ({ http, cartId }: Shopper) => (await http.get(`/store/carts/${cartId}`)).body.cart
    const totalsOf = async (shopper: Shopper) => {
      const { total, tax_total } = await cartOf(shopper)
      return { total, tax_total }
    }
    const byOperator = (total_changes: boolean) => ({
      status: 200,
      body: { step: "intro", sales_tax: { mode: "by_operator", total_changes } },
    })

    beforeEach(() => turnOn(store.container))

    it("the view says before it who charges the tax, and whether the total still has it; each choice may be repeated", async () => {
      const shopper = await store.filled()
      const taxed = await totalsOf(shopper)
      expect(await shopper.view()).toMatchObject(byOperator(true))
      expect(await totalsOf(shopper)).toEqual(taxed)
      for (const _ of ["once", "again"]) {
        expect(await choose(shopper, true)).toMatchObject(byOperator(false))
        expect(await totalsOf(shopper)).toEqual({ total: taxed.total - taxed.tax_total, tax_total: 0 })
      }
      for (const _ of ["once", "again"]) {
        expect(await choose(shopper, false)).toMatchObject(byOperator(true))
        expect(await totalsOf(shopper)).toEqual(taxed)
      }
    })

    it("the offer, its contract and the order are the same, however the shopper chose in between", async () => {
      const shopper = await store.filled()
      await choose(shopper, true)
      await shopper.sign()
      const { total } = await totalsOf(shopper)
      await choose(shopper, false)
      expect((await shopper.view()).body).toMatchObject({ cart_in_sync: true, sales_tax: { total_changes: true } })
      expect((await shopper.signature()).body).toMatchObject({ step: "ready", signature: "verified" })
      await shopper.startPayment()
      const { order } = (await shopper.complete()).body
      expect(order).toMatchObject({ total, tax_total: 0 })
    })

    it("a choice is refused for an order, an unknown cart, a customer's cart and anything but true or false", async () => {
      const shopper = await store.filled()
      expect(await choose(shopper, "yes")).toMatchObject({ status: 400, body: { code: "body_invalid" } })
      const other = Object.assign(Object.create(shopper), { cartId: "cart_unknown" })
      expect(await choose(other, true)).toMatchObject({ status: 404, body: { code: "cart_not_found" } })
      await shopper.readyToOrder()
      await store.order(shopper)
      for (const chosen of [true, false])
        expect(await choose(shopper, chosen)).toMatchObject({ status: 409, body: { code: "cart_finished" } })
    })

    it("anyone else with the cart's id learns no more than that someone applied", async () => {
      const shopper = await store.filled()
      await shopper.toApproval()
      const { body } = await choose(shopper, true)
      expect(body).toMatchObject({ step: "in_progress", status: null, sales_tax: null })
    })
  },
  { salesTax: "by_operator" },
)

/** A second operator for which the store charges the tax itself. */
export const salesTaxOfSecond = storeRules(
  "the tax of a cart after a denial",
  (store) => {
    it("it comes back with the choice of the second operator, before anyone applies there", async () => {
      await turnOn(store.container)
      const shopper = await store.filled()
      const { total } = (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart
      const { body } = await shopper.apply("denied")
      expect(body).toMatchObject({ step: "intro", sales_tax: { mode: "in_cart", total_changes: true } })
      const chosen = await shopper.as().post(`/store/lease-to-own/carts/${shopper.cartId}/choice`, { chosen: true })
      expect(chosen.body).toMatchObject({ step: "intro", sales_tax: { mode: "in_cart", total_changes: false } })
      expect((await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart.total).toBe(total)
    })
  },
  (sandbox) => ({
    salesTax: "by_operator",
    secondLook: "maple",
    accounts: [
      {
        ...{ id: "maple", baseUrl: sandbox.baseUrl, username: sandbox.username, password: sandbox.password },
        operator: { name: "Maple Leasing", contact: "help@maple.example" },
      },
    ],
  }),
)

/** The same with a store that taxes leases itself. */
export const salesTaxInCart = storeRules("the choice of lease-to-own where the store charges the tax", (store) => {
  it("the choice changes nothing, and leaves no trace", async () => {
    await turnOn(store.container)
    const shopper = await store.filled()
    const path = `/store/lease-to-own/carts/${shopper.cartId}/choice`
    const view = { step: "intro", sales_tax: { mode: "in_cart", total_changes: false } }
    for (const chosen of [true, false]) expect((await shopper.http.post(path, { chosen })).body).toMatchObject(view)
    expect(await store.sql("select * from lease_choice")).toEqual([])
  })
})
