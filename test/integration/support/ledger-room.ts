import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Sandbox, signContract, startSandbox } from "lease-to-own-sandbox"
import { randomDatabaseName } from "../../../demo/database-server.mjs"
import { clock } from "../../../src/client/client"
import type { CartInput } from "../../../src/lease-cart"
import type { LedgerDeps } from "../../../src/modules/lease"
import { type AccountDeps, type Accounts, claimMs, type ListedAccount } from "../../../src/modules/lease/accounts/deps"
import { observe } from "../../../src/modules/lease/accounts/metrics"
import { openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import { accountOfCart } from "../../../src/modules/lease/cart/account-of-cart"
import * as face from "../../../src/modules/lease/ledger"
import {
  apply,
  attachSession,
  type CallKind,
  contract,
  type LeaseRecord,
  type Order,
  offer,
  ofLease,
  openWidget,
  type PendingCall,
  type RunOptions,
  type Shopper,
  verifySignature,
} from "../../../src/modules/lease/ledger"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { announce } from "../../../src/modules/lease/outbox/announce"
import { feedAlerts, sendNotices } from "../../../src/modules/lease/outbox/notices"
import { runPending } from "../../../src/modules/lease/outbox/run"
import { cleanUp } from "../../../src/modules/lease/privacy/personal-data"
import type { RaisedAlertCode } from "../../../src/modules/lease/rules/alert-codes"
import type { BusEvent } from "../../../src/modules/lease/rules/announcements"
import type { HistoryRecord } from "../../../src/modules/lease/rules/records"
import { approvalFor } from "../../../src/modules/lease/shopper/approval-elsewhere"
import { adopt, countRequest, isOpenToAll, mustWait } from "../../../src/modules/lease/shopper/owner"
import { connect } from "../../support/connect"
import { testDatabaseServer } from "../../support/database-server"
import { LedgerRows } from "../../support/ledger-rows"
import { historyIn } from "../../support/store-ledger"
import { applicant } from "./applicant"
import { deliverLease, type MedusaRoom, medusaRoom, placeOrder } from "./fake-medusa"
import { emptying, LEDGER_TABLES, migrationQueries } from "./migrations"

/** The service's routes, as the sandbox's journal names them. */
export { routes } from "../../../packages/sandbox/src/defaults"

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const ANA = { by: "merchant", id: "user_ana" } as const

clock.sleep = async () => {}

/** What tests call: the ledger's public functions, parts of the job, and limits that no use case exposes. */
const ledger = {
  ...face,
  ...{ announce, cleanUp, feedAlerts, observe, sendNotices },
  ...{ accountOfCart, adopt, approvalFor, claimMs, countRequest, isOpenToAll, mustWait, ofLease },
}

type Ledger = typeof ledger
/** The use cases, each bound to the room's ledger. */
type UseCases = {
  [Name in keyof Ledger as Ledger[Name] extends (accountDeps: AccountDeps, ...given: never[]) => unknown
    ? Name
    : never]: Ledger[Name] extends (accountDeps: AccountDeps, ...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : never
}

export type Query = { sql: string; bindings: unknown[] }

/** Differences from the default lease: its cart, form, applicant and the sandbox's decision. */
export type Wish = Form & { cart?: CartInput; tag?: string }
type Begun = { cart: CartInput; id: string; leaseKey: string; shopper: Shopper }
type Signable = Begun & { url: string }
type Ordered = Signable & { order: Order }

/** The ledger without Medusa: its tables in a real PostgreSQL, the sandbox over HTTP, and a clock that tests move. */
class Room {
  accountDeps!: LedgerDeps & ListedAccount
  medusa!: MedusaRoom
  readonly logged: string[] = []
  readonly emitted: BusEvent[] = []
  /** For tests to read the ledger's rows, and to put them into states that no use case produces. */
  readonly rows: LedgerRows
  private passed = 0

  constructor(
    readonly sandbox: Sandbox,
    readonly knex: Knex,
  ) {
    this.rows = new LedgerRows(knex)
  }

  /** Starts another test with these options. */
  begin(options: Record<string, unknown>): void {
    this.passed = 0
    this.logged.length = 0
    this.emitted.length = 0
    const say = (line: unknown) => void this.logged.push(String(line))
    this.accountDeps = openLedger({
      knex: this.knex,
      options: parseOptions(options),
      now: () => new Date(Date.now() + this.passed),
      log: { info: say, warn: say, error: say } as unknown as AccountDeps["log"],
      emit: async (events) => void this.emitted.push(...events),
    })
    this.medusa = medusaRoom(this)
  }

  run(options?: RunOptions): ReturnType<typeof runPending> {
    return runPending(this.accountDeps, this.medusa, options)
  }

  later(ms: number): ReturnType<typeof runPending> {
    this.pass(ms)
    return this.run()
  }

  /** Moves the ledger's clock. The sandbox keeps its own. */
  pass(ms: number): void {
    this.passed += ms
  }

  /** Submits an application. Each of the shopper's steps below includes the earlier ones. The returned `shopper` can continue the checkout. */
  async applied({ cart = cartOf(), tag, ...form }: Wish = {}): Promise<Begun> {
    this.medusa.hears([cart])
    const { lease, leaseKey } = await apply(this.accountDeps, application(cart, tag, form))
    const { shopper = OWNER } = form
    return { cart, id: lease.id, leaseKey, shopper: shopper.customerId ? shopper : { ...shopper, leaseKey } }
  }

  async offered(wish?: Wish): Promise<Begun> {
    const begun = await this.applied(wish)
    await offer(this.accountDeps, begun.cart, begun.shopper)
    return begun
  }

  async handedOut(wish?: Wish): Promise<Signable> {
    const begun = await this.offered(wish)
    const { url } = await contract(this.accountDeps, begun.cart, begun.shopper)
    return { ...begun, url }
  }

  /** Signs the contract. The service confirms the signature, and the cart has our payment session. */
  async signed(wish?: Wish): Promise<Signable> {
    const begun = await this.handedOut(wish)
    await attachSession(this.accountDeps, begun.cart, "payses_1", false)
    await signContract(begun.url)
    await verifySignature(this.accountDeps, begun.cart.id, begun.shopper)
    return begun
  }

  /** Places the order. Pass `recipient` to send it to someone other than the cart's recipient. */
  async placed({ recipient, ...wish }: Wish & { recipient?: CartInput } = {}): Promise<Ordered> {
    const begun = await this.signed(wish)
    return { ...begun, order: await placeOrder(this, { cart: begun.cart, ...(recipient && { recipient }) }) }
  }

  async delivered(wish?: Wish): Promise<Ordered> {
    const begun = await this.placed(wish)
    await deliverLease(this, begun.id)
    return begun
  }

  lease(id: string): Promise<LeaseRecord> {
    return this.accountDeps.store.byId(id) as Promise<LeaseRecord>
  }

  /** Returns a cart's lease, even if it has ended. Throws if there is none. */
  async leaseOf({ id }: Pick<CartInput, "id">): Promise<LeaseRecord> {
    const lease = await this.accountDeps.store.ofCart(id)
    if (!lease) throw new Error("The cart has no lease.")
    return lease
  }

  async alerts(id: string): Promise<RaisedAlertCode[]> {
    return (await this.lease(id)).alerts.map(({ code }) => code)
  }

  /** Newest first. */
  pendingCalls(id: string): Promise<PendingCall[]> {
    return this.accountDeps.store.pendingCalls.ofLease(id)
  }

  history(id: string): Promise<HistoryRecord[]> {
    return historyIn(this.accountDeps, id)
  }

  /** Due now unless `dueAt` is given. */
  enqueue(id: string, kind: CallKind, dueAt?: Date): Promise<PendingCall | null> {
    return this.accountDeps.store.pendingCalls.enqueue(id, kind, { ...(dueAt && { dueAt }), actor: { by: "system" } })
  }

  /** Changes a lease's order outside the plugin and makes the lease due for reconciliation. */
  async orderChanges(id: string, change: Partial<Order & { recipientDiffers: boolean }>): Promise<void> {
    const { cart_id } = await this.lease(id)
    Object.assign(this.medusa.orders.get(cart_id) ?? {}, change)
    await this.accountDeps.store.wake(id)
  }

  /** Returns the service's routes that were called. */
  calls(): string[] {
    return this.sandbox.journal().map(({ route, line }) => route ?? line)
  }

  count(route: string): number {
    return this.calls().filter((call) => call === route).length
  }

  async becomes({ application_id: id }: Pick<LeaseRecord, "application_id">, state: string): Promise<void> {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ state }) }
    const answer = await fetch(`${this.sandbox.controlUrl}/leases/${id}/state`, init)
    if (!answer.ok) throw new Error(await answer.text())
  }

  /** Clears the service's simulated faults. */
  async comeBack(): Promise<void> {
    await fetch(`${this.sandbox.controlUrl}/faults`, { method: "DELETE" })
  }

  async sql(query: string, bindings: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.knex.raw(query, bindings as string[])).rows
  }

  async queries(work: () => Promise<unknown>): Promise<Query[]> {
    const made: Query[] = []
    const note = ({ sql, bindings }: Query) => void made.push({ sql, bindings })
    this.knex.on("query", note)
    await work().finally(() => this.knex.removeListener("query", note))
    return made
  }

  /** Whether the database can run this query without a sequential scan. */
  isIndexed({ sql, bindings }: Query): Promise<boolean> {
    return this.knex.transaction(async (trx) => {
      await trx.raw("set local enable_seqscan = off")
      const { rows } = await trx.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, bindings as string[])
      return !JSON.stringify(rows).includes("Seq Scan")
    })
  }
}

export type LedgerRoom = UseCases & Room

const EMPTYING = `${emptying(LEDGER_TABLES)} ${["lease_event", "lease_announcement"].map((table) => `select setval('${table}_seq_seq', 1, false);`).join(" ")}`

/** Describes a suite on the ledger alone. Each test starts with empty tables and a fresh sandbox. */
export function describeLedger(
  name: string,
  suite: (room: LedgerRoom) => void,
  options: Record<string, unknown> | ((sandbox: Sandbox) => Record<string, unknown>) = {},
): void {
  describe(name, () => {
    // Suites get the room before the service and database exist, so set its fields later.
    const room = Object.create(Room.prototype) as LedgerRoom
    for (const [name, useCase] of Object.entries(ledger))
      if (typeof useCase === "function")
        Object.assign(room, {
          [name]: (...given: never[]) => {
            room.medusa.hears(given)
            return (useCase as (...all: never[]) => unknown)(room.accountDeps as never, ...given)
          },
        })
    const database = randomDatabaseName("ledger")
    let accounts: Accounts | undefined

    beforeAll(async () => {
      const sandbox = await startSandbox({ port: 0, contractPort: 0, dialect: { rules: { cancel: "unshipped" } } })
      const url = await (await testDatabaseServer()).createDatabase(database)
      Object.assign(room, new Room(sandbox, connect(url)))
      for (const query of await migrationQueries()) await room.knex.raw(query)
    })
    afterAll(async () => {
      await accounts?.close()
      await room.sandbox.close()
      await room.knex.destroy()
      await (await testDatabaseServer()).dropDatabase(database)
    })
    beforeEach(async () => {
      const { sandbox } = room
      sandbox.reset()
      await accounts?.close()
      await room.knex.raw(EMPTYING)
      room.begin({ ...optionsAt(sandbox), ...(typeof options === "function" ? options(sandbox) : options) })
      ;({ accounts } = room.accountDeps)
    })
    suite(room)
  })
}

/** Returns a cart as Medusa's query does: one sofa for 429.00, delivery for 10.99 and no tax. */
export function cartOf(change: Partial<CartInput> & { price?: number } = {}): CartInput {
  const { price = 429, ...rest } = change
  return {
    id: `cart_${randomUUID()}`,
    currency_code: "usd",
    email: "robin@shopper.example",
    sales_channel_id: "sc_1",
    shipping_address: { country_code: "us", province: "TX" },
    items: [
      {
        id: "cali_1",
        title: "Sofa",
        product_title: "Harbor sofa",
        variant_sku: "SOFA",
        quantity: 1,
        unit_price: price,
        total: price,
        tax_total: 0,
        requires_shipping: true,
        product: {},
      },
    ],
    shipping_methods: [{ id: "casm_1" }],
    shipping_total: 10.99,
    shipping_tax_total: 0,
    credit_line_total: 0,
    total: Math.round((price + 10.99) * 100) / 100,
    ...rest,
  }
}

export const OWNER: Shopper = { customerId: "cus_owner" }
/** Someone else who has the cart's ID. */
export const STRANGER: Shopper = {}

type Form = {
  idempotencyKey?: string
  address?: string
  shopper?: Shopper
  consentVersion?: string
  consentLanguage?: string
  ssn?: string
}

/** Returns an application as a shopper sends it. `tag` selects the sandbox's outcome. */
export function application(cart: CartInput, tag?: string, wish: Form = {}) {
  const { shopper = OWNER, address, ssn, consentVersion = "default-2", consentLanguage, ...more } = wish
  const form = applicant(tag)
  return {
    cart,
    application: ssn ? { ...form, customer: { ...form.customer, ssn } } : form,
    consent: {
      accepted: ["application"],
      version: consentVersion,
      ...(consentLanguage && { language: consentLanguage }),
    },
    idempotencyKey: randomUUID(),
    shopper: { ...shopper, address: address ?? "192.0.2.7" },
    ...more,
  }
}

/** The same application from someone who lives in another state. */
export function livingIn<Form extends ReturnType<typeof application>>(state: string, form: Form): Form {
  const { customer } = form.application
  const homeAddress = { ...customer.homeAddress, state }
  return { ...form, application: { ...form.application, customer: { ...customer, homeAddress } } }
}

export const openedWidget = (
  { accountDeps }: Pick<LedgerRoom, "accountDeps">,
  cart: CartInput,
  shopper: Shopper = {},
) => openWidget(accountDeps, cart, { shopper, locked: (work) => work() })

export function optionsAt(service: Pick<Sandbox, "baseUrl" | "username" | "password">): Record<string, unknown> {
  const { baseUrl, username, password } = service
  return {
    baseUrl,
    username,
    password,
    timeoutMs: 1000,
    operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
    product: { brand: { value: "Harbor" }, category: { value: "Furniture" }, condition: { value: "new" } },
  }
}
