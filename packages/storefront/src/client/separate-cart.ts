import type { LeaseView } from "../wire.js"
import { busy, LeaseError } from "./errors.js"
import { hasContract } from "./has-contract.js"
import { isBack, type Moved, missingFrom, unitsOf } from "./moved-lines.js"
import { prepareSession } from "./place-order.js"
import { isLeaseProvider } from "./provider.js"
import { restoreLines } from "./restore-lines.js"
import type { Ask } from "./transport.js"

/** `readView` reads the lease's view. */
type Given = { cartId: string; readView: () => Promise<LeaseView> }

type Line = {
  id: string
  title: string
  variant_id: string | null
  quantity: number
  unit_price: number
  metadata?: object | null
}

/** What the cart's metadata says about its separate cart, whose own metadata names the cart that its lines came from. */
type Note = { cart_id: string; items: Moved[] }

type Cart = {
  id: string
  items: Line[]
  metadata?: { lease_separate?: Note } | null
  payment_collection?: { payment_sessions?: { provider_id: string }[] | null } | null
} & Record<string, unknown>

/** The fields of a cart that its separate cart gets, besides the addresses. */
export const HEAD = ["region_id", "sales_channel_id", "email", "locale"]
const ADDRESS = [
  ...["first_name", "last_name", "company", "phone", "address_1", "address_2"],
  ...["city", "postal_code", "province", "country_code"],
]
const LINE = ["id", "title", "variant_id", "quantity", "unit_price", "metadata"]

/** What is read of a cart. */
export const CART_FIELDS = [
  ...["id", "metadata", "payment_collection.payment_sessions.provider_id"],
  ...[...HEAD, ...LINE.map((field) => `items.${field}`)],
  ...["shipping_address", "billing_address"].flatMap((name) => ADDRESS.map((field) => `${name}.${field}`)),
].join()

/**
 * Moves lines that can't be leased to a separate cart: those with these IDs, by default all. Does so in an order in which a page that closes at any
 * point loses and doubles nothing: the new cart is created with its lines, the old cart's metadata names it, and only then are the lines removed.
 * Lines that were moved before, and aren't in the cart anymore, stay in the separate cart. Other lines are taken out of it. Throws LeaseError.
 */
export function separateLines(ask: Ask, given: Given, lineIds?: readonly string[]): Promise<void> {
  return locked(given, async () => {
    const { cart, note, view } = await readBoth(ask, given)
    if (view.step !== "unavailable") return
    const unfit = view.reasons.flatMap((reason) => reason.lines ?? []).filter(({ movable }) => movable)
    const ids = unfit.map(({ id }) => id).filter((id) => lineIds?.includes(id) ?? true)
    const lines = cart.items.filter(({ id }) => ids.includes(id))
    const noted = note?.items ?? []
    const left = missingFrom(cart, noted).filter((item) => !isBack(item, cart))
    const moved = [...left.map(({ before, ...item }) => item), ...lines.map(toMoved)]
    if (keyOf(moved) !== keyOf(noted)) {
      const made = moved.length > 0 ? await createCart(ask, cart, { moved, lines }) : null
      // Another tab may have changed the cart in the meantime.
      if (stateOf(await readCart(ask, given)) !== stateOf(cart)) throw busy(409)
      await keepNote(ask, given, made && { cart_id: made.id, items: moved })
    }
    const changes = lines.map(({ id }) => ({ line_id: id, quantity: 0 }))
    await restoreLines(ask, given.cartId, changes)
    // Medusa deletes payment sessions when the total changes. Shops that choose the method with a session would lose the choice of the lease.
    const { payment_sessions } = cart.payment_collection ?? {}
    const isChosen = payment_sessions?.some(({ provider_id }) => isLeaseProvider(provider_id))
    if (isChosen && lines.length > 0) await prepareSession(ask, given.cartId).catch(() => undefined)
  })
}

/**
 * Puts the lines of the separate cart back, unless a contract for the cart may be signed. First notes how many units of each variant the cart has, so
 * that a repeated call doesn't add a line again. Throws LeaseError `put_back_failed` once the other lines are back, if the store refused a line.
 */
export function putBackLines(ask: Ask, given: Given): Promise<void> {
  return locked(given, async () => {
    let { cart, note, view } = await readBoth(ask, given)
    if (!note || hasContract(view.status)) return
    const items = withUnits(missingFrom(cart, note.items), cart)
    if (keyOf(items) !== keyOf(note.items)) await keepNote(ask, given, { ...note, items })
    const refused: Moved[] = []
    for (const item of items) {
      if (isBack(item, cart)) continue
      const { variant_id, quantity, metadata } = item
      const body = { variant_id, quantity, ...(metadata && { metadata }) }
      const added = ask<{ cart: Cart }>({ method: "POST", path: `${pathOf(given)}/line-items`, body }, hasItems)
      const result = await added.catch(orRefusal)
      if (result) cart = result.cart
      else refused.push(item)
    }
    await keepNote(ask, given, null)
    if (refused.length > 0) throw failed("put_back_failed", refused)
  })
}

/** Lets only one of the browser's tabs at a time move a cart's lines. */
async function locked({ cartId }: Given, work: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined
  const start = () => {
    done ??= work()
    return done
  }
  try {
    await globalThis.navigator?.locks?.request(`lease-to-own:${cartId}`, start)
  } catch (error) {
    // Browsers refuse locks to a page without storage, such as one that blocks cookies.
    if (done) throw error
  }
  return start()
}

async function readCart(ask: Ask, given: Given): Promise<Cart> {
  const path = `${pathOf(given)}?fields=${CART_FIELDS}`
  return (await ask<{ cart: Cart }>({ method: "GET", path }, hasItems)).cart
}

/**
 * Reads the cart, and then the view, which says whether the store accepts the noted cart as this cart's separate cart. It doesn't once that cart is
 * ordered. The other way around, the note could be newer than the view.
 */
async function readBoth(ask: Ask, given: Given): Promise<{ cart: Cart; note: Note | null; view: LeaseView }> {
  const cart = await readCart(ask, given)
  const view = await given.readView()
  const note = cart.metadata?.lease_separate
  return { cart, view, note: note && note.cart_id === view.separate_cart?.id ? note : null }
}

async function keepNote(ask: Ask, given: Given, note: Note | null): Promise<void> {
  // Medusa merges metadata, and removes a key whose value is empty.
  const body = { metadata: { lease_separate: note ?? "" } }
  await ask({ method: "POST", path: pathOf(given), body }, hasItems)
}

/** Creates a cart for the same shopper. Throws unless it has all lines, and those that are moved now at the same price. */
async function createCart(ask: Ask, cart: Cart, { moved, lines }: { moved: Moved[]; lines: Line[] }): Promise<Cart> {
  const kept = HEAD.filter((name) => cart[name])
  const body = {
    ...Object.fromEntries(kept.map((name) => [name, cart[name]])),
    ...addressOf(cart, "shipping_address"),
    ...addressOf(cart, "billing_address"),
    items: moved.map(({ variant_id, quantity, metadata }) => ({ variant_id, quantity, ...(metadata && { metadata }) })),
    metadata: { lease_separate_from: cart.id },
  }
  const made = await ask<{ cart: Cart }>({ method: "POST", path: "/store/carts", body }, hasItems).catch(orRefusal)
  const found = made?.cart.items ?? []
  const isWhole = moved.every(({ variant_id }) => unitsOf(found, variant_id) === unitsOf(moved, variant_id))
  const isPriced = lines.every((line) =>
    found.some(({ variant_id, unit_price }) => variant_id === line.variant_id && unit_price === line.unit_price),
  )
  if (!made || !isWhole || !isPriced) throw failed("separate_failed", moved)
  return made.cart
}

function addressOf(cart: Cart, name: string): object {
  const address = cart[name] as Record<string, unknown> | null | undefined
  const fields = ADDRESS.filter((field) => address?.[field])
  return fields.length > 0 ? { [name]: Object.fromEntries(fields.map((field) => [field, address?.[field]])) } : {}
}

function toMoved({ id, title, variant_id, quantity, metadata }: Line): Moved {
  return { line_id: id, title, variant_id, quantity, metadata: metadata ?? null }
}

/** Notes the units of each line's variant in the cart, unless an interrupted call noted them. */
function withUnits(moved: readonly Moved[], { items }: Cart): Moved[] {
  return moved.map((item, at) => {
    const { variant_id, before } = item
    return { ...item, before: before ?? unitsOf(items, variant_id) + unitsOf(moved.slice(0, at), variant_id) }
  })
}

function keyOf(moved: readonly Moved[]): string {
  return moved
    .map(({ line_id, quantity, before }) => `${line_id} ${quantity} ${before}`)
    .sort()
    .join()
}

function stateOf({ items, metadata }: Cart): string {
  const lines = items.map(({ id, quantity }) => `${id} ${quantity}`)
  return JSON.stringify([metadata?.lease_separate, lines.sort()])
}

function pathOf({ cartId }: Given): string {
  return `/store/carts/${encodeURIComponent(cartId)}`
}

function hasItems({ cart }: Record<string, unknown>): boolean {
  return Array.isArray((cart as Partial<Cart> | undefined)?.items)
}

/** Returns null for a refusal by the store, and rethrows any other error. */
function orRefusal(error: unknown): null {
  if (error instanceof LeaseError && !error.retryable) return null
  throw error
}

const WORDS = {
  separate_failed:
    "Cannot be ordered separately at the same price right now: {items}. Nothing was changed. Remove the items from the cart, or choose another payment method.",
  put_back_failed: "Could not be put back into the cart, for example because it is sold out: {items}.",
}

function failed(code: keyof typeof WORDS, moved: readonly Moved[]): LeaseError {
  const params = { items: moved.map(({ title }) => title).join(", ") }
  const message = WORDS[code].replace("{items}", params.items)
  return new LeaseError({ code, message, status: 200, retryable: false, params })
}
