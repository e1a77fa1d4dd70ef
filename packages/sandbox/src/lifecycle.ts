import { daysBetween, plusDays } from "./clock"
import { limits } from "./defaults"
import type { Dialect } from "./dialect/schema"
import type { Lease } from "./lease"
import { Problem } from "./problem"
import { type Action, nextState, okToDeliver } from "./state-table"

const asked: Record<Action, string> = {
  cart: "A cart is taken",
  sign: "A contract is signed",
  settle: "A lease is accepted",
  deliver: "A delivery is taken",
  cancel: "A contract is canceled",
  returnWhole: "An order is returned",
  expire: "A lease expires",
}

/** The refusal of a call that the state does not allow (reference 9 and 10: 409). Nothing has changed. */
export function wrongState(lease: Lease, detail: string): Problem {
  return new Problem("wrong-state", `${detail} The lease is in state ${lease.state}; nothing was changed.`)
}

/** Moves the lease. Throws a `wrong-state` Problem when the table has no such edge. */
export function move(lease: Lease, action: Action, now: Date, what: string): void {
  const next = nextState(lease.state, action)
  if (!next) throw wrongState(lease, `${asked[action]} in other states only.`)
  lease.history.push({ at: now, what: next === lease.state ? what : `${what}: ${lease.state} → ${next}` })
  lease.state = next
}

/** Lets the days pass that are over: 90 from the approval, 60 from the last cart (reference 9 and 14). */
export function letTimePass(lease: Lease, now: Date): void {
  if (lease.state === "Approved" && lease.approvedAt && daysBetween(lease.approvedAt, now) >= limits.approvalDays) {
    move(lease, "expire", now, `${limits.approvalDays} days since the approval`)
  }
  if (lease.state === "Contracts" && lease.cart && daysBetween(lease.cart.recordedAt, now) >= limits.contractDays) {
    move(lease, "expire", now, `${limits.contractDays} days without a signature`)
  }
}

/** Until when an approval holds, as this dialect says it in such an answer (reference 3); else nothing. */
export function approvalEnd({ approvedAt }: Lease, dialect: Dialect, place: "application" | "pricing") {
  if (!approvedAt || dialect.answers.approvalEnd !== place) return {}
  return { approvalExpirationDate: plusDays(approvedAt, limits.approvalDays).toISOString() }
}

/** `isOkToDeliver` (reference 9). */
export function isOkToDeliver(lease: Lease): boolean {
  const rule = okToDeliver[lease.state]
  return rule === "always" || (rule === "once paid" && lease.payment === "captured")
}

/** Contract and cart void, first payment refunded, lease back to Approved with the same id (reference 6). */
export function voidContract(lease: Lease, now: Date): void {
  move(lease, "cancel", now, "Contract canceled")
  lease.cart = undefined
  lease.contract = undefined
  lease.orderId = undefined
  lease.returnAuthorization = undefined
  lease.readsSinceSigning = 0
  if (lease.payment === "captured") lease.payment = "refunded"
  else if (lease.payment === "outstanding") lease.payment = "none"
}
