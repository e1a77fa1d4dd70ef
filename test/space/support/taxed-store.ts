import type { MedusaContainer } from "@medusajs/framework/types"
import type { CartInput, SalesTaxOption } from "../../../src/lease-cart"
import { FORMER_KEY, TAX_PROVIDER_ID } from "../../../src/medusa/read/taxes"
import LeaseTaxProvider from "../../../src/providers/lease-tax/service"
import type { Sale } from "../../support/sale"
import { CART, type TaxedLease, TaxedLedger } from "./taxed-ledger"

/** Thrown where a process dies. */
export class Death extends Error {}

/** Thrown if a guard, Medusa or the lease service refuses. The refused step has no effect. */
export class Refusal extends Error {}

type TaxLine = { rate: number; provider_id: string; name: string; code?: string }
type Line = { id: string; cents: number; quantity: number; tax_lines: TaxLine[] }
type Session = { id: string; provider_id: string; status: string; amount: number; mayDiffer?: boolean }
type Address = { country_code: string; province: string }

/** The order as Medusa's query returns it. */
type PlacedOrder = { id: string; items: unknown[]; shipping_methods: unknown[] }

export const TEXAS: Address = { country_code: "us", province: "TX" }
const RATES: Record<string, number> = { TX: 8.25, IL: 10, ON: 13 }

/**
 * A store with one cart, in memory. It handles taxes as Medusa does: adding a line calculates only that line, changing the address recalculates the
 * whole cart, and a changed total deletes the payment sessions. Our tax provider is the real one. Each call of the plugin is a step. Another tab may
 * act between steps, and the process may die at any step.
 */
export class TaxedStore {
  items: Line[] = [this.line("cali_1", 40_000)]
  delivery: Line = this.line("casm_1", 10_000)
  address = TEXAS
  discount = 0
  credit = false
  order: PlacedOrder | null = null
  collection: { id: string; amount: number; sessions: Session[] } | null = null
  lease: TaxedLease | null = null
  provider: string = TAX_PROVIDER_ID
  salesTax: SalesTaxOption = "by_operator"
  /** The broken rules so far. */
  readonly broken: string[] = []
  /** The placed order. */
  sale: Sale | null = null
  readonly ledger = new TaxedLedger(this)
  private made = 1

  /** The plugin's step before which the process dies. */
  diesAt = Number.POSITIVE_INFINITY
  /** How many tabs act at the same time, and in which order they take their steps. */
  tabs = 1
  turns: number[] = []
  private waiting: (() => void)[] = []

  /** Waits for this tab's turn. */
  turn(): Promise<void> {
    this.diesAt -= 1
    if (this.diesAt < 0) return Promise.reject(new Death())
    if (this.tabs <= 1) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      this.release()
    })
  }

  /** Lets one of the waiting tabs go on if no tab is acting. */
  private release(): void {
    if (this.waiting.length < this.tabs || !this.waiting.length) return
    const [next] = this.waiting.splice((this.turns.shift() ?? 0) % this.waiting.length, 1)
    next?.()
  }

  leave(): void {
    this.tabs -= 1
    this.release()
  }

  newId(prefix: string): string {
    this.made += 1
    return `${prefix}_${this.made}`
  }

  line(id: string, cents: number): Line {
    return { id, cents, quantity: 1, tax_lines: [] }
  }

  /* Medusa */

  /** Whether our provider calculates the tax in the cart's country. */
  get isOurs(): boolean {
    return this.address.country_code === "us" && this.provider === TAX_PROVIDER_ID
  }

  get formerRate(): number {
    return RATES[this.address.province] ?? 0
  }

  private net({ cents, quantity }: Line): number {
    return Math.round(cents * quantity * (1 - this.discount))
  }

  private taxOf(line: Line): number {
    return line.tax_lines.reduce((sum, { rate }) => sum + Math.round((this.net(line) * rate) / 100), 0)
  }

  get lines(): Line[] {
    return [...this.items, this.delivery]
  }

  get total(): number {
    const total = this.lines.reduce((sum, line) => sum + this.net(line) + this.taxOf(line), 0)
    return this.credit ? 0 : total
  }

  /** The cart as Medusa's query returns it. */
  get cart(): CartInput & { completed_at: Date | null; order: { id: string } | null } {
    const { items, delivery, address, collection, order } = this
    const amounts = (line: Line) => ({
      total: (this.net(line) + this.taxOf(line)) / 100,
      tax_total: this.taxOf(line) / 100,
    })
    const shipping = amounts(delivery)
    return {
      ...{ id: CART, currency_code: "usd", email: "robin@shopper.example", region_id: "reg_us", order },
      completed_at: order && new Date(0),
      shipping_address: address,
      items: items.map((line) => ({
        ...line,
        ...amounts(line),
        unit_price: line.cents / 100,
        variant_id: line.id,
        title: line.id,
      })),
      shipping_methods: [delivery],
      ...{ shipping_total: shipping.total, shipping_tax_total: shipping.tax_total, credit_line_total: 0 },
      total: this.total / 100,
      ...{
        region: { id: "reg_us" },
        payment_collection: collection && { id: collection.id, payment_sessions: this.sessions },
        credit_lines: this.credit ? [{ id: "cacl_1" }] : [],
      },
    }
  }

  private get sessions() {
    return (this.collection?.sessions ?? []).map((session) => ({ ...session, amount: session.amount / 100 }))
  }

  /** Turns the cart into an order that `session` pays. */
  placeOrder(session: Session | undefined): void {
    const { id, completed_at, order, ...cart } = structuredClone(this.cart)
    const by = session && {
      provider_id: session.provider_id,
      data: { lease_id: "lease_1" },
      amount: session.amount / 100,
    }
    this.order = {
      ...cart,
      ...{ id: "order_1", display_id: 1, status: "pending", created_at: new Date(0), canceled_at: null },
      ...{ cart: { id }, cart_link: { cart_id: id }, fulfillments: [] },
      items: cart.items?.map((line) => ({ ...line, detail: { quantity: line.quantity } })) ?? [],
      shipping_methods: cart.shipping_methods ?? [],
      payment_collections: [
        {
          payment_sessions: by ? [{ ...by, id: "payses_1", status: "authorized" }] : [],
          payments: by ? [{ ...by, id: "pay_1", canceled_at: null, captured_at: null }] : [],
        },
      ],
    } as PlacedOrder
  }

  /** Calculates the tax of these lines. As in Medusa, the items are one request, and the delivery is another. */
  async count(lines: Line[]): Promise<void> {
    const items = lines.filter((line) => line !== this.delivery)
    const methods = lines.filter((line) => line === this.delivery)
    if (items.length) await this.ask(items, [])
    if (methods.length) await this.ask([], methods)
  }

  private async ask(items: Line[], methods: Line[]): Promise<void> {
    const { country_code, province } = this.address
    const provider = this.isOurs ? this.taxProvider : this.former
    const context = { address: { country_code, province_code: `${country_code}-${province}`.toLowerCase() } }
    const found = (await provider.getTaxLines(
      items.map((line) => ({ line_item: line, rates: [] })) as never,
      methods.map((line) => ({ shipping_line: line, rates: [] })) as never,
      context as never,
    )) as (TaxLine & { line_item_id?: string; shipping_line_id?: string })[]
    for (const line of [...items, ...methods])
      line.tax_lines = found.filter((one) => [one.line_item_id, one.shipping_line_id].includes(line.id))
  }

  private readonly former = {
    getTaxLines: async (items: { line_item: Line }[], methods: { shipping_line: Line }[]) => {
      const tax = { rate: this.formerRate, provider_id: "system", name: "Sales tax" }
      return [
        ...items.map(({ line_item }) => ({ ...tax, line_item_id: line_item.id })),
        ...methods.map(({ shipping_line }) => ({ ...tax, shipping_line_id: shipping_line.id })),
      ]
    },
  }

  /** Deletes the sessions if the total has changed. */
  refreshCollection(): void {
    if (!this.collection || this.collection.amount === this.total) return
    Object.assign(this.collection, { amount: this.total, sessions: [] })
  }

  async refresh(): Promise<void> {
    await this.count(this.lines)
    this.refreshCollection()
  }

  startCollection(): void {
    this.collection ??= { id: "pay_col_1", amount: this.total, sessions: [] }
  }

  /** Starts a session, which replaces the others. */
  startSession(provider_id: string): Session {
    this.startCollection()
    const collection = this.collection as NonNullable<TaxedStore["collection"]>
    const session: Session = { id: this.newId("payses"), provider_id, status: "pending", amount: collection.amount }
    collection.sessions = [session]
    return session
  }

  /* The plugin's view of the store */

  private readonly query = {
    graph: async ({ entity, filters = {} }: { entity: string; filters?: Record<string, unknown> }) => {
      await this.turn()
      return { data: this.rows(entity, filters) }
    },
  }

  private rows(entity: string, { country_code, item_id }: Record<string, unknown>): unknown[] {
    const { collection, cart, order } = this
    const inCart = { cart_id: CART }
    const metadata = { [FORMER_KEY]: "tp_system" }
    const rows: Record<string, () => unknown[]> = {
      cart: () => [cart],
      line_item: () => [inCart],
      shipping_method: () => [inCart],
      order: () => [order],
      order_cart: () => (order ? [inCart] : []),
      order_item: () => (item_id && order ? [{ order_id: order.id }] : []),
      tax_region: () => [{ id: "txreg", provider_id: country_code === "us" ? this.provider : "tp_system", metadata }],
      payment_collection: () => [
        collection && { ...collection, amount: collection.amount / 100, payment_sessions: this.sessions, cart, order },
      ],
    }
    const found = rows[entity]
    if (!found) throw new Error(`The store has no ${entity}.`)
    return found()
  }

  /** The scope of a request, or a process's container. */
  readonly container = {
    resolve: (name: string) => ({ lease: this.ledger, query: this.query })[name],
    /** What the fakes of Medusa's workflows call. */
    store: this,
  } as unknown as MedusaContainer

  readonly taxProvider = new LeaseTaxProvider({
    ...{ query: this.query, tp_system: this.former, lease: this.ledger as never },
  })

  /** The workflows that the plugin runs. Each holds the cart's lock, so no other tab acts in the middle. */
  async runCalculateTax(): Promise<void> {
    await this.turn()
    if (this.order) throw new Refusal("The cart is completed.")
    await this.alone(() => this.count(this.lines))
    this.diesAt -= 1
    if (this.diesAt < 0) throw new Death()
    this.refreshCollection()
  }

  async runRefreshCollection(): Promise<void> {
    await this.turn()
    if (this.order) throw new Refusal("The cart is completed.")
    this.refreshCollection()
  }

  /** Does `work` without giving other tabs a turn and without dying. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const { tabs, diesAt } = this
    Object.assign(this, { tabs: 1, diesAt: Number.POSITIVE_INFINITY })
    try {
      return await work()
    } finally {
      Object.assign(this, { tabs, diesAt })
    }
  }
}
