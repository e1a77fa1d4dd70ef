import { randomUUID } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ModulesSdkUtils } from "@medusajs/framework/utils"
import { type Sandbox, signContract, startSandbox } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { clock } from "../../../src/lease-service/client"
import * as door from "../../support/ledger"
import {
  type Accounts,
  type AttentionCode,
  apply,
  attachSession,
  type BusEvent,
  contract,
  type LeaseRecord,
  type Ledger,
  offer,
  openLedger,
  openWidget,
  parseOptions,
  type RunOptions,
  type Shopper,
  verifySignature,
} from "../../support/ledger"
import { applicant } from "./applicant"
import { type MedusaRoom, medusaRoom } from "./fake-medusa"
import { emptying, LEDGER_TABLES, migrationQueries } from "./migrations"

// A question that is asked again is asked again at once.
clock.sleep = async () => {}

type Door = typeof door
/** The use cases, bound to the ledger of a room. */
type UseCases = {
  [Name in keyof Door as Door[Name] extends (ledger: Ledger, ...given: never[]) => unknown
    ? Name
    : never]: Door[Name] extends (ledger: Ledger, ...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : never
}

/** The ledger alone: its own tables in a real PostgreSQL, the sandbox over HTTP, and a clock that tests move. No Medusa. */
export type LedgerRoom = UseCases & {
  ledger: Ledger
  /** What the ledger asks in place of Medusa. */
  medusa: MedusaRoom
  /** The job. */
  run(options?: RunOptions): ReturnType<Door["runOwed"]>
  sandbox: Sandbox
  /** Moves the ledger's clock; the sandbox keeps its own. */
  pass(ms: number): void
  /** Lines that the ledger logged. */
  logged: string[]
  /** Events that were put on the bus. */
  emitted: BusEvent[]
  /** The connection that the ledger writes with. */
  knex: Knex
  sql(query: string, bindings?: unknown[]): Promise<Record<string, unknown>[]>
  /** What is asked of the database while this is done. */
  queries(work: () => Promise<unknown>): Promise<Query[]>
  /** Whether the database answers this by indexes alone, however much else the tables hold. */
  isIndexed(query: Query): Promise<boolean>
  /** The routes of the service that were called, and how often one of them was. */
  calls(): string[]
  count(route: string): number
  lease(id: string): Promise<LeaseRecord>
  /** The codes of a lease's alerts. */
  alerts(id: string): Promise<AttentionCode[]>
  /** The service has a lease in another state from now on. */
  becomes(lease: Pick<LeaseRecord, "application_id">, state: string): Promise<void>
  /** The faults that wait at the service are over. */
  comeBack(): Promise<void>
}

export type Query = { sql: string; bindings: unknown[] }

const EMPTYING = `${emptying(LEDGER_TABLES)} ${["lease_event", "lease_announcement"].map((table) => `select setval('${table}_seq_seq', 1, false);`).join(" ")}`

/** Describes a suite on the ledger alone. Empty tables and a fresh sandbox before each test. */
export function describeLedger(
  name: string,
  suite: (room: LedgerRoom) => void,
  options: Record<string, unknown> | ((sandbox: Sandbox) => Record<string, unknown>) = {},
): void {
  describe(name, () => {
    const room = { logged: [] as string[], emitted: [] as BusEvent[] } as unknown as LedgerRoom
    for (const [name, useCase] of Object.entries(door))
      if (typeof useCase === "function")
        Object.assign(room, {
          [name]: (...given: never[]) => (useCase as (...all: never[]) => unknown)(room.ledger as never, ...given),
        })
    const database = `ledger_${randomUUID().replaceAll("-", "")}`
    let knex: Knex
    let sandbox: Sandbox
    let accounts: Accounts | undefined

    beforeAll(async () => {
      sandbox = await startSandbox({ port: 0, contractPort: 0, dialect: { rules: { cancel: "unshipped" } } })
      await onServer(`create database ${database}`)
      knex = connect(database)
      for (const query of await migrationQueries()) await knex.raw(query)
    })
    afterAll(async () => {
      await accounts?.close()
      await sandbox.close()
      await knex.destroy()
      await onServer(`drop database ${database}`)
    })
    beforeEach(async () => {
      sandbox.reset()
      await accounts?.close()
      await knex.raw(EMPTYING)
      let passed = 0
      const now = () => new Date(Date.now() + passed)
      const parsed = parseOptions({
        ...optionsAt(sandbox),
        ...(typeof options === "function" ? options(sandbox) : options),
      })
      room.logged.length = 0
      room.emitted.length = 0
      const say = (line: unknown) => void room.logged.push(String(line))
      const log = { info: say, warn: say, error: say } as unknown as Ledger["log"]
      const ledger = openLedger({
        knex,
        options: parsed,
        now,
        log,
        emit: async (events) => void room.emitted.push(...events),
      })
      accounts = ledger.accounts
      Object.assign(room, {
        sandbox,
        knex,
        ledger,
        medusa: medusaRoom(room),
        run: (given?: RunOptions) => room.runOwed(room.medusa, given),
        pass: (ms: number) => {
          passed += ms
        },
        sql: async (query: string, bindings: unknown[] = []) => (await knex.raw(query, bindings as string[])).rows,
        queries: async (work: () => Promise<unknown>) => {
          const made: Query[] = []
          const note = ({ sql, bindings }: Query) => void made.push({ sql, bindings })
          knex.on("query", note)
          await work().finally(() => knex.removeListener("query", note))
          return made
        },
        isIndexed: ({ sql, bindings }: Query) =>
          knex.transaction(async (trx) => {
            await trx.raw("set local enable_seqscan = off")
            const { rows } = await trx.raw(`explain ${sql.replace(/\$\d+/g, "?")}`, bindings as string[])
            return !JSON.stringify(rows).includes("Seq Scan")
          }),
        calls: () => sandbox.journal().map(({ route, line }) => route ?? line),
        count: (route: string) => room.calls().filter((call) => call === route).length,
        lease: (id: string) => room.ledger.store.byId(id) as Promise<LeaseRecord>,
        alerts: async (id: string) => (await room.lease(id)).attention.map(({ code }) => code),
        becomes: async ({ application_id: id }: LeaseRecord, state: string) => {
          const headers = { "content-type": "application/json" }
          const init = { method: "POST", headers, body: JSON.stringify({ state }) }
          const answer = await fetch(`${sandbox.controlUrl}/leases/${id}/state`, init)
          if (!answer.ok) throw new Error(await answer.text())
        },
        comeBack: async () => void (await fetch(`${sandbox.controlUrl}/faults`, { method: "DELETE" })),
      })
    })
    suite(room)
  })
}

/** A cart as Medusa's query returns it: one sofa for 429.00, delivery 10.99, no tax. */
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
        subtotal: price,
        total: price,
        tax_total: 0,
        discount_total: 0,
        requires_shipping: true,
        product: {},
      },
    ],
    shipping_methods: [{ subtotal: 10.99, tax_total: 0, total: 10.99 }],
    shipping_total: 10.99,
    shipping_subtotal: 10.99,
    shipping_tax_total: 0,
    tax_total: 0,
    discount_total: 0,
    credit_line_total: 0,
    total: Math.round((price + 10.99) * 100) / 100,
    ...rest,
  }
}

/** The customer who is signed in, unless a test says otherwise. */
export const OWNER: Shopper = { customerId: "cus_owner" }
/** Somebody else who knows the cart. */
export const STRANGER: Shopper = {}

/** An application as a shopper sends it. */
export function application(
  cart: CartInput,
  tag?: string,
  more: { attemptId?: string; address?: string; shopper?: Shopper } = {},
) {
  return {
    cart,
    application: applicant(tag),
    consentVersion: "default-2",
    attemptId: more.attemptId ?? randomUUID(),
    shopper: { ...(more.shopper ?? OWNER), address: more.address ?? "192.0.2.7" },
  }
}

/** The shopper's way from the application to an offer. */
export async function offered({ ledger }: Pick<LedgerRoom, "ledger">, cart = cartOf(), tag?: string) {
  const { lease } = await apply(ledger, application(cart, tag))
  await offer(ledger, cart, OWNER)
  return { cart, id: lease.id }
}

/** The same to a contract, whose address is answered. */
export async function handedOut(room: Pick<LedgerRoom, "ledger">, of?: CartInput, tag?: string) {
  const { cart, id } = await offered(room, of, tag)
  const { url } = await contract(room.ledger, cart, OWNER)
  return { cart, id, url }
}

/** The same to a signature that the service confirmed, with our payment session. Answers the lease's id. */
export async function signedLease(room: Pick<LedgerRoom, "ledger">, of: CartInput): Promise<string> {
  const { cart, id, url } = await handedOut(room, of)
  await attachSession(room.ledger, cart, "payses_1", false)
  await signContract(url)
  await verifySignature(room.ledger, cart.id, OWNER)
  return id
}

/** The operator's widget is opened for a cart. */
export const openedWidget = ({ ledger }: Pick<LedgerRoom, "ledger">, cart: CartInput, shopper: Shopper = {}) =>
  openWidget(ledger, cart, { shopper, locked: (work) => work() })

function connect(database: string): Knex {
  const { DB_HOST, DB_PORT, DB_USERNAME, DB_PASSWORD } = process.env
  const clientUrl = `postgres://${DB_USERNAME}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${database}`
  return ModulesSdkUtils.createPgConnection({ clientUrl, schema: "public" }) as unknown as Knex
}

async function onServer(query: string): Promise<void> {
  const server = connect("postgres")
  await server.raw(query)
  await server.destroy()
}

/** The plugin's options of a store with an account at this service. */
export function optionsAt({ baseUrl, username, password }: Sandbox): Record<string, unknown> {
  return {
    baseUrl,
    username,
    password,
    timeoutMs: 1000,
    operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
    product: { brand: { value: "Harbor" }, category: { value: "Furniture" }, condition: { value: "new" } },
  }
}
