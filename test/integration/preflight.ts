import { Modules } from "@medusajs/framework/utils"
import { widgetOption } from "../../demo/lease-settings.mjs"
import { productRoute, reprice, stock } from "./support/goods"
import { type LeaseStore, storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const CONTRACT = "GET /application/contract"

/** Nothing is signed that cannot be ordered. */
export const preflight = storeRules("before a contract is shown", (store) => {
  afterEach(() => store.setOptions({}))

  async function offered(wish = {}): Promise<Shopper> {
    const shopper = store.shopper()
    await shopper.fillCart(wish)
    await shopper.toOffer()
    return shopper
  }
  async function opened(): Promise<{ shopper: Shopper; url: string }> {
    const shopper = store.shopper()
    await shopper.fillCart()
    return { shopper, url: await shopper.toContract() }
  }
  const handedOut = () => store.calls().filter((call) => call === CONTRACT)

  const gone: [string, string, object, (store: LeaseStore) => Promise<unknown>][] = [
    ["goods are out of stock", "out_of_stock", { items: "Harbor sofa" }, (room) => stock(room, "SOFA", 0)],
    [
      "goods are no longer published",
      "not_sold",
      { items: "Harbor sofa" },
      async (room) => room.admin.post(await productRoute(room, "sofa"), { status: "draft" }),
    ],
    [
      "goods are deleted",
      "not_sold",
      { items: "Harbor sofa" },
      async (room) => room.admin.delete(await productRoute(room, "sofa")),
    ],
    [
      "the shipping method is gone",
      "shipping_gone",
      { items: "Harbor sofa" },
      (room) => room.admin.delete(`/admin/shipping-options/${room.shop.shippingOptionIds.standard}`),
    ],
    ["goods have no price", "not_priced", {}, (room) => reprice(room, "sofa", [])],
  ]
  it.each(gone)("refuses when %s, and nothing is asked of the service", async (_when, code, params, happen) => {
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
    expect((await shopper.look()).body).toMatchObject({ status: "offered" })
  })

  it("names each article that is missing, and goes on once it is there again", async () => {
    const shopper = await offered({ items: [{ handle: "sofa" }, { handle: "lamp" }] })
    await stock(store, "SOFA", 0)
    await stock(store, "LAMP", 0)
    expect((await shopper.contract()).body.params.items.split(", ").sort()).toEqual([
      "Harbor sofa",
      "Northline floor lamp",
    ])
    await stock(store, "SOFA", 5)
    await stock(store, "LAMP", 5)
    expect((await shopper.contract()).status).toBe(200)
  })

  const dearer: [string, (store: LeaseStore) => Promise<unknown>][] = [
    ["the price of an article", (room) => reprice(room, "sofa", [{ currency_code: "usd", amount: 500 }])],
    [
      "the price of the shipping",
      (room) =>
        room.admin.post(`/admin/shipping-options/${room.shop.shippingOptionIds.standard}`, {
          prices: [{ currency_code: "usd", amount: 33 }],
        }),
    ],
  ]
  it.each(dearer)("asks for another look when %s has changed, and signs the new one", async (_what, happen) => {
    const shopper = await offered()
    await happen(store)
    expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "cart_changed" } })
    expect(handedOut()).toEqual([])
    const { body } = await shopper.offer()
    expect(body).toMatchObject({ step: "offer", cart_in_sync: true })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("offers what can be signed: the offer brings the cart up to date", async () => {
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.toApproval()
    await reprice(store, "sofa", [{ currency_code: "usd", amount: 500 }])
    const { body } = await shopper.offer()
    const { total } = (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart
    expect(body).toMatchObject({ step: "offer", cart_in_sync: true, offer: { cash_price: Number(total.toFixed(2)) } })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("waits for another change of the cart, longer than core does", async () => {
    const shopper = await offered()
    const locking = store.container.resolve(Modules.LOCKING)
    await locking.acquire([shopper.cartId], { ownerId: "another change", expire: 3 })
    expect((await shopper.contract()).status).toBe(200)
  })

  it("lets a contract that is out already be signed for the cart it was made for", async () => {
    const { shopper, url } = await opened()
    await reprice(store, "sofa", [{ currency_code: "usd", amount: 500 }])
    expect((await shopper.contract()).status).toBe(200)
    await shopper.signAt(url)
    expect((await shopper.signature()).body.signature).toBe("verified")
    await shopper.startPayment()
    expect((await shopper.complete()).body.type).toBe("order")
  })

  it("warns while the contract is open, before it is signed", async () => {
    const { shopper } = await opened()
    await stock(store, "SOFA", 0)
    const { status, body } = await shopper.signature()
    expect([status, body.signature]).toEqual([200, "not_signed"])
    expect(body.messages).toContainEqual(
      expect.objectContaining({
        code: "not_orderable",
        message: expect.stringContaining("in this quantity: Harbor sofa."),
      }),
    )
  })

  describe("asks the store's own beforeContract", () => {
    it("and shows the shopper why not", async () => {
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
      expect(handedOut()).toEqual([])
    })

    it("and goes on when it has nothing against the cart", async () => {
      store.setOptions({ beforeContract: async () => undefined })
      expect((await (await offered()).contract()).status).toBe(200)
    })

    it("and shows no contract, nor its error, when it fails", async () => {
      store.setOptions({ beforeContract: () => Promise.reject(new Error("no fraud score for Robin")) })
      const { status, body } = await (await offered()).contract()
      expect([status, body.code]).toEqual([503, "not_checked"])
      expect(JSON.stringify(body)).not.toContain("Robin")
      expect(handedOut()).toEqual([])
    })
  })

  it("refuses the operator's widget as well", async () => {
    const { sandbox } = store
    store.setOptions({ widget: widgetOption(sandbox) })
    const shopper = store.shopper()
    await shopper.fillCart()
    await stock(store, "SOFA", 0)
    expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "not_orderable" } })
    await stock(store, "SOFA", 5)
    expect((await shopper.widget()).status).toBe(200)
    // It is open for this cart now, and may be signed.
    await stock(store, "SOFA", 0)
    expect((await shopper.widget(shopper.widgetToken)).status).toBe(200)
    await stock(store, "SOFA", 5)
    await shopper.addItem("lamp")
    await stock(store, "LAMP", 0)
    expect((await shopper.widget(shopper.widgetToken)).body.params.items).toBe("Northline floor lamp")
  })

  describe("when goods are gone after the signature", () => {
    const missing = { code: "out_of_stock", params: { items: "Harbor sofa" } }

    it("tells the shopper which, and orders them once they are there", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      await stock(store, "SOFA", 0)
      expect(await shopper.complete()).toMatchObject({ status: 400, body: { type: "not_allowed", ...missing } })
      const { messages } = (await shopper.look()).body
      expect(messages).toContainEqual(
        expect.objectContaining({
          code: "order_failed_signed",
          params: expect.objectContaining({ reason_code: "out_of_stock", items: "Harbor sofa" }),
          message: expect.stringContaining(
            "could not be placed: Not in stock in this quantity: Harbor sofa. Nothing ships",
          ),
        }),
      )
      await stock(store, "SOFA", 5)
      expect((await shopper.complete()).body.type).toBe("order")
    })

    it("tells the store, whose job has tried", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.readyToOrder()
      await stock(store, "SOFA", 0)
      await store.pass("5 minutes")
      await store.runJob()
      const lease = await store.ledger.leftOfCart(shopper.cartId)
      expect(lease?.attention.map(({ code }) => code)).toEqual(["signed_without_order"])
      const [task] = await store.ledger.tasksOf([lease?.id ?? ""])
      expect(task).toMatchObject({ kind: "place_order", last_error: missing })
    })
  })

  describe("when Medusa refuses a signed order for good", () => {
    /** A signed cart with a discount that the order of another cart has used up meanwhile. */
    async function usedUp(): Promise<Shopper> {
      const code = `ONCE${Date.now()}`
      await store.admin.post("/admin/promotions", {
        code,
        type: "standard",
        status: "active",
        application_method: { type: "fixed", target_type: "order", value: 10, currency_code: "usd" },
        campaign: { name: code, campaign_identifier: code, budget: { type: "usage", limit: 1 } },
      })
      const [signed, other] = [store.shopper(), store.shopper()]
      for (const shopper of [signed, other]) {
        await shopper.fillCart()
        await shopper.http.post(`/store/carts/${shopper.cartId}/promotions`, { promo_codes: [code] })
      }
      await signed.readyToOrder()
      await other.startPayment("pp_system_default")
      expect((await other.complete()).body.type).toBe("order")
      return signed
    }
    const REASON = "Promotion usage exceeds the budget limit."

    it("the shopper is told whom to ask, and nothing of Medusa's own words", async () => {
      const shopper = await usedUp()
      const refused = await shopper.complete()
      expect(refused).toMatchObject({ status: 400, body: { type: "not_allowed", code: "store_refused" } })
      expect(refused.body.message).toMatch(/Nothing is lost.+Contact the store.+L-\w{5}-\w{5}/)
      const { body } = await shopper.look()
      expect(body.messages).toContainEqual(expect.objectContaining({ code: "store_refused" }))
      expect(JSON.stringify([refused.body, body])).not.toContain("budget")
    })

    it("staff read the reason on the card and in the history, and try again or cancel; the job tries hourly", async () => {
      const shopper = await usedUp()
      await shopper.complete()
      await store.pass("5 minutes")
      await store.runJob()
      const lease = await store.ledger.leftOfCart(shopper.cartId)
      const { body } = await store.admin.get(`/admin/lease-to-own/leases/${lease?.id}`)
      expect(body.lease.attention).toEqual([
        expect.objectContaining({
          code: "signed_without_order",
          error: expect.objectContaining({ code: "store_refused", message: `Medusa refused this: ${REASON}` }),
        }),
      ])
      expect(body.lease.next_step).toMatchObject({ code: "mend_or_cancel", action: "retry" })
      expect(body.lease.can.cancel_contract).toEqual({ allowed: true })
      expect(body.history.facts).toContainEqual(
        expect.objectContaining({ key: "order_refused", params: { code: "store_refused", reason: REASON } }),
      )
      const [task] = await store.ledger.tasksOf([lease?.id ?? ""])
      expect(new Date(task?.due_at ?? 0).getTime() - Date.now()).toBeGreaterThan(50 * 60_000)
    })
  })
})
