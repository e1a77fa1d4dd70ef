import type { BigNumberInput, IInventoryService, MedusaContainer, ReservationItemDTO } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { LEASE_MODULE } from "../modules/lease"
import { messageOf } from "../modules/lease/outbox/look"
import type { HistoryEntry, LeaseRecord } from "../modules/lease/rules/records"
import type LeaseModuleService from "../modules/lease/service"
import type { OrderProblem } from "../modules/lease/shopper/not-orderable"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { type GoodsCart, namesOf, type Part, readGoodsCart, type Wanted, wantedIn } from "./read/cart-goods"
import type { Query } from "./read/carts"
import { inventoryOf, readHeld } from "./read/held-stock"

/** How many of an article in the warehouse a cart takes, and at which locations of its sales channel it lies. */
type Need = { inventory_item_id: string; quantity: BigNumberInput; locations: string[] }

/** A part of an article, at one location. */
type Share = { inventory_item_id: string; location_id: string; quantity: BigNumberInput }

/**
 * Reserves the goods of a lease's cart as reservations of core, in place of those it has: everything or nothing. Goods that Medusa does not
 * count, or sells on backorder, need none. Answers which articles there are too few of, and then nothing is reserved. Throws LedgerRefusal `busy`
 * where another hold of the lease was first.
 */
export async function reserveStock(container: MedusaContainer, lease: LeaseRecord): Promise<OrderProblem | null> {
  const inventory = inventoryOf(container)
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const cart = inventory && (await readGoodsCart(query, lease.cart_id))
  if (!cart) return null
  const needs = needsOf(cart)
  const lacking = await locked(container, lease, needs, async (held) => {
    // It was given back, or begun again in another tab, since it was written down.
    if (!(await ledgerOf(container).isHeldStill(lease))) throw new LedgerRefusal("busy")
    if (held.length) await inventory.deleteReservationItems(held.map(({ id }) => id))
    const { shares, lacking } = await share(inventory, needs)
    if (!lacking.length && shares.length) await inventory.createReservationItems(shares.map((one) => toRow(one, lease)))
    return lacking
  })
  if (!lacking.length) return null
  const isLacking = ({ inventory_item_id }: Part) => lacking.includes(inventory_item_id)
  const lines = (cart.items ?? []).filter(
    ({ variant }) => variant && isCounted({ variant }) && variant.inventory_items?.some(isLacking),
  )
  return { code: "out_of_stock", params: { items: namesOf(lines) } }
}

/**
 * Gives back what is reserved for a lease and writes that down, if `may` still says so while no one else reserves for it. Twice is as good as
 * once. `history`: what is told of it.
 */
export function giveBackStock(
  container: MedusaContainer,
  lease: LeaseRecord,
  { may = async () => true, history }: { may?: () => Promise<boolean>; history?: HistoryEntry[] } = {},
): Promise<void> {
  return locked(container, lease, [], async (held) => {
    if (!(await may())) return
    if (held.length) await inventoryOf(container)?.deleteReservationItems(held.map(({ id }) => id))
    await ledgerOf(container).stockGone(lease, history)
  })
}

/**
 * Gives back what is held for a lease right before core completes its cart: core reserves goods for the order itself, and would count ours against it.
 * A failure is logged, because core may have enough for both. Answers whether anything was held.
 */
export async function handOverStock(container: MedusaContainer, lease: LeaseRecord | null): Promise<boolean> {
  if (!lease?.stock_held_until) return false
  try {
    await giveBackStock(container, lease, { history: [] })
  } catch (error) {
    log(container, `the stock held for lease ${lease.reference} could not be handed over: ${messageOf(error)}`)
  }
  return true
}

/**
 * For a store that completes carts by its own code: gives back what is held for the lease of a cart. To be called right before `completeCartWorkflow`,
 * which reserves the goods for the order. Answers whether anything was held.
 */
export async function handOverHeldStock(container: MedusaContainer, cartId: string): Promise<boolean> {
  return handOverStock(container, await ledgerOf(container).leftOfCart(cartId))
}

/**
 * Holds the goods again after core has refused the order for which they were given back. They may be gone by now, which the log says, as it does of
 * any failure. Answers the lease as it is then.
 */
export async function holdStockAgain(container: MedusaContainer, lease: LeaseRecord): Promise<LeaseRecord> {
  const ledger = ledgerOf(container)
  let now = lease
  try {
    now = (await ledger.byId(lease.id)) ?? lease
    return await ledger.holdStock(now, (held) => reserveStock(container, held))
  } catch (error) {
    log(container, `the stock of lease ${lease.reference} could not be held again: ${messageOf(error)}`)
    return { ...now, stock_held_until: null }
  }
}

function needsOf(cart: GoodsCart): Need[] {
  const needs = new Map<string, Need>()
  for (const { variant, quantity } of wantedIn(cart.items ?? []).filter(isCounted))
    for (const part of variant.inventory_items ?? []) {
      const before = needs.get(part.inventory_item_id)
      needs.set(part.inventory_item_id, {
        inventory_item_id: part.inventory_item_id,
        quantity: MathBN.add(before?.quantity ?? 0, MathBN.mult(quantity, part.required_quantity)),
        locations: locationsOf(part, cart.sales_channel_id),
      })
    }
  return [...needs.values()]
}

function isCounted({ variant }: Pick<Wanted, "variant">): boolean {
  return variant.manage_inventory && !variant.allow_backorder
}

function locationsOf({ inventory }: Part, channelId: string): string[] {
  const levels = inventory?.location_levels ?? []
  const isOfChannel = (level: (typeof levels)[number]) =>
    [level.stock_locations ?? []]
      .flat()
      .some(({ sales_channels }) => sales_channels?.some(({ id }) => id === channelId))
  return levels.filter(isOfChannel).map(({ location_id }) => location_id)
}

/** Divides what is needed among locations, as they are now: the fullest first, which alone has it all where one does. */
async function share(inventory: IInventoryService, needs: Need[]): Promise<{ shares: Share[]; lacking: string[] }> {
  const shares: Share[] = []
  const lacking: string[] = []
  if (!needs.length) return { shares, lacking }
  const levels = await inventory.listInventoryLevels({ inventory_item_id: needs.map((need) => need.inventory_item_id) })
  for (const { inventory_item_id, quantity, locations } of needs) {
    const near = levels.filter(
      (level) => level.inventory_item_id === inventory_item_id && locations.includes(level.location_id),
    )
    let missing = MathBN.convert(quantity)
    for (const { location_id, available_quantity } of near.sort(fullestFirst)) {
      const part = MathBN.min(missing, MathBN.max(available_quantity, 0))
      if (part.gt(0)) shares.push({ inventory_item_id, location_id, quantity: part })
      missing = missing.minus(part)
    }
    if (missing.gt(0)) lacking.push(inventory_item_id)
  }
  return { shares, lacking }
}

function fullestFirst(a: { available_quantity: number }, b: { available_quantity: number }): number {
  return b.available_quantity - a.available_quantity
}

/** Staff read the description on the reservation's page. */
function toRow(one: Share, { id, reference, stock_held_until }: LeaseRecord) {
  const until = stock_held_until?.toISOString().slice(0, 16).replace("T", " ")
  const description = `Held for lease ${reference}: until its order, or until ${until} UTC if it is not signed`
  return { ...one, line_item_id: id, description }
}

/**
 * Works while no one else reserves anything for the lease, or the articles that it needs and holds: by a lock of its own and those that core takes for
 * its reservations, all at once. `work` is given what the lease holds by then.
 */
async function locked<T>(
  container: MedusaContainer,
  lease: LeaseRecord,
  needs: readonly Need[],
  work: (held: ReservationItemDTO[]) => Promise<T>,
): Promise<T> {
  const articles = [...(await readHeld(container, lease)), ...needs].map(({ inventory_item_id }) => inventory_item_id)
  const keys = [...new Set([`lease-stock:${lease.id}`, ...articles])].sort()
  const done = await container.resolve(Modules.LOCKING).execute(keys, async () => {
    const held = await readHeld(container, lease)
    return held.every((row) => keys.includes(row.inventory_item_id)) ? { result: await work(held) } : null
  })
  // Another tab has reserved another article meanwhile: its lock is wanted as well.
  return done ? done.result : locked(container, lease, needs, work)
}

function ledgerOf(container: MedusaContainer): LeaseModuleService {
  return container.resolve<LeaseModuleService>(LEASE_MODULE)
}

function log(container: MedusaContainer, words: string): void {
  container.resolve(ContainerRegistrationKeys.LOGGER).warn(`lease-to-own: ${words}`)
}
