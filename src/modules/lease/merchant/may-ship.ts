import { lastCall } from "../card/facts"
import { isSameRecipient, type Recipient } from "../cart/compare-cart"
import { staffParams } from "../options/operator"
import { blockingOf } from "../rules/alerts"
import type { LeaseRecord } from "../rules/records"
import {
  awaitsDelivery,
  isCanceling,
  isDelivered,
  isEnding,
  isHosted,
  isOver,
  isPlaced,
  isReplacement,
} from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { isOpen } from "../rules/tasks"
import { checkStatus } from "../status/check-status"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { because } from "../texts/reasons"
import { LedgerRefusal } from "../texts/refusal"
import { refuseUnconfirmed } from "./deliver"

/**
 * A status read this long ago still counts when goods ship (ms): one reading for a parcel that is packed, shipped and delivered in
 * one go, and a contract that is over since is noticed.
 */
export const SHIPPING_FRESH_MS = 10 * 60_000

/**
 * Whether goods of the order may be packed, shipped and delivered: the lease is placed and surely signed, or delivered already, and they go
 * where it was offered for. A status older than ten minutes is read again; a service that cannot be asked does not stop the store. `recipient`:
 * of the order at this moment. Throws LedgerRefusal.
 */
export async function checkShippable(desk: Desk, lease: LeaseRecord, recipient: Recipient): Promise<void> {
  const ledger = ofLease(desk, lease)
  // The card was charged by another provider: its order is not ours to hold.
  if (isHosted(lease)) return
  if (isOver(lease)) throw new LedgerRefusal("ship_over")
  if (isEnding(lease)) throw await inDoubt(ledger, lease)
  if (isReplacement(lease)) throw new LedgerRefusal("ship_before_new_contract")
  if (!isPlaced(lease)) throw new LedgerRefusal("ship_before_confirmation", staffParams(ledger, lease))
  const current = awaitsDelivery(lease) ? await freshLease(ledger, lease) : lease
  refuseUnconfirmed(ledger, await compareRecipient(ledger, current, recipient))
}

/** An order that goes to somebody else is raised before the goods do, whether or not its change was heard of. */
async function compareRecipient(desk: Desk, lease: LeaseRecord, recipient: Recipient): Promise<LeaseRecord> {
  if (isSameRecipient(desk, lease, recipient)) return desk.store.lower(lease, "recipient_differs")
  return (await desk.store.raise(lease.id, "recipient_differs")) ?? lease
}

/** Whether the lease is over is being found out: when, or by whom. */
async function inDoubt(ledger: Ledger, lease: LeaseRecord): Promise<LedgerRefusal> {
  const [kind, reason] = OPEN[isCanceling(lease) ? "canceling" : "returning"]
  const call = lastCall({ tasks: await ledger.store.tasks.ofLease(lease.id) }, kind)
  const params = { ...staffParams(ledger, lease), ...because(reason) }
  if (call?.state === "unknown") return new LedgerRefusal("ship_unknown_ask", params)
  // Without a call the job, which looks each minute, is about to make one.
  const next = call && isOpen(call) ? new Date(call.due_at) : new Date(ledger.now().getTime() + 60_000)
  return new LedgerRefusal("ship_unknown", { ...params, time: momentIn(next, ledger.options.timeZone) })
}

const OPEN = {
  canceling: ["cancel_contract", "cancel_open"],
  returning: ["return_lease", "return_open"],
} as const

function momentIn(at: Date, timeZone: string): string {
  return at.toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" })
}

async function freshLease(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  const read = Math.max(lease.checked_at?.getTime() ?? 0, lease.verified_at?.getTime() ?? 0)
  if (desk.now().getTime() - read < SHIPPING_FRESH_MS) return lease
  try {
    return (await checkStatus(desk, lease)).lease
  } catch (error) {
    if (error instanceof LedgerRefusal && error.kind === "unavailable") return lease
    throw error
  }
}

/** Whether the payment of a lease may be captured in Medusa's books now; no call to the service. Throws LedgerRefusal when not. */
export async function checkCapturable(desk: Desk, leaseId: string): Promise<void> {
  const lease = await desk.store.byId(leaseId)
  const reason = lease ? whyNot("capture", lease.status) : "capture_before_placed"
  if (!lease || reason)
    throw new LedgerRefusal(reason ?? "capture_before_placed", lease ? staffParams(ofLease(desk, lease), lease) : {})
  const blocking = blockingOf(lease)
  if (blocking) throw new LedgerRefusal("capture_attention", because(blocking))
  if (desk.options.captureOn === "delivery" && !isDelivered(lease)) throw new LedgerRefusal("capture_before_delivery")
}
