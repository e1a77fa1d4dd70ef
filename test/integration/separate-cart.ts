import { createLeaseClient, fetchTransport } from "../../packages/storefront/src/index"
import { customer } from "./support/customer"
import { eventually } from "./support/eventually"
import { ok } from "./support/http"
import { storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"

const MIXED = { items: [{ handle: "sofa" }, { handle: "lamp" }] }
const ENGRAVED = { engraving: "Robin" }

/** Lines that can't be leased, which the storefront kit moves to a second cart through Medusa's own routes. */
export const separateCart = storeRules("a separate cart", (store) => {
  const path = ({ cartId }: Shopper) => `/store/carts/${cartId}`
  const cartOf = async (shopper: Shopper, id = shopper.cartId) =>
    (await ok(shopper.http.get(`/store/carts/${id}`))).cart
  const contents = (cart: { items: Record<string, unknown>[] }) =>
    cart.items
      .map(({ product_title, quantity, unit_price, metadata }) => ({ product_title, quantity, unit_price, metadata }))
      .sort((a, b) => String(a.product_title).localeCompare(String(b.product_title)))

  /** A cart with a gift card, which can't be leased, and the client of its page. */
  async function mixed(token?: string, metadata: object = ENGRAVED) {
    const shopper = store.shopper(token)
    await shopper.fillCart(MIXED)
    const line = { variant_id: store.shop.variantIds["gift-card"], quantity: 2, metadata }
    await ok(shopper.http.post(`${path(shopper)}/line-items`, line))
    const headers = { ...(token && { authorization: `Bearer ${token}` }) }
    const transport = fetchTransport({ baseUrl: store.url, publishableKey: store.shop.publishableKey, headers })
    const client = createLeaseClient({ cartId: shopper.cartId, transport, storage: null })
    const { reasons } = await client.get()
    const lines = reasons.flatMap((reason) => reason.lines ?? [])
    return { shopper, client, lines, ids: lines.map(({ id }) => id) }
  }

  it("the lines move to a second cart of the same shopper at the same price, the rest can be leased, and they come back", async () => {
    const { shopper, client, lines, ids } = await mixed()
    const before = await cartOf(shopper)
    expect(lines).toEqual([{ id: ids[0], title: "Gift card", quantity: 2, movable: true }])
    await client.separate(ids)
    const { body } = await shopper.view()
    expect([body.step, body.separate_cart.items]).toEqual(["intro", [{ title: "Gift card", quantity: 2 }]])
    const [cart, other] = [await cartOf(shopper), await cartOf(shopper, body.separate_cart.id)]
    const card = { product_title: "Gift card", quantity: 2, unit_price: 50, metadata: ENGRAVED }
    expect([contents(other), contents(cart).length]).toEqual([[card], 2])
    const same = ["region_id", "sales_channel_id", "email", "currency_code"].map((name) => [name, before[name]])
    expect(other).toMatchObject({ ...Object.fromEntries(same), shipping_address: ADDRESS })
    await client.get()
    await client.putBack()
    const after = await cartOf(shopper)
    expect([contents(after), after.metadata]).toEqual([contents(before), {}])
    expect((await shopper.view()).body).toMatchObject({ step: "unavailable", separate_cart: null })
  })

  it("a customer's second cart is the customer's", async () => {
    const { token } = await customer(store, "kim@shopper.example")
    const { shopper, client, ids } = await mixed(token)
    await client.separate(ids)
    const { separate_cart } = await client.get()
    const [row] = await store.sql(
      "select count(distinct customer_id)::int as people, count(*)::int as carts from cart where id in (?, ?)",
      [shopper.cartId, separate_cart?.id],
    )
    expect(row).toEqual({ people: 1, carts: 2 })
  })

  it("after the leased order, its applicant finds the second cart until it is ordered, and nobody else does", async () => {
    const { shopper, client, ids } = await mixed()
    await client.separate(ids)
    await shopper.readyToOrder()
    const { id } = await store.order(shopper)
    const orderPage = `/store/lease-to-own/orders/${id}`
    const seen = async (key?: string | null) => [
      (await shopper.view(key)).body.separate_cart,
      (await shopper.as(key).get(orderPage)).body.lease.separate_cart,
    ]
    // Anyone with the order's ID can read the order, so it must not name the open cart.
    const noted = async () => JSON.stringify(await store.sql('select metadata from "order" where id = ?', [id]))
    expect(await eventually(noted, (metadata) => !metadata.includes("cart_id"))).not.toContain("cart_id")
    const { cart_id } = (await cartOf(shopper)).metadata.lease_separate
    const separate = { id: cart_id, items: [{ title: "Gift card", quantity: 2 }] }
    expect(await seen()).toEqual([separate, separate])
    for (const key of [null, "wrong"]) expect(await seen(key)).toEqual([null, null])
    await store.sql("update cart set completed_at = now() where id = ?", [cart_id])
    expect(await seen()).toEqual([null, null])
  })

  it("metadata that names somebody else's cart shows nothing of it", async () => {
    const { shopper } = await mixed()
    const stranger = await store.filled()
    const note = { lease_separate: { cart_id: stranger.cartId, items: [] } }
    await ok(shopper.http.post(path(shopper), { metadata: note }))
    expect((await shopper.view()).body.separate_cart).toBeNull()
    await ok(stranger.http.post(path(stranger), { metadata: { lease_separate_from: "cart_other" } }))
    expect((await shopper.view()).body.separate_cart).toBeNull()
  })

  it("a line with the store's own price, or a gift card with data, can only be removed", async () => {
    const { shopper } = await mixed()
    for (const change of ["is_custom_price = true", "is_custom_price = false, is_giftcard = true"]) {
      await store.sql(`update cart_line_item set ${change} where product_title = 'Gift card'`)
      const { reasons, line_changes } = (await shopper.view()).body
      expect([reasons[0].lines[0].movable, line_changes.length]).toEqual([false, 1])
    }
  })

  it("while a contract may be signed, no lines to move or remove are named", async () => {
    const { shopper } = await mixed()
    const { lines, ...rest } = (await shopper.view()).body.reasons[0]
    expect(lines).toHaveLength(1)
    const signing = await store.filled()
    await signing.toContract()
    await signing.addItem("gift-card")
    const { body } = await signing.view()
    expect(body).toMatchObject({ status: "signing", step: "unavailable", line_changes: [] })
    expect(Object.keys(body.reasons[0])).toEqual(Object.keys(rest))
  })
})
