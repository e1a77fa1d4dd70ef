import type { CartInput } from "../../../src/lease-cart"
import {
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
import { type Answer, type Moment, type Process, set, type Wait } from "./moment"
import { rowsOf } from "./rows"
import { WRITES } from "./service"

export const CART = { id: "cart_1", currency_code: "usd", total: 454, items: [] } as unknown as CartInput
export const SESSION = "session_1"
export const AMOUNT = 45_400
export const OPTIONS = parseOptions({
  ...{ baseUrl: "https://leasing.example/api", username: "merchant", password: "secret", mode: "test" },
  ...{ operator: { name: "Acorn", contact: "help@leasing.example" } },
})

type Asking = {
  /** Something that happens at once, and its answer. */
  io<T>(work: () => T | Promise<T>): Promise<T>
  /** Something that takes time: everything else may happen until it is answered. */
  wait(reason: Wait["for"], call: string): Promise<never>
  now(): Date
}
/** What a process works with: the ledger's desk, and Medusa. */
export type Tools = Pick<Asking, "io"> & { desk: Ledger; medusa: MedusaSide; m: Moment }

/** Lets a process go on in a moment that is its own to change, until it waits again or has ended. It does all of it again, given its answers. */
export function proceed(
  m: Moment,
  { id, does, began, heard }: Omit<Process, "waits">,
  act: (tools: Tools) => Promise<unknown>,
): Promise<void> {
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
    const wait: Asking["wait"] = async (reason, call) => {
      const past = answers[place++]
      if (past) return given(past)
      set(m, { processes: [...m.processes, { id, does, began, heard: answers, waits: { for: reason, call } }] })
      resolve()
      return new Promise(() => {})
    }
    const asking = { io, wait, now: () => new Date(clock) }
    const desk = deskOf(m, asking)
    act({ desk, medusa: medusaOf(m, id, desk, asking), io, m })
      .catch((error) => {
        if (error?.name !== "LedgerRefusal")
          set(m, { wrong: [...m.wrong, `${does} ended with: ${error?.stack ?? error}`] })
      })
      .then(() => resolve())
  })
}

/** The ledger as one process finds it. */
function deskOf(m: Moment, { io, wait, now }: Asking): Ledger {
  const kept = (rows: object): unknown =>
    new Proxy(rows, {
      get: (target, name: string) => {
        const part = target[name as never] as unknown
        if (typeof part === "function") return (...given: unknown[]) => io(() => part.apply(target, given))
        return typeof part === "object" && part ? kept(part) : part
      },
    })
  const asks = (call: string) => [call, () => wait("arrival", call)]
  const service = { cancelsUnsigned: true, ...Object.fromEntries(["readStatus", "checkReturn", ...WRITES].map(asks)) }
  const say = (line: unknown) => {
    if (String(line).includes("left to its claim")) set(m, { wrong: [...m.wrong, String(line)] })
  }
  const breaker = { outage: null, closed: false, isLikely: false, afterPutOff: async () => {} }
  return {
    ...{ store: kept(m.tables ?? rowsOf(m)), log: { info: say, warn: say, error: say }, secret: "", now },
    ...{ account: null, options: OPTIONS, service, breaker, isRemoved: false },
  } as unknown as Ledger
}

/** Medusa, as far as one order: each call reads first, and does nothing that is done. */
function medusaOf(m: Moment, id: number, desk: Ledger, { io, wait }: Asking): MedusaSide {
  const change = (columns: Partial<Order>) => io(() => set(m, { order: m.order && { ...m.order, ...columns } }))
  const lock = async (by: number | null) => {
    while (!(await io(() => m.lock === null || m.lock === id))) await wait("cart", "the cart")
    await io(() => set(m, { lock: by }))
  }
  const authorize = async () => {
    const { awaiting } = await startOrder(desk, { cart: CART, sessionId: SESSION, amount: AMOUNT })
    const status = awaiting ? "pending_authorization" : "authorized"
    const payments = awaiting ? [] : [aPayment({ captured: 0 })]
    await change({ sessions: [{ id: SESSION, status, leaseId: m.lease.id }], payments })
  }
  const complete = async () => {
    await lock(id)
    if (await io(() => m.order)) return lock(null)
    const sessions = [{ id: SESSION, status: "pending", leaseId: m.lease.id }]
    const row = {
      createdAt: desk.now(),
      total: AMOUNT,
      cartId: CART.id,
      asCart: CART,
      pieces: 1,
      payments: [],
      sessions,
    }
    await io(() => set(m, { order: anOrder(row) }))
    try {
      await authorize()
      if (await io(() => m.soldOut)) throw new Error("sold out")
    } catch (error) {
      await io(() => set(m, { order: null }))
      await completionFailed(desk, m.lease.id, SESSION)
      await lock(null)
      throw error
    }
    await lock(null)
    // A process that dies here has lost the event.
    await wait("turn", "the order's event")
    const order = await io(() => m.order)
    if (order) await recordOrder(desk, order)
  }
  const side = {
    factsOf: (leases: LeaseRecord[]) =>
      io(() => {
        set(m, { unseen: false })
        const cart = m.order ? null : { completed: false, payments: [], sessionIds: [SESSION] }
        return new Map(leases.map((lease) => [lease.id, { order: m.order, recipientDiffers: false, cart }]))
      }),
    record: (_lease: LeaseRecord, order: Order) => recordOrder(desk, order),
    lockCart: async (_id: string, work: () => Promise<unknown>) => {
      await lock(null)
      return work()
    },
    call: {
      place_order: complete,
      authorize_payment: async () => {
        const order = await io(() => m.order)
        if (order && !order.payments.length) await authorize()
      },
      capture_payment: async (lease: LeaseRecord) => {
        const order = await io(() => m.order)
        if (!order?.payments.some(({ captured, canceled }) => !captured && !canceled)) return
        await checkCapturable(desk, lease.id)
        await change({ payments: [aPayment({ captured: AMOUNT })] })
      },
      cancel_order: () => io(() => set(m, { order: canceledOrder(m) })),
      close_payment: () => io(() => set(m, { order: m.order && closedOrder(m.order) })),
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
