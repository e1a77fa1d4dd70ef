import { Modules } from "@medusajs/framework/utils"
import { widgetOption } from "../../demo/lease-settings.mjs"
import { productRoute, reprice, stock } from "./support/goods"
import { type LeaseStore, storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const CONTRACT = "GET /application/contract"
const DEARER = [{ currency_code: "usd", amount: 500 }]

/** A session beside ours, as in a storefront that keeps both: Medusa refuses the order once its provider is off in the region. */
async function beginAnotherPayment({ container, sql }: LeaseStore, { cartId }: Shopper): Promise<void> {
  const [link] = await sql("select payment_collection_id from cart_payment_collection where cart_id = ?", [cartId])
  const session = { provider_id: "pp_system_default", currency_code: "usd", amount: 1, data: {} }
  await container.resolve(Modules.PAYMENT).createPaymentSession(String(link?.payment_collection_id), session)
}

type Happen = (store: LeaseStore) => Promise<unknown>
const soldOut: Happen = (store) => stock(store, "SOFA", 0)
const unpublish: Happen = async (store) => store.admin.post(await productRoute(store, "sofa"), { status: "draft" })
const switchOff: Happen = ({ admin, shop }) =>
  admin.post(`/admin/regions/${shop.regionId}`, { payment_providers: ["pp_system_default"] })
const removeShipping: Happen = ({ admin, shop }) =>
  admin.delete(`/admin/shipping-options/${shop.shippingOptionIds.standard}`)
const raisePrice: Happen = (store) => reprice(store, "sofa", DEARER)

/** Nothing is signed that can't be ordered, and what is signed is ordered as long as Medusa accepts it. */
export const preflight = storeRules("before a contract is shown", (store) => {
  afterEach(() => store.setOptions({}))

  async function offered(): Promise<Shopper> {
    const shopper = await store.filled()
    await shopper.toOffer()
    return shopper
  }
  const leaseOf = ({ cartId }: Shopper) => store.ledger.leftOfCart(cartId)
  const codes = async (shopper: Shopper) => (await leaseOf(shopper))?.alerts.map(({ code }) => code)
  const callOf = async (shopper: Shopper) =>
    (await store.ledger.pendingCallsOf([(await leaseOf(shopper))?.id ?? ""]))[0]
  const handedOut = () => store.calls().filter((call) => call === CONTRACT)

  const SOFA = { items: "Harbor sofa" }
  it.each<[string, string, object, Happen]>([
    ["goods are out of stock", "out_of_stock", SOFA, soldOut],
    ["goods are no longer published", "not_sold", SOFA, unpublish],
    ["goods are deleted", "not_sold", SOFA, async (room) => room.admin.delete(await productRoute(room, "sofa"))],
    ["the shipping method is gone", "shipping_gone", SOFA, removeShipping],
    ["goods have no price", "not_priced", {}, (room) => reprice(room, "sofa", [])],
  ])("no contract is shown when %s, and no call is made to the service", async (_when, code, params, happen) => {
    const shopper = await offered()
    await happen(store)
    const { status, body } = await shopper.contract()
    expect([status, body]).toEqual([
      409,
      {
        type: "not_allowed",
        code: "not_orderable",
        params: expect.objectContaining({ ...params, reason_code: code }),
        message: expect.stringMatching(/^This cart cannot be ordered at the moment: .+ Nothing was signed\./),
      },
    ])
    expect(handedOut()).toEqual([])
    expect((await shopper.view()).body).toMatchObject({ status: "offered" })
  })

  it("requires a new offer when an item's price has changed: the offer updates the cart", async () => {
    const shopper = await offered()
    await raisePrice(store)
    expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "cart_changed" } })
    expect(handedOut()).toEqual([])
    const { body } = await shopper.offer()
    const { total } = (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart
    expect(body).toMatchObject({ step: "offer", cart_in_sync: true, offer: { cash_price: Number(total.toFixed(2)) } })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("the check waits for another change of the cart, longer than Medusa does", async () => {
    const shopper = await offered()
    const locking = store.container.resolve(Modules.LOCKING)
    await locking.acquire([shopper.cartId], { ownerId: "another change", expire: 3 })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("beforeContract is called, and the shopper sees its reasons, but never its error", async () => {
    const asked: unknown[] = []
    store.setOptions({
      beforeContract: async (cart: { id: string; total: unknown }, container: { resolve: unknown }) => {
        asked.push([cart.id, Number(cart.total) > 0, typeof container.resolve])
        return ["Your company has not approved this cart."]
      },
    })
    const shopper = await offered()
    const { status, body } = await shopper.contract()
    expect([status, body.code, body.params.reason_code]).toEqual([409, "not_orderable", "store_declined"])
    expect(body.message).toContain("The store says: Your company has not approved this cart. Nothing was signed.")
    expect(asked).toEqual([[shopper.cartId, true, "function"]])
    store.setOptions({ beforeContract: () => Promise.reject(new Error("no fraud score for Robin")) })
    const failed = await shopper.contract()
    expect(failed).toMatchObject({ status: 503, body: { code: "not_checked" } })
    expect(JSON.stringify(failed.body)).not.toContain("Robin")
    expect(handedOut()).toEqual([])
    store.setOptions({ beforeContract: async () => undefined })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("the same check refuses the hosted widget, unless it is already open for this cart", async () => {
    store.setOptions({ widget: widgetOption(store.sandbox) })
    const shopper = await store.filled()
    await stock(store, "SOFA", 0)
    expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "not_orderable" } })
    await stock(store, "SOFA", 5)
    expect((await shopper.widget()).status).toBe(200)
    await stock(store, "SOFA", 0)
    expect((await shopper.widget(shopper.widgetToken)).status).toBe(200)
    await stock(store, "SOFA", 5)
    await shopper.addItem("lamp")
    await stock(store, "LAMP", 0)
    expect((await shopper.widget(shopper.widgetToken)).body.params.items).toBe("Northline floor lamp")
  })

  it.each<[string, string | null, Happen]>([
    ["lease-to-own is switched off in the region", "provider_off", switchOff],
    ["the last piece is sold", "out_of_stock", soldOut],
    ["the goods are unpublished", null, unpublish],
    ["the price rises", null, raisePrice],
  ])("once a contract is out and %s, the cart is ordered, or staff learn why not", async (_, refusal, happen) => {
    const shopper = await store.filled()
    const url = await shopper.toContract()
    await happen(store)
    expect((await shopper.contract()).status).toBeLessThan(500)
    await shopper.signAt(url)
    await store.pass("3 seconds")
    expect((await shopper.signature()).body.signature).toBe("verified")
    await shopper.startPayment().catch(() => undefined)
    const { body } = await shopper.complete()
    expect(body.type === "order").toBe(refusal === null)
    if (!refusal) return
    await store.jobAfter("5 minutes")
    expect((await leaseOf(shopper))?.status).toBe("signed")
    expect(await codes(shopper)).toEqual(["signed_without_order"])
    expect(await callOf(shopper)).toMatchObject({ kind: "place_order", last_error: { code: refusal } })
  })

  it("the shopper is warned before the signature that goods are gone", async () => {
    const shopper = await store.filled()
    await shopper.toContract()
    await stock(store, "SOFA", 0)
    const { body } = await shopper.signature()
    expect(body.signature).toBe("not_signed")
    const message = expect.stringContaining("in this quantity: Harbor sofa.")
    expect(body.messages).toContainEqual(expect.objectContaining({ code: "not_orderable", message }))
  })

  it("a shopper who signed learns which goods are gone, and the order is placed once they are back", async () => {
    const shopper = await store.filled({ items: [{ handle: "sofa" }, { handle: "lamp" }] })
    await shopper.readyToOrder()
    for (const sku of ["SOFA", "LAMP"]) await stock(store, sku, 0)
    const items = expect.stringMatching(/^(Harbor sofa, Northline floor lamp|Northline floor lamp, Harbor sofa)$/)
    const missing = { type: "not_allowed", code: "out_of_stock", params: { items } }
    expect(await shopper.complete()).toMatchObject({ status: 400, body: missing })
    expect((await shopper.view()).body.messages).toContainEqual({
      code: "order_failed_signed",
      params: expect.objectContaining({ reason_code: "out_of_stock", items }),
      message: expect.stringMatching(/could not be placed: Not in stock in this quantity: .+ Nothing ships/),
    })
    for (const sku of ["SOFA", "LAMP"]) await stock(store, sku, 5)
    expect((await shopper.complete()).body.type).toBe("order")
  })

  it("when Medusa refuses an order for good, the shopper learns whom to ask, and staff see Medusa's reason", async () => {
    const shopper = await store.filled()
    await shopper.readyToOrder()
    await beginAnotherPayment(store, shopper)
    await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers: ["pp_lease-to-own"] })

    const refused = await shopper.complete()
    expect(refused).toMatchObject({ status: 400, body: { code: "store_refused" } })
    expect(refused.body.message).toMatch(/Nothing is lost.+Contact the store.+L-\w{5}-\w{5}/)
    const view = (await shopper.view()).body
    expect(view.messages).toContainEqual(expect.objectContaining({ code: "store_refused" }))
    expect(JSON.stringify([refused.body, view])).not.toContain("pp_system_default")
    await store.jobAfter("5 minutes")
    const { body } = await store.admin.get(`/admin/lease-to-own/leases/${(await leaseOf(shopper))?.id}`)
    const reason = expect.stringMatching(/^Payment provider pp_system_default is not enabled in the cart's region/)
    const error = { code: "store_refused", message: expect.stringContaining("Medusa refused this: Payment provider") }
    expect(body.lease).toMatchObject({
      alerts: [{ code: "signed_without_order", error }],
      next_step: { code: "mend_or_cancel", action: "retry" },
    })
    const fact = { key: "order_refused", params: { code: "store_refused", reason } }
    expect(body.history.facts).toContainEqual(expect.objectContaining(fact))
    // It is retried hourly.
    const { due_at } = (await callOf(shopper)) ?? {}
    expect(new Date(due_at ?? 0).getTime() - Date.now()).toBeGreaterThan(50 * 60_000)
  })
})
