import { stockDueBack } from "../rules/held-stock"
import type { HistoryEntry, LeaseRecord } from "../rules/records"
import { AWAITING_ORDER, OFFERED } from "../rules/standing"
import { type Desk, SHOPPER, SYSTEM } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { notOrderable, type OrderProblem } from "./not-orderable"

/**
 * Reserves the goods of the lease's cart, in place of what was reserved for it before, unless this hold no longer stands (`isHeldStill`).
 * Answers why not, and then nothing is reserved.
 */
export type Reserve = (lease: LeaseRecord) => Promise<OrderProblem | null>

/**
 * Has the goods of a cart reserved for its lease, where option `holdStock` says so. Written down before it is done, and the job is told: a process
 * that dies here leaves at most a lease that says it holds goods, and they are given back. Answers the lease as it is then.
 *
 * Throws LedgerRefusal `not_orderable` where there is too little of them, `busy` where the cart is being offered again. Nothing is held then.
 */
export async function holdStock(ledger: Desk, lease: LeaseRecord, reserve: Reserve): Promise<LeaseRecord> {
  const ms = ledger.options.holdStock
  if (ms === undefined) return lease
  const now = ledger.now()
  const intent = { stock_held_until: new Date(now.getTime() + ms), look_at: now }
  const guard = { status: HOLDERS, fingerprint: lease.fingerprint ?? undefined, unclaimed: true }
  const held = await ledger.store.set(lease.id, intent, { guard, actor: SHOPPER })
  if (!held) throw new LedgerRefusal("busy")
  let problem: OrderProblem | null
  try {
    problem = await reserve(held)
  } catch (error) {
    await endStock(ledger, held)
    throw error
  }
  if (!problem) return held
  await stockGone(ledger, held, lease.stock_held_until ? [GIVEN_BACK] : [])
  throw notOrderable(problem)
}

const GIVEN_BACK: HistoryEntry = { type: "stock_given_back" }

/** Statuses in which goods are reserved: the contract is about to be shown, or its order about to be placed. */
const HOLDERS = [...OFFERED, ...AWAITING_ORDER]

/** Ends the time for which goods are held while unsigned: the job gives them back. A hold that was begun since goes on. */
export async function endStock(ledger: Desk, lease: LeaseRecord): Promise<void> {
  if (!lease.stock_held_until) return
  await ledger.store.set(lease.id, endOfHold(ledger, lease), {
    guard: { heldUntil: lease.stock_held_until },
    actor: SYSTEM,
  })
}

/** The columns by which the time of a hold ends; none where nothing is held. */
export function endOfHold(ledger: Desk, { stock_held_until }: LeaseRecord) {
  const now = ledger.now()
  return stock_held_until ? { stock_held_until: now, look_at: now } : {}
}

/** Whether this very hold of the lease still stands: it may have been given back, or begun again, since it was read. */
export async function isHeldStill(ledger: Desk, lease: LeaseRecord): Promise<boolean> {
  return isSameHold(await ledger.store.byId(lease.id), lease)
}

/** Whether this very hold of the lease is owed back by now: the lease may have been signed since it was read. */
export async function owesStock(ledger: Desk, lease: LeaseRecord): Promise<boolean> {
  const now = await ledger.store.byId(lease.id)
  const due = now && stockDueBack(now)
  return isSameHold(now, lease) && due !== null && due <= ledger.now()
}

function isSameHold(now: LeaseRecord | null, { stock_held_until: read }: LeaseRecord): boolean {
  return read !== null && now?.stock_held_until?.getTime() === read.getTime()
}

/** Writes down that this hold was given back. One that was begun since goes on. `history`: what is told of it. */
export async function stockGone(
  ledger: Desk,
  { id, stock_held_until }: LeaseRecord,
  history: HistoryEntry[] = [GIVEN_BACK],
): Promise<void> {
  if (!stock_held_until) return
  const guard = { heldUntil: stock_held_until }
  await ledger.store.set(id, { stock_held_until: null }, { guard, history, actor: SYSTEM })
}
