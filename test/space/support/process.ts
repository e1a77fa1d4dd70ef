import type { CartInput } from "../../../src/lease-cart"
import { type AccountDeps, Accounts, type ListedAccount } from "../../../src/modules/lease/accounts/deps"
import { type LeaseRecord, type MedusaSide, type Order, paidBy } from "../../../src/modules/lease/ledger"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { heldOf } from "../../../src/modules/lease/rules/order"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { fakeMedusa } from "../../faults/support/medusa"
import {
  type Answer,
  type Environment,
  elapsed,
  type FakeMedusa,
  type GoOn,
  type Moment,
  type Process,
  set,
  type Tools,
  type Wait,
} from "./moment"
import { rowsOf } from "./rows"
import { CALLS } from "./service"

/** A cart with one sofa and delivery for 10.99. */
function cartFor(total: number): CartInput {
  const price = total - 10.99
  const texts = { title: "Sofa", product_title: "Harbor sofa", variant_sku: "SOFA", product: {} }
  return {
    ...{ id: "cart_1", currency_code: "usd", email: "robin@shopper.example", total },
    shipping_address: { country_code: "us", province: "TX" },
    items: [
      { id: "cali_1", ...texts, quantity: 1, unit_price: price, total: price, tax_total: 0, requires_shipping: true },
    ],
    ...{ shipping_methods: [{ id: "casm_1" }], shipping_total: 10.99, shipping_tax_total: 0 },
    credit_line_total: 0,
  }
}
export const CART = cartFor(454)
/** The same cart after a change by the shopper. */
export const OTHER_CART = cartFor(500)
export const SESSION = "session_1"
export const AMOUNT = 45_400
export const amountOf = ({ total }: Pick<CartInput, "total">) => Math.round(Number(total) * 100)
export const OPTIONS = parseOptions({
  ...{ baseUrl: "https://leasing.example/api", username: "merchant", password: "secret", mode: "test" },
  // A life lasts only a few days, so the alerts must be early.
  alertAfterDays: { shipped: 1, signed: 2 },
  ...{ operator: { name: "Acorn", contact: "help@leasing.example" }, contractLink: "https://shop.example/{cartId}" },
  product: { brand: { value: "Harbor" }, category: { value: "Furniture" }, condition: { value: "new" } },
})

/** Whether the time limit has passed: the request no longer arrives, and the response is ignored. */
export const isTooLate = (m: Moment, { for: what, since = elapsed(m) }: Wait) =>
  (what === "arrival" || what === "answer") && elapsed(m) - since > OPTIONS.timeoutMs

/** Continues a process in its own copy of the moment until it waits or ends, by running it again with its earlier results. */
export const proceed: GoOn = (m, { id, does, began, results }, act) => {
  const answers = [...results]
  let place = 0
  let clock = began
  const given = (answer: Answer) => {
    clock = answer.at
    if ("error" in answer) throw answer.error
    return answer.value as never
  }
  return new Promise((resolve) => {
    const io: Environment["io"] = async (work) => {
      const past = answers[place++]
      if (past) return given(past)
      clock = m.now
      const answer = await Promise.resolve()
        .then(work)
        .then(
          (value) => ({ at: m.now, value }),
          (error) => ({ at: m.now, error }),
        )
      answers.push(answer)
      return given(answer)
    }
    const wait: Environment["wait"] = async (reason, call, sent) => {
      const past = answers[place++]
      if (past) return given(past)
      const waits = { for: reason, call, ...(sent && { given: sent }) }
      set(m, { processes: [...m.processes, { id, does, began, results: answers, waits }] })
      resolve()
      return new Promise(() => {})
    }
    run(m, { id, does }, { io, wait, now: () => new Date(clock) }, act).then(resolve)
  })
}

/** Runs an action through this interface, and records internal errors. */
export function run(
  m: Moment,
  { id, does }: Pick<Process, "id" | "does">,
  environment: Environment,
  act: (tools: Tools) => Promise<unknown>,
): Promise<void> {
  const deps = ledgerDepsOf(m, environment)
  return act({ deps, medusa: medusaOf(m, id, deps, environment), io: environment.io, m }).then(
    () => {},
    (error) => {
      if (error?.name !== "LedgerRefusal")
        set(m, { wrong: [...m.wrong, `${does} ended with: ${error?.stack ?? error}`] })
    },
  )
}

/** The ledger from one process's side. */
function ledgerDepsOf(m: Moment, { io, wait, now }: Environment): AccountDeps {
  const kept = (rows: object): unknown =>
    new Proxy(rows, {
      get: (target, name: string) => {
        const part = target[name as never] as unknown
        // The store is never held, so it makes no difference which steps come before this reading.
        if (name === "holds") return part
        if (typeof part === "function") return (...given: unknown[]) => io(() => part.apply(target, given), name)
        return typeof part === "object" && part ? kept(part) : part
      },
    })
  const waitingFor = (call: string) => [call, (...given: unknown[]) => wait("arrival", call, given)]
  const calls = Object.fromEntries(CALLS.map(waitingFor))
  const service = {
    cancelsUnsigned: true,
    knowsLines: true,
    readForm: (data: unknown) => ({ success: true, data }),
    ...calls,
  }
  const say = (line: unknown) => {
    if (String(line).includes("left to its claim")) set(m, { wrong: [...m.wrong, String(line)] })
  }
  const breaker = { outage: null, holdsBack: false, isLikely: false, releasePostponed: async () => {} }
  const account = {
    account_id: null,
    options: OPTIONS,
    settings: OPTIONS,
    service,
    breaker,
  } as unknown as ListedAccount
  const accounts = new Accounts([account], () => ({ ...account, breaker: null }))
  const tools = { store: kept(m.tables ?? rowsOf(m)), log: { info: say, warn: say, error: say }, secret: "", now }
  return { ...tools, accounts, ...account } as unknown as AccountDeps
}

/** When Medusa's lock of a cart expires (ms). */
const LOCK_MS = 120_000
/** The refund route keeps the order locked while core may still remove the refund. */
const isRefunding = ({ refunding, processes }: Moment) =>
  refunding === true && processes.some(({ does }) => /^staff (refund|lower)/.test(does))
export const isUnlocked = (m: Moment) => m.lock === null || m.lockEnds <= elapsed(m)

/** Medusa for one order. */
function medusaOf(m: Moment, id: number, deps: AccountDeps, { io, wait }: Environment): FakeMedusa {
  const read = () => io(() => m.order, "the order is read")
  const write = (work: (order: Order) => Order, name = "the order is written") =>
    io(() => {
      const before = m.order && heldOf(m.order)
      set(m, { order: m.order && work(m.order) })
      if (name === "the order is canceled") set(m, { unseen: true })
      if (name === "the refund is written")
        set(m, { unseen: true, refunding: m.order !== null && heldOf(m.order) < Number(before) })
      return m.order
    }, name)
  const take = () => {
    if (m.lock === id) return "own"
    if (!isUnlocked(m)) return null
    set(m, { lock: id, lockEnds: elapsed(m) + LOCK_MS })
    return "taken"
  }
  const leave = () => m.lock === id && set(m, { lock: null })
  const fake = fakeMedusa(deps, {
    newId: () => "order_1",
    cart: async () => {
      if (m.isDraft) throw new Error("There is no cart.")
      return { cart: await io(() => m.cart, "the cart is read"), sessionId: SESSION }
    },
    lockCart: async (_id, work) => {
      let taken = await io(take, "the cart is locked")
      for (; !taken; taken = await io(take, "the cart is locked")) await wait("cart", "the cart")
      try {
        return await work()
      } finally {
        if (taken === "taken") await io(leave, "the cart is unlocked")
      }
    },
    ofCart: read,
    ofLease: read,
    add: (order) =>
      io(() => {
        // A cart has one order, even after its lock has expired.
        if (m.order) return false
        set(m, { order })
        return true
      }, "the order is made"),
    remove: () =>
      io(() => set(m, { order: null, unseen: m.unseen || m.lease.order_id !== null }), "the order is taken back"),
    change: (_order, work, name) => write(work, name),
    changeOf: (_lease, work, name) => write(work, name),
    isSoldOut: () => io(() => m.soldOut, "the stock is reserved"),
    event: () => wait("turn", "the order's event"),
    isRefunding: () => isRefunding(m),
  })
  const factsOf = (leases: LeaseRecord[]) =>
    io(() => {
      // What an overtaken reconciliation has read isn't recorded.
      const isCurrent = ({ id, reconcile_at }: LeaseRecord) =>
        id === m.lease.id && reconcile_at?.getTime() === m.lease.reconcile_at?.getTime()
      if (leases.some(isCurrent)) set(m, { unseen: false })
      const cart = m.order || m.isDraft ? null : { completed: false, payments: [], sessionIds: [SESSION] }
      return new Map(leases.map((lease) => [lease.id, { order: orderOf(m, lease), recipientDiffers: false, cart }]))
    }, "the facts are read")
  const place_order: MedusaSide["call"]["place_order"] = (lease) => {
    // A draft order has no cart.
    if (m.isDraft) throw new LedgerRefusal("cart_not_found")
    return fake.call.place_order(lease)
  }
  const refund: FakeMedusa["refund"] = async (...given) => {
    await fake.refund(...given)
    set(m, { refunding: false })
  }
  return { ...fake, factsOf, refund, call: { ...fake.call, place_order } } as unknown as FakeMedusa
}

/** The order as read for a lease. A draft's order is known only by its id. */
export const orderOf = ({ order, isDraft }: Moment, lease: LeaseRecord) =>
  order && (lease.order_id || !isDraft) ? paidBy(order, lease) : null
