import type { CartInput } from "../../../src/lease-cart"
import {
  type AccountDeps,
  Accounts,
  checkCanAuthorize,
  checkCapturable,
  completionFailed,
  isByLink,
  isSigned,
  type LeaseRecord,
  LedgerRefusal,
  type ListedAccount,
  type MedusaSide,
  type Order,
  orderAwaits,
  type Payment,
  paidBy,
  parseOptions,
  recordOrder,
  startOrder,
} from "../../support/ledger"
import { anOrder, aPayment } from "../../support/order"
import {
  type Answer,
  type Asking,
  elapsed,
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
  ...{ operator: { name: "Acorn", contact: "help@leasing.example" }, contractLink: "https://shop.example/{cartId}" },
  product: { brand: { value: "Harbor" }, category: { value: "Furniture" }, condition: { value: "new" } },
})

/** Whether the time limit has passed: the request no longer arrives, and the response is ignored. */
export const isTooLate = (m: Moment, { for: what, since = elapsed(m) }: Wait) =>
  (what === "arrival" || what === "answer") && elapsed(m) - since > OPTIONS.timeoutMs

/** Continues a process in its own copy of the moment until it waits or ends, by running it again with its earlier results. */
export const proceed: GoOn = (m, { id, does, began, heard }, act) => {
  const answers = [...heard]
  let place = 0
  let clock = began
  const given = (answer: Answer) => {
    clock = answer.at
    if ("error" in answer) throw answer.error
    return answer.value as never
  }
  return new Promise((resolve) => {
    const io: Asking["io"] = async (work) => {
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
    const wait: Asking["wait"] = async (reason, call, sent) => {
      const past = answers[place++]
      if (past) return given(past)
      const waits = { for: reason, call, ...(sent && { given: sent }) }
      set(m, { processes: [...m.processes, { id, does, began, heard: answers, waits }] })
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
  asking: Asking,
  act: (tools: Tools) => Promise<unknown>,
): Promise<void> {
  const deps = ledgerDepsOf(m, asking)
  return act({ deps, medusa: medusaOf(m, id, deps, asking), io: asking.io, m }).then(
    () => {},
    (error) => {
      if (error?.name !== "LedgerRefusal")
        set(m, { wrong: [...m.wrong, `${does} ended with: ${error?.stack ?? error}`] })
    },
  )
}

/** The ledger from one process's side. */
function ledgerDepsOf(m: Moment, { io, wait, now }: Asking): AccountDeps {
  const kept = (rows: object): unknown =>
    new Proxy(rows, {
      get: (target, name: string) => {
        const part = target[name as never] as unknown
        if (typeof part === "function") return (...given: unknown[]) => io(() => part.apply(target, given), name)
        return typeof part === "object" && part ? kept(part) : part
      },
    })
  const asks = (call: string) => [call, (...given: unknown[]) => wait("arrival", call, given)]
  const calls = Object.fromEntries(CALLS.map(asks))
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
  const account = { account_id: null, options: OPTIONS, service, breaker } as unknown as ListedAccount
  const accounts = new Accounts([account], () => ({ ...account, breaker: null }))
  const tools = { store: kept(m.tables ?? rowsOf(m)), log: { info: say, warn: say, error: say }, secret: "", now }
  return { ...tools, accounts, ...account } as unknown as AccountDeps
}

/** When Medusa's lock of a cart expires (ms). */
const LOCK_MS = 120_000
/** The refund route keeps the order locked while core may still remove the refund. */
const isRefunding = ({ refunding, processes }: Moment) =>
  refunding && processes.some(({ does }) => /^staff (refund|lower)/.test(does))
export const isUnlocked = (m: Moment) => m.lock === null || m.lockEnds <= elapsed(m)

/** Medusa for one order: each call reads first and skips what is done. */
function medusaOf(m: Moment, id: number, deps: AccountDeps, { io, wait }: Asking): MedusaSide {
  const change = (changed: (order: Order) => Order) => io(() => changeOrder(m, changed), "the order is written")
  const read = () => io(() => m.order, "the order is read")
  const take = () => {
    if (m.lock === id) return "own"
    if (!isUnlocked(m)) return null
    set(m, { lock: id, lockEnds: elapsed(m) + LOCK_MS })
    return "taken"
  }
  const leave = () => m.lock === id && set(m, { lock: null })
  const locked = async <T>(work: () => Promise<T>): Promise<T> => {
    let taken = await io(take, "the cart is locked")
    for (; !taken; taken = await io(take, "the cart is locked")) await wait("cart", "the cart")
    try {
      return await work()
    } finally {
      if (taken === "taken") await io(leave, "the cart is unlocked")
    }
  }
  const authorize = async (cart: CartInput) => {
    const { lease, awaiting } = await startOrder(deps, { cart, sessionId: SESSION, amount: amountOf(cart) })
    await change((order) => authorized(order, SESSION, lease, awaiting))
  }
  /** Core writes the order's row, then authorizes the payment, then reserves the stock. */
  const order = async (): Promise<boolean> => {
    if (await read()) return false
    if (m.isDraft) throw new Error("There is no cart.")
    const cart = await io(() => m.cart, "the cart is read")
    const lines = { asCart: cart, pieces: 1, total: amountOf(cart) }
    const sessions = [{ id: SESSION, status: "pending", leaseId: null }]
    const row = { createdAt: deps.now(), cartId: cart.id, ...lines, payments: [], sessions }
    const make = () => {
      // A cart has one order, even after its lock has expired.
      if (m.order) return false
      set(m, { order: anOrder(row) })
      return true
    }
    if (!(await io(make, "the order is made"))) return false
    try {
      await authorize(cart)
      if (await io(() => m.soldOut, "the stock is reserved")) throw new Error("sold out")
      return true
    } catch (error) {
      await io(() => set(m, { order: null, unseen: m.unseen || m.lease.order_id !== null }), "the order is taken back")
      const lease = await deps.store.ofCart(cart.id)
      if (lease) await completionFailed(deps, lease.id, SESSION)
      throw error
    }
  }
  const complete = async () => {
    if (!(await locked(order))) return
    // A process that dies here loses the event.
    await wait("turn", "the order's event")
    const made = await read()
    if (made) await recordOrder(deps, made)
  }
  const side = {
    factsOf: (leases: LeaseRecord[]) =>
      io(() => {
        // What an overtaken reconciliation has read isn't recorded.
        const isCurrent = ({ id, reconcile_at }: LeaseRecord) =>
          id === m.lease.id && reconcile_at?.getTime() === m.lease.reconcile_at?.getTime()
        if (leases.some(isCurrent)) set(m, { unseen: false })
        const cart = m.order || m.isDraft ? null : { completed: false, payments: [], sessionIds: [SESSION] }
        return new Map(leases.map((lease) => [lease.id, { order: orderOf(m, lease), recipientDiffers: false, cart }]))
      }, "the facts are read"),
    checkFollowUp: async () => {},
    lockCart: (_id: string, work: () => Promise<unknown>) => locked(work),
    call: {
      place_order: () => {
        // A draft order has no cart.
        if (m.isDraft) throw new LedgerRefusal("cart_not_found")
        return complete()
      },
      authorize_payment: async (lease: LeaseRecord) => {
        const order = await read()
        if (order && !paidBy(order, lease).payments.length) await authorize(order.asCart)
      },
      capture_payment: async (lease: LeaseRecord) => {
        const order = await read()
        const isDue = ({ leaseId, captured, canceled }: Payment) => leaseId === lease.id && !captured && !canceled
        if (!order?.payments.some(isDue)) return
        const capturedAt = deps.now()
        await checkCapturable(deps, lease.id, async () => paidBy(order, lease))
        const capture = (payment: Payment) => ({ ...payment, captured: lease.amount ?? 0, capturedAt })
        await change(({ payments, ...order }) => {
          return { ...order, payments: payments.map((payment) => (isDue(payment) ? capture(payment) : payment)) }
        })
      },
      replace_payment: async (lease: LeaseRecord) => {
        const order = await read()
        if (!order || order.canceled || !isSigned(lease)) return
        if (order.status === "draft") await change((order) => ({ ...order, status: "pending" }))
        if (paidBy(order, lease).payments.every(({ canceled }) => canceled)) {
          await change((order) => {
            if (isRefunding(m)) throw new LedgerRefusal("busy")
            if (order.total !== lease.amount) throw new LedgerRefusal("replace_other_sum")
            if (isByLink(lease) && order.heldByOthers) throw new LedgerRefusal("lease_link_paid")
            return closedOrder(order, ({ leaseId }) => leaseId !== lease.id)
          })
          const { total } = (await read()) ?? order
          const paying = await deps.store.ofOrder(order.id)
          if (!paying || !orderAwaits(paying)) throw new LedgerRefusal("no_open_cart")
          checkCanAuthorize(paying, total)
          await change((order) => authorized(order, `session of ${paying.id}`, lease))
        }
        const after = await read()
        const sessions = after?.sessions.filter(({ leaseId }) => leaseId === lease.id) ?? []
        if (!after || !sessions.length) throw new LedgerRefusal("store_failed")
        await recordOrder(deps, { ...after, sessions }, { isPaid: true })
      },
      cancel_order: () => io(() => set(m, { order: canceledOrder(m), unseen: true }), "the order is canceled"),
      close_payment: ({ id }: LeaseRecord) =>
        io(
          () => changeOrder(m, (order) => closedOrder(order, ({ leaseId }) => leaseId === id)),
          "the payment is closed",
        ),
    },
  }
  return side as unknown as MedusaSide
}

/** The order as read for a lease. A draft's order is known only by its id. */
export const orderOf = ({ order, isDraft }: Moment, lease: LeaseRecord) =>
  order && (lease.order_id || !isDraft) ? paidBy(order, lease) : null

const changeOrder = (m: Moment, changed: (order: Order) => Order) => set(m, { order: m.order && changed(m.order) })

/** Our session is authorized with one payment, or is pending at the service. */
function authorized(order: Order, id: string, lease: LeaseRecord, awaiting = false): Order {
  const session = { id, status: awaiting ? "pending_authorization" : "authorized", leaseId: lease.id }
  const sessions = [...order.sessions.filter((other) => other.id !== id), session]
  const isPaid = awaiting || paidBy(order, lease).payments.some(({ canceled }) => !canceled)
  const payments = isPaid ? order.payments : [...order.payments, aPayment({ captured: 0, leaseId: lease.id })]
  return { ...order, sessions, payments }
}

/** Cancels or refunds the order's payments, or the selected ones. */
function closedOrder(order: Order, isClosed: (payment: Payment) => boolean = () => true): Order {
  const close = ({ captured, ...payment }: Payment) => {
    return { ...payment, captured, refunded: captured, canceled: captured === 0 }
  }
  return { ...order, payments: order.payments.map((payment) => (isClosed(payment) ? close(payment) : payment)) }
}

export function canceledOrder({ order, now }: Moment): Order | null {
  if (!order || order.canceled) return order
  return { ...closedOrder(order), canceled: true, cancelable: false, canceledAt: new Date(now) }
}
