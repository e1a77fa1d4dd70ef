import { randomUUID } from "node:crypto"
import { Modules } from "@medusajs/framework/utils"
import { orderProblem } from "../../src/medusa/order-problem"
import { productRoute, stock } from "./support/goods"
import { ok } from "./support/http"
import { type LeaseStore, storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

const SOFAS = { items: [{ handle: "sofa", quantity: 5 }] }
const BOTH = { items: [{ handle: "sofa" }, { handle: "lamp" }] }
const OUT_OF_STOCK = { code: "out_of_stock", params: { items: "Harbor sofa" } }

/** Changes in the shop around a cart that is ready to be ordered. */
type Happen = (store: LeaseStore, shopper: Shopper) => Promise<unknown>
type Case = [when: string, wish: object, problem: object, happen: Happen]

async function sofaItem({ admin }: LeaseStore): Promise<{ id: string; location: string; route: string }> {
  const { body } = await admin.get("/admin/inventory-items?sku=SOFA&fields=id,location_levels.location_id")
  const [{ id, location_levels }] = body.inventory_items
  return { id, location: location_levels[0].location_id, route: `/admin/inventory-items/${id}/location-levels` }
}

async function channelId({ container }: LeaseStore): Promise<string | undefined> {
  return (await container.resolve(Modules.SALES_CHANNEL).listSalesChannels())[0]?.id
}

/** A second warehouse of the shop with this many sofas. */
async function secondWarehouse(store: LeaseStore, quantity: number): Promise<void> {
  const { admin } = store
  const { stock_location } = await ok(admin.post("/admin/stock-locations", { name: "Second warehouse" }))
  const channel = await channelId(store)
  await ok(admin.post(`/admin/stock-locations/${stock_location.id}/sales-channels`, { add: [channel] }))
  const level = { location_id: stock_location.id, stocked_quantity: quantity }
  await ok(admin.post((await sofaItem(store)).route, level))
}

async function changeSofa(store: LeaseStore, change: object): Promise<void> {
  const variant = `${await productRoute(store, "sofa")}/variants/${store.shop.variantIds.sofa}`
  await ok(store.admin.post(variant, change))
}

/** A campaign with this budget and number of codes, each for 10 dollars off every item. Returns the codes. */
async function campaign({ admin }: LeaseStore, budget: object, codes = 1): Promise<string[]> {
  const name = randomUUID()
  const body = { name, campaign_identifier: name, budget }
  const { id } = (await ok(admin.post("/admin/campaigns", body))).campaign
  return Promise.all(Array.from({ length: codes }, () => tenOffEach(admin, { campaign_id: id })))
}

async function tenOffEach(admin: LeaseStore["admin"], more: object): Promise<string> {
  const code = `OFF${randomUUID()}`
  const method = { type: "fixed", target_type: "items", allocation: "each", max_quantity: 1, currency_code: "usd" }
  const application_method = { ...method, value: 10 }
  await ok(admin.post("/admin/promotions", { code, type: "standard", status: "active", application_method, ...more }))
  return code
}

async function enter({ http, cartId }: Shopper, promo_codes: string[]): Promise<void> {
  await ok(http.post(`/store/carts/${cartId}/promotions`, { promo_codes }))
}

/** Completes the cart with the store's other payment method, so that only Medusa's own steps can refuse it. */
async function order(shopper: Shopper) {
  await shopper.startPayment("pp_system_default")
  return shopper.complete()
}

/** Someone else uses up a promotion after this cart has it, and after `meanwhile`. */
const usedUp =
  (code: (store: LeaseStore) => Promise<string[]>) =>
  async (store: LeaseStore, shopper: Shopper, meanwhile?: () => Promise<unknown>) => {
    const codes = await code(store)
    await enter(shopper, codes)
    await meanwhile?.()
    const other = await store.filled()
    await enter(other, codes)
    expect((await order(other)).body.type).toBe("order")
  }

const spend = (limit: number) => ({ type: "spend", limit, currency_code: "usd" })
const USED_UP = { code: "promotion_used_up", params: { items: expect.stringMatching(/^OFF/) } }

/** The goods can't be sent, though the cart's lines are unchanged. */
const WITHOUT_STOCK: Record<string, Happen> = {
  "a line needs several pieces of an inventory item": async (store) => {
    const { body } = await store.admin.get("/admin/inventory-items?sku=LAMP&fields=id")
    const variant = `${await productRoute(store, "sofa")}/variants/${store.shop.variantIds.sofa}`
    const link = { inventory_item_id: body.inventory_items[0].id, required_quantity: 3 }
    await ok(store.admin.post(`${variant}/inventory-items`, link))
    await stock(store, "LAMP", 2)
  },
  "others have reserved what is in stock": async (store) => {
    await stock(store, "SOFA", 1)
    const { id, location } = await sofaItem(store)
    await ok(store.admin.post("/admin/reservations", { inventory_item_id: id, location_id: location, quantity: 1 }))
  },
  "the only location moves to another sales channel": async (store) => {
    const { sales_channel } = await ok(store.admin.post("/admin/sales-channels", { name: "Another channel" }))
    const { location } = await sofaItem(store)
    const change = { add: [sales_channel.id], remove: [await channelId(store)] }
    await ok(store.admin.post(`/admin/stock-locations/${location}/sales-channels`, change))
  },
  "goods allow a backorder, but no location stocks them": async (store) => {
    await changeSofa(store, { allow_backorder: true })
    const { route, location } = await sofaItem(store)
    await stock(store, "SOFA", 0)
    await ok(store.admin.delete(`${route}/${location}`))
  },
}

const otherProfile: Happen = async (store) => {
  const { shipping_profile } = await ok(store.admin.post("/admin/shipping-profiles", { name: "Bulky", type: "bulky" }))
  await ok(store.admin.post(await productRoute(store, "sofa"), { shipping_profile_id: shipping_profile.id }))
}
const addDoormat: Happen = ({ container }, { cartId }) => {
  const doormat = { title: "Doormat", quantity: 1, unit_price: 9, requires_shipping: true }
  return container.resolve(Modules.CART).addLineItems(cartId, [doormat])
}
const deleteSofa: Happen = async (store) => ok(store.admin.delete(await productRoute(store, "sofa")))
const twoWarehouses =
  (quantity: number): Happen =>
  (store) =>
    Promise.all([stock(store, "SOFA", 3), secondWarehouse(store, quantity)])
/** The cart has codes of a campaign with this budget. */
const withCampaign =
  (budget: object, codes?: number): Happen =>
  async (store, shopper) =>
    enter(shopper, await campaign(store, budget, codes))
const PER_CUSTOMER = { type: "use_by_attribute", attribute: "customer_email", limit: 1 }
const TWO_USED_UP = { code: "promotion_used_up", params: { items: expect.stringMatching(/^OFF.+, OFF/) } }
const ofSofa = (code: string) => ({ code, params: { items: "Harbor sofa" } })

const REFUSED: Case[] = [
  ...Object.entries(WITHOUT_STOCK).map(([when, happen]): Case => [when, {}, OUT_OF_STOCK, happen]),
  ["no location has all of a line", SOFAS, OUT_OF_STOCK, twoWarehouses(3)],
  ["the goods have another shipping profile", {}, ofSofa("shipping_gone"), otherProfile],
  ["the shop has added an item to be shipped", {}, { code: "shipping_gone", params: { items: "Doormat" } }, addDoormat],
  ["the goods are deleted", {}, ofSofa("not_sold"), deleteSofa],
  ["a promotion is used up", {}, USED_UP, usedUp(async ({ admin }) => [await tenOffEach(admin, { limit: 1 })])],
  ["a campaign is used up", {}, USED_UP, usedUp((store) => campaign(store, { type: "usage", limit: 1 }))],
  ["a customer has used a campaign up", {}, USED_UP, usedUp((store) => campaign(store, PER_CUSTOMER))],
  ["two codes use a customer's campaign up together", {}, TWO_USED_UP, withCampaign(PER_CUSTOMER, 2)],
  ["two lines spend a budget together", BOTH, USED_UP, withCampaign(spend(15))],
]

const goneBut =
  (change: object): Happen =>
  async (store) => {
    await stock(store, "SOFA", 0)
    await changeSofa(store, change)
  }

const ORDERED: [string, object, Happen][] = [
  ["one of two locations has all of a line", SOFAS, twoWarehouses(5)],
  ["goods that are gone allow a backorder", {}, goneBut({ allow_backorder: true })],
  ["stock is not managed", {}, goneBut({ manage_inventory: false })],
  ["a budget is spent exactly", BOTH, withCampaign(spend(20))],
]

/** The check before a contract refuses exactly what Medusa refuses. */
export const orderProblems = storeRules("whether a cart could be ordered", (store) => {
  it.each(REFUSED)("refused by the check and by Medusa when %s", async (_when, wish, problem, happen) => {
    const shopper = await store.filled(wish)
    await happen(store, shopper)
    expect(await orderProblem(store.container, shopper.cartId)).toEqual(problem)
    expect((await order(shopper)).status).toBeGreaterThanOrEqual(400)
  })

  it.each(ORDERED)("accepted by the check and by Medusa when %s", async (_when, wish, happen) => {
    const shopper = await store.filled(wish)
    await happen(store, shopper)
    expect(await orderProblem(store.container, shopper.cartId)).toBeNull()
    expect((await order(shopper)).body.type).toBe("order")
  })

  it("lines of one variant that exceed its stock only together are refused, though Medusa would oversell it", async () => {
    const shopper = await store.filled()
    const again = { variant_id: store.shop.variantIds.sofa, quantity: 1, metadata: { engraving: "R" } }
    await ok(shopper.http.post(`/store/carts/${shopper.cartId}/line-items`, again))
    await stock(store, "SOFA", 1)
    expect(await orderProblem(store.container, shopper.cartId)).toEqual(OUT_OF_STOCK)
    expect((await order(shopper)).body.type).toBe("order")
  })

  it("a promotion that is used up changes the price before the contract; one that Medusa leaves on the cart refuses it", async () => {
    const shopper = await store.filled(BOTH)
    await shopper.toApproval()
    await usedUp(async ({ admin }) => [await tenOffEach(admin, { limit: 1 })])(store, shopper, () => shopper.offer())
    expect(await shopper.contract()).toMatchObject({ status: 409, body: { code: "cart_changed" } })
    await enter(shopper, await campaign(store, spend(15)))
    await ok(shopper.offer())
    const refused = { code: "not_orderable", params: { reason_code: "promotion_used_up" } }
    expect(await shopper.contract()).toMatchObject({ status: 409, body: refused })
  })

  it("no contract is shown, or shown again, when no location has all of a line", async () => {
    const shopper = await store.filled(SOFAS)
    await shopper.toOffer()
    await Promise.all([stock(store, "SOFA", 3), secondWarehouse(store, 3)])
    const refused = { status: 409, body: { code: "not_orderable", params: { reason_code: "out_of_stock" } } }
    expect(await shopper.contract()).toMatchObject(refused)
    await stock(store, "SOFA", 5)
    expect((await shopper.contract()).status).toBe(200)
    await stock(store, "SOFA", 3)
    expect(await shopper.contract()).toMatchObject(refused)
  })
})
