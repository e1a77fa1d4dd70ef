import type { CartInput } from "../../../src/lease-cart"
import {
  type Account,
  Accounts,
  checkCapturable,
  completionFailed,
  type LeaseRecord,
  type Ledger,
  type MedusaSide,
  type Order,
  parseOptions,
  recordOrder,
  startOrder,
} from "../../support/ledger"
import { anOrder, aPayment } from "../../support/order"
import { type Answer, type Asking, type GoOn, type Moment, type Process, set, type Tools, type Wait } from "./moment"
import { rowsOf } from "./rows"
import { CALLS } from "./service"

/** A cart of one sofa, with its delivery for 10.99. */
function cartFor(total: number): CartInput {
  const sumsOf = (sum: number) => ({ subtotal: sum, total: sum, tax_total: 0, discount_total: 0 })
  const price = sumsOf(total - 10.99)
  const texts = { title: "Sofa", product_title: "Harbor sofa", variant_sku: "SOFA", product: {} }
  return {
    ...{ id: "cart_1", currency_code: "usd", email: "robin@shopper.example", ...sumsOf(total) },
    shipping_address: { country_code: "us", province: "TX" },
    items: [{ id: "cali_1", ...texts, quantity: 1, unit_price: price.total, ...price, requires_shipping: true }],
    ...{ shipping_methods: [sumsOf(10.99)], shipping_total: 10.99, shipping_subtotal: 10.99, shipping_tax_total: 0 },
    credit_line_total: 0,
  }
}
export const CART = cartFor(454)
/** The same, after the shopper has changed it. */
export const OTHER_CART = cartFor(500)
export const SESSION = "session_1"
export const AMOUNT = 45_400
export const amountOf = ({ total }: Pick<CartInput, "total">) => Math.round(Number(total) * 100)
export const OPTIONS = parseOptions({
  ...{ baseUrl: "https://leasing.example/api", username: "merchant", password: "secret", mode: "test" },
  ...{ operator: { name: "Acorn", contact: "help@leasing.example" } },
  product: { brand: { value: "Harbor" }, category: { value: "Furniture" }, condition: { value: "new" } },
})

/** Its time limit has ended what it waits for: it no longer arrives, and no answer is heard. */
export const isTooLate = ({ now }: Moment, { for: what, since = now }: Wait) =>
  (what === "arrival" || what === "answer") && now - since > OPTIONS.timeoutMs

/** Lets a process go on in a moment that is its own to change, until it waits again or has ended. It does all of it again, given its answers. */
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

/** Does it, through this seam. What no one should ever be told is noted. */
export function run(
  m: Moment,
  { id, does }: Pick<Process, "id" | "does">,
  asking: Asking,
  act: (tools: Tools) => Promise<unknown>,
): Promise<void> {
  const desk = deskOf(m, asking)
  return act({ desk, medusa: medusaOf(m, id, desk, asking), io: asking.io, m }).then(
    () => {},
    (error) => {
      if (error?.name !== "LedgerRefusal")
        set(m, { wrong: [...m.wrong, `${does} ended with: ${error?.stack ?? error}`] })
    },
  )
}

/** The ledger as one process finds it. */
function deskOf(m: Moment, { io, wait, now }: Asking): Ledger {
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
  const service = { cancelsUnsigned: true, readForm: (data: unknown) => ({ success: true, data }), ...calls }
  const say = (line: unknown) => {
    if (String(line).includes("left to its claim")) set(m, { wrong: [...m.wrong, String(line)] })
  }
  const breaker = { outage: null, closed: false, isLikely: false, afterPutOff: async () => {} }
  const account = { account: null, options: OPTIONS, service, breaker, isRemoved: false } as unknown as Account
  const accounts = new Accounts([account], () => account)
  const tools = { store: kept(m.tables ?? rowsOf(m)), log: { info: say, warn: say, error: say }, secret: "", now }
  return { ...tools, accounts, ...account } as unknown as Ledger
}

/** Medusa's own lock of a cart ends then (ms). */
const LOCK_MS = 120_000
export const isUnlocked = ({ lock, lockEnds, now }: Moment) => lock === null || lockEnds <= now

/** Medusa, as far as one order: each call reads first, and does nothing that is done. */
function medusaOf(m: Moment, id: number, desk: Ledger, { io, wait }: Asking): MedusaSide {
  const change = (columns: Partial<Order>) =>
    io(() => set(m, { order: m.order && { ...m.order, ...columns } }), "the order is written")
  const read = () => io(() => m.order, "the order is read")
  const take = () => {
    if (m.lock === id) return "own"
    if (!isUnlocked(m)) return null
    set(m, { lock: id, lockEnds: m.now + LOCK_MS })
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
    const { lease, awaiting } = await startOrder(desk, { cart, sessionId: SESSION, amount: amountOf(cart) })
    const status = awaiting ? "pending_authorization" : "authorized"
    const payments = awaiting ? [] : [aPayment({ captured: 0, leaseId: lease.id })]
    await change({ sessions: [{ id: SESSION, status, leaseId: lease.id }], payments })
  }
  /** Core makes the order's row, then asks for the payment, then takes what is in stock. */
  const order = async (): Promise<boolean> => {
    if (await read()) return false
    const cart = await io(() => m.cart, "the cart is read")
    const lines = { asCart: cart, pieces: 1, total: amountOf(cart) }
    const sessions = [{ id: SESSION, status: "pending", leaseId: null }]
    const row = { createdAt: desk.now(), cartId: cart.id, ...lines, payments: [], sessions }
    const make = () => {
      // A cart has one order, even where its lock has run out.
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
      await io(() => set(m, { order: null }), "the order is taken back")
      const lease = await desk.store.ofCart(cart.id)
      if (lease) await completionFailed(desk, lease.id, SESSION)
      throw error
    }
  }
  const complete = async () => {
    if (!(await locked(order))) return
    // A process that dies here has lost the event.
    await wait("turn", "the order's event")
    const made = await read()
    if (made) await recordOrder(desk, made)
  }
  const side = {
    factsOf: (leases: LeaseRecord[]) =>
      io(() => {
        // What a look reads that another one has overtaken is written down by nobody.
        const isCurrent = ({ id, look_at }: LeaseRecord) =>
          id === m.lease.id && look_at?.getTime() === m.lease.look_at?.getTime()
        if (leases.some(isCurrent)) set(m, { unseen: false })
        const cart = m.order ? null : { completed: false, payments: [], sessionIds: [SESSION] }
        return new Map(leases.map((lease) => [lease.id, { order: m.order, recipientDiffers: false, cart }]))
      }, "the facts are read"),
    record: (_lease: LeaseRecord, order: Order) => recordOrder(desk, order),
    lockCart: (_id: string, work: () => Promise<unknown>) => locked(work),
    call: {
      place_order: complete,
      authorize_payment: async () => {
        const order = await read()
        if (order && !order.payments.length) await authorize(order.asCart)
      },
      capture_payment: async (lease: LeaseRecord) => {
        const order = await read()
        const due = order?.payments.find(({ captured, canceled }) => !captured && !canceled)
        if (!due || due.leaseId !== lease.id) return
        await checkCapturable(desk, lease.id)
        await change({ payments: [aPayment({ captured: lease.amount ?? 0, leaseId: lease.id })] })
      },
      cancel_order: () => io(() => set(m, { order: canceledOrder(m) }), "the order is canceled"),
      close_payment: () => io(() => set(m, { order: m.order && closedOrder(m.order) }), "the payment is closed"),
    },
  }
  return side as unknown as MedusaSide
}

/** Its payment is canceled, or given back. */
function closedOrder(order: Order): Order {
  const close = ({ captured, ...payment }: Order["payments"][number]) => {
    return { ...payment, captured, refunded: captured, canceled: captured === 0 }
  }
  return { ...order, payments: order.payments.map(close) }
}

export function canceledOrder({ order, now }: Moment): Order | null {
  if (!order || order.canceled) return order
  return { ...closedOrder(order), canceled: true, cancelable: false, canceledAt: new Date(now) }
}
