import { completeCartWorkflow } from "@medusajs/medusa/core-flows"
import { handOverHeldStock } from "../../src/medusa"
import { applicant } from "./support/applicant"
import { failingCompletion } from "./support/failing-completion"
import { productRoute, stock } from "./support/goods"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const HELD_MS = 600_000
const NOTHING = { reserved: 0, held: 0, ordered: 0 }
const HELD = { reserved: 1, held: 1, ordered: 0 }
const ORDERED = { reserved: 1, held: 0, ordered: 1 }

/** Scarce goods are reserved from the contract to the order, and given back. */
export const heldStock = storeRules("held stock", (store) => {
  beforeEach(() => store.setOptions({ holdStock: HELD_MS }))
  afterEach(() => {
    failingCompletion.behindPayment = false
    store.setOptions({})
  })

  /** A shopper behind these steps, where one sofa is left: the steps are taken once for the tests that begin with them. */
  async function ofLastSofa(name: string, steps: (shopper: Shopper) => Promise<unknown>): Promise<Shopper> {
    const kept = await store.begin(`${name}, of the last sofa`, async () => {
      await stock(store, "SOFA", 1)
      const shopper = store.shopper()
      await shopper.fillCart()
      await steps(shopper)
      return { cartId: shopper.cartId, leaseKey: shopper.leaseKey }
    })
    return Object.assign(store.shopper(), kept)
  }
  const offered = () => ofLastSofa("offered", (shopper) => shopper.toOffer())
  const handedOut = () => ofLastSofa("handed out", (shopper) => shopper.toContract())
  const signed = () => ofLastSofa("signed", (shopper) => shopper.readyToOrder())
  /** Another person at the service. */
  async function offeredToOther(): Promise<Shopper> {
    const { customer, bank } = applicant("late")
    const shopper = store.shopper()
    await shopper.fillCart()
    await shopper.apply(undefined, { application: { bank, customer: { ...customer, ssn: "512-68-3098" } } })
    await shopper.offer()
    return shopper
  }
  const leaseOf = async ({ cartId }: Shopper) => {
    const lease = await store.ledger.leftOfCart(cartId)
    if (!lease) throw new Error("there is no lease")
    return lease
  }
  /** All that is reserved in the store, as core counts it, and the reservations that make it up: for a lease, or for an order. */
  async function books() {
    const [levels] = await store.sql("select sum(reserved_quantity) as reserved from inventory_level")
    const rows = await store.sql(
      "select line_item_id like 'lease%' as held, quantity from reservation_item where deleted_at is null",
    )
    const sum = (held: boolean) =>
      rows.filter((row) => row.held === held).reduce((all, { quantity }) => all + Number(quantity), 0)
    return { reserved: Number(levels?.reserved), held: sum(true), ordered: sum(false) }
  }
  const heldUntil = async (shopper: Shopper) => (await leaseOf(shopper)).stock_held_until

  it("is not reserved where the option is off", async () => {
    store.setOptions({})
    const shopper = await handedOut()
    expect([await books(), await heldUntil(shopper)]).toEqual([NOTHING, null])
  })

  it("keeps the last piece for who signs, while another shopper's order is refused", async () => {
    const shopper = await offered()
    const other = store.shopper()
    await other.fillCart()
    await other.startPayment("pp_system_default")
    const { body } = await shopper.contract()
    expect((await shopper.contract()).status).toBe(200)
    expect(await books()).toEqual(HELD)
    const message = expect.stringMatching("Not enough stock")
    expect(await other.complete()).toMatchObject({ status: 400, body: { message } })
    const { reference } = await leaseOf(shopper)
    const description = expect.stringMatching(`^Held for lease ${reference}: until its order, or`)
    expect((await store.admin.get("/admin/reservations")).body.reservations).toMatchObject([{ description }])
    await shopper.signAt(body.url)
    const { messages } = (await shopper.signature()).body
    expect(messages).not.toContainEqual(expect.objectContaining({ code: "not_orderable" }))
    await shopper.startPayment()
    expect((await shopper.complete()).body.type).toBe("order")
    expect([await books(), await heldUntil(shopper)]).toEqual([ORDERED, null])
    await store.look()
    expect(await books()).toEqual(ORDERED)
  })

  it("is held once and for one only when two shoppers, in two tabs each, ask at the same moment: the other reads what is missing", async () => {
    const both = [await offered(), await offeredToOther()]
    const answers = await Promise.all([...both, ...both].map((shopper) => shopper.contract()))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await books()).toEqual(HELD)
    const shown = [0, 1].filter((place) => [place, place + 2].some((tab) => answers[tab]?.status === 200))
    expect(shown).toHaveLength(1)
    const late = both[1 - (shown[0] ?? 0)] as Shopper
    const asked = store.calls().length
    const params = { reason_code: "out_of_stock", items: "Harbor sofa" }
    expect(await late.contract()).toMatchObject({ status: 409, body: { code: "not_orderable", params } })
    expect([store.calls().length, (await leaseOf(late)).status]).toEqual([asked, "offered"])
  })

  it("is taken from two locations where none has it all", async () => {
    await stock(store, "SOFA", 1)
    const [channel] = await store.sql(
      "select sales_channel_id as id from cart where sales_channel_id is not null limit 1",
    )
    const { body } = await store.admin.post("/admin/stock-locations", { name: "Second warehouse" })
    const { id: location_id } = body.stock_location
    await store.admin.post(`/admin/stock-locations/${location_id}/sales-channels`, { add: [channel?.id] })
    const [item] = await store.sql("select id from inventory_item where sku = 'SOFA'")
    await store.admin.post(`/admin/inventory-items/${item?.id}/location-levels`, { location_id, stocked_quantity: 1 })
    const shopper = store.shopper()
    await shopper.fillCart({ items: [{ handle: "sofa", quantity: 2 }] })
    await shopper.toContract()
    expect(await books()).toEqual({ reserved: 2, held: 2, ordered: 0 })
    const levels = await store.sql("select reserved_quantity from inventory_level where inventory_item_id = ?", [
      item?.id,
    ])
    expect(levels.map(({ reserved_quantity }) => Number(reserved_quantity))).toEqual([1, 1])
  })

  it("is given back when it is not signed in time, and held as the cart is then for who comes back", async () => {
    const shopper = await handedOut()
    await store.pass("9 minutes")
    await store.runJob()
    expect(await books()).toEqual(HELD)
    await store.pass("2 minutes")
    await store.runJob()
    expect([await books(), await heldUntil(shopper)]).toEqual([NOTHING, null])
    await shopper.addItem("lamp", 2)
    await shopper.offer()
    expect((await shopper.contract()).status).toBe(200)
    expect(await books()).toEqual({ reserved: 3, held: 3, ordered: 0 })
  })

  it("is held again when core refuses the order or fails behind its own reservation, and the true reason is told", async () => {
    const shopper = await signed()
    failingCompletion.behindPayment = true
    expect((await shopper.complete()).status).toBe(503)
    failingCompletion.behindPayment = false
    expect(await books()).toEqual(HELD)
    await store.admin.delete(`/admin/shipping-options/${store.shop.shippingOptionIds.standard}`)
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "shipping_gone" } })
    expect([await books(), await heldUntil(shopper)]).toEqual([HELD, expect.any(Date)])
    await store.pass("5 minutes")
    await store.runJob()
    const [task] = await store.ledger.tasksOf([(await leaseOf(shopper)).id])
    expect(task).toMatchObject({ kind: "place_order", last_error: { code: "shipping_gone" } })
    expect(await books()).toEqual(HELD)
  })

  it("is told to be missing where it is gone from the warehouse after the signature", async () => {
    const shopper = await signed()
    await stock(store, "SOFA", 0)
    expect(await shopper.complete()).toMatchObject({ status: 400, body: { code: "out_of_stock" } })
    expect([await books(), await heldUntil(shopper)]).toEqual([NOTHING, null])
    await stock(store, "SOFA", 1)
    expect((await shopper.complete()).body.type).toBe("order")
    expect(await books()).toEqual(ORDERED)
  })

  it.each([
    ["goes to a shopper who pays otherwise", true],
    ["is held again when the other payment comes to nothing", false],
  ])("%s", async (_, orders) => {
    const shopper = await handedOut()
    await shopper.startPayment("pp_system_default")
    if (!orders) await store.admin.delete(`/admin/shipping-options/${store.shop.shippingOptionIds.standard}`)
    expect((await shopper.complete()).status).toBe(orders ? 200 : 400)
    expect(await books()).toEqual(orders ? ORDERED : HELD)
  })

  it("is not touched by a completion without a payment, which anyone can send who knows the cart's id", async () => {
    const reservations = () => store.sql("select id from reservation_item where deleted_at is null")
    const shopper = await handedOut()
    const before = await reservations()
    expect((await shopper.as(null).post(`/store/carts/${shopper.cartId}/complete`)).status).toBe(400)
    expect([before.length, await reservations()]).toEqual([1, before])
  })

  it("is given to the order of a store's own code, which says so first", async () => {
    const { cartId } = await signed()
    const complete = () => completeCartWorkflow(store.container).run({ input: { id: cartId } })
    await expect(complete()).rejects.toMatchObject({ message: expect.stringMatching("Not enough stock") })
    expect(await books()).toEqual(HELD)
    expect(await handOverHeldStock(store.container, cartId)).toBe(true)
    await complete()
    expect([await books(), await handOverHeldStock(store.container, cartId)]).toEqual([ORDERED, false])
  })

  it("counts the parts of a kit, and nothing that is sold on backorder", async () => {
    const { sofa, lamp } = store.shop.variantIds
    await store.sql("update product_variant_inventory_item set required_quantity = 2 where variant_id = ?", [sofa])
    await store.admin.post(`${await productRoute(store, "lamp")}/variants/${lamp}`, { allow_backorder: true })
    await stock(store, "SOFA", 2)
    await stock(store, "LAMP", 0)
    const shopper = store.shopper()
    await shopper.fillCart({ items: [{ handle: "sofa" }, { handle: "lamp" }] })
    await shopper.toContract()
    expect((await shopper.contract()).status).toBe(200)
    expect(await books()).toEqual({ reserved: 2, held: 2, ordered: 0 })
  })
})
