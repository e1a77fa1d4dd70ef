import type { LeaseClient, LeaseView, TransportAnswer, TransportRequest } from "../../../packages/storefront/src/index"
import { clientOf } from "./fake-transport"
import { aView } from "./local-store"

export type FakeLine = {
  id: string
  title: string
  variant_id: string
  quantity: number
  unit_price: number
  metadata?: object | null
}
export type FakeCart = { id: string; items: FakeLine[]; metadata: Record<string, unknown> } & Record<string, unknown>

const PRICES: Record<string, number> = { sofa: 400, card: 25, warranty: 60 }
const CART = /^\/store\/carts\/(\w+)(\/line-items)?(?:\/(\w+))?$/
const CLOSED = new Error("The page is closed.")

/**
 * Medusa's routes for carts and their lines, and the lease's view, in memory. A variant is named after its product. Only a sofa can be leased, and a
 * wardrobe can't be moved.
 */
export class FakeCarts {
  readonly carts = new Map<string, FakeCart>()
  readonly sent: TransportRequest[] = []
  prices = { ...PRICES }
  soldOut: string[] = []
  status: LeaseView["status"] = null
  /** Runs before each request is carried out, for what another tab does in the meantime. */
  before: (request: TransportRequest) => void = () => undefined
  #ids = 0

  /** The shopper's cart with these lines. */
  constructor(lines: Omit<FakeLine, "id" | "title" | "unit_price">[], more: object = {}) {
    this.#create({ items: lines as FakeLine[], id: "cart_1", ...more })
  }

  /** The IDs of the lines with these variants in the shopper's cart. */
  lineIds(...variants: string[]): string[] {
    return this.cart().items.flatMap(({ id, variant_id }) => (variants.includes(variant_id) ? [id] : []))
  }

  cart(id = "cart_1"): FakeCart {
    const cart = this.carts.get(id)
    if (!cart) throw new Error(`There is no cart ${id}.`)
    return cart
  }

  /** The separate cart as the store's view names it. */
  get separate(): FakeCart | undefined {
    const { cart_id } = (this.cart().metadata.lease_separate ?? {}) as { cart_id?: string }
    const cart = cart_id ? this.carts.get(cart_id) : undefined
    return cart?.metadata.lease_separate_from === "cart_1" ? cart : undefined
  }

  /** What a cart contains, by variant and metadata. */
  static contents(cart: FakeCart | undefined): Record<string, number> {
    const found: Record<string, number> = {}
    for (const { variant_id, quantity, metadata } of cart?.items ?? []) {
      const key = `${variant_id}${metadata ? ` ${JSON.stringify(metadata)}` : ""}`
      found[key] = (found[key] ?? 0) + quantity
    }
    return found
  }

  /** Sends the requests of one tab. With `dies`, the tab is closed at that request, before or after the store has carried it out. */
  tab(dies?: { at: number; isDone: boolean }): LeaseClient {
    let count = 0
    return clientOf(async (request) => {
      const at = count++
      if (dies && (at > dies.at || (at === dies.at && !dies.isDone))) throw CLOSED
      const answer = this.answer(request)
      if (dies?.at === at) throw CLOSED
      return answer
    })
  }

  #view(): LeaseView {
    const unfit = this.cart().items.filter(({ variant_id }) => variant_id !== "sofa")
    const lines = unfit.map(({ id, title, quantity }) => ({ id, title, quantity, movable: title !== "wardrobe" }))
    const reasons = [{ code: "unavailable_items", params: {}, message: "No.", lines }]
    const separate_cart = this.separate ? { id: this.separate.id, items: [] } : null
    return aView({ status: this.status, separate_cart, ...(lines.length > 0 && { step: "unavailable", reasons }) })
  }

  answer(request: TransportRequest): TransportAnswer {
    this.before(request)
    this.sent.push(structuredClone(request))
    const { method, path: url, body } = structuredClone(request)
    const [path = ""] = url.split("?")
    if (path.startsWith("/store/lease-to-own/")) return { status: 200, body: this.#view() }
    if (path.startsWith("/store/payment-collections"))
      return { status: 200, body: { payment_collection: { id: "paycol_1", payment_sessions: [] } } }
    if (path === "/store/carts") return this.#refusal(body) ?? ok(this.#create(body as object))
    const [, id = "", lines, lineId] = CART.exec(path) ?? []
    const cart = this.carts.get(id)
    if (!cart) return { status: 404, body: { type: "not_found", message: "No cart." } }
    if (method === "GET") return ok(cart)
    if (!lines) Object.assign(cart.metadata, (body as FakeCart).metadata)
    else if (lineId) {
      if (!cart.items.some((line) => line.id === lineId))
        return { status: 404, body: { type: "x", message: "No line." } }
      cart.items = cart.items.filter((line) => line.id !== lineId)
    } else {
      const refusal = this.#refusal({ items: [body as FakeLine] })
      if (refusal) return refusal
      this.#add(cart, body as FakeLine)
    }
    return ok(cart)
  }

  #refusal(body: unknown): TransportAnswer | undefined {
    const { items } = body as FakeCart
    const isSoldOut = items.some(({ variant_id }) => this.soldOut.includes(variant_id))
    return isSoldOut
      ? { status: 400, body: { type: "not_allowed", code: "insufficient_inventory", message: "Variant." } }
      : undefined
  }

  #create({ items = [], ...body }: Partial<FakeCart>): FakeCart {
    const cart = { id: `cart_${this.carts.size + 1}`, metadata: {}, ...body, items: [] } as FakeCart
    this.carts.set(cart.id, cart)
    for (const line of items) this.#add(cart, line)
    return cart
  }

  /** Like Medusa, merges lines with the same variant and metadata. */
  #add(cart: FakeCart, { variant_id, quantity, metadata }: FakeLine): void {
    const same = cart.items.find(
      (line) => line.variant_id === variant_id && JSON.stringify(line.metadata) === JSON.stringify(metadata),
    )
    if (same) same.quantity += quantity
    else {
      const unit_price = this.prices[variant_id] ?? 0
      cart.items.push({ id: `line_${++this.#ids}`, title: variant_id, variant_id, quantity, unit_price, metadata })
    }
  }
}

function ok(cart: FakeCart): TransportAnswer {
  return { status: 200, body: { cart: structuredClone(cart) } }
}
