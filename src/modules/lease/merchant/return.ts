import { LeaseServiceError } from "../../../client"
import { cents, formatMoney } from "../../../lease-cart"
import { type LedgerDeps, ofLease, SERVICE } from "../accounts/deps"
import { applicationOf } from "../calls/service-call"
import { serviceFailure } from "../lease-service/errors"
import { staffParams } from "../options/operator"
import { callNow } from "../outbox/call"
import { isReturned } from "../rules/lease-predicates"
import type { Actor, LeaseRecord } from "../rules/records"
import { isSame, planReduction } from "../rules/reversal"
import { whyNot } from "../rules/state-machine"
import { LedgerRefusal } from "../texts/messages"
import { momentOfReturn } from "./days"

/** Returns the whole lease once, if a return is available (spec 2.6). `date` is `YYYY-MM-DD` and defaults to today. Throws LedgerRefusal. */
export async function returnLease(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { date, actor }: { date?: unknown; actor: Actor },
): Promise<LeaseRecord> {
  if (isReturned(lease)) return lease
  const detail = { date_of_return: momentOfReturn(deps, lease, date) }
  return callNow(ofLease(deps, lease), lease, "return_lease", { detail, actor })
}

/**
 * Asks the service, at a user's request, whether the lease may be returned now. The call has no effect on the service's side other than creating the
 * return authorization.
 */
export async function checkReturn(deps: LedgerDeps, lease: LeaseRecord, actor: Actor): Promise<boolean> {
  const accountDeps = ofLease(deps, lease)
  const reason = whyNot("return", lease.status)
  if (reason) throw new LedgerRefusal(reason, staffParams(accountDeps, lease))
  try {
    const { isReturnEligible } = await accountDeps.service.checkReturn(applicationOf(lease))
    const entry = { type: "return_checked", detail: { eligible: isReturnEligible } } as const
    await accountDeps.store.append(lease.id, actor.by === "merchant" ? actor : SERVICE, [entry])
    return isReturnEligible
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    const failure = serviceFailure(accountDeps, error, { reader: "merchant", lease })
    // Even if the request arrived, it had no effect, so don't report an unknown outcome.
    throw failure.kind === "unknown"
      ? new LedgerRefusal("service_unreachable", {}, { kind: "unavailable", cause: error })
      : failure
  }
}

/**
 * Reduces a delivered lease for returned units or a lower price (reference 7). Makes the call once, after checking that a return is possible.
 * `refund` is the refund as Medusa sends it (`planReduction`), and `date` is when the store received the goods.
 * Throws LedgerRefusal if the amount matches no line, the goods can't be identified, or the service refuses, is unreachable or gives no clear
 * response.
 */
export async function reduceLease(
  deps: LedgerDeps,
  lease: LeaseRecord,
  { date, actor, ...refund }: Parameters<typeof planReduction>[1] & { date?: string | undefined; actor: Actor },
): Promise<LeaseRecord> {
  const accountDeps = ofLease(deps, lease)
  const plan = planReduction(lease, refund)
  if (plan.do === "refuse") {
    const money = (sum: number) => formatMoney(cents(sum), lease.currency_code)
    throw new LedgerRefusal(plan.code, {
      ...staffParams(accountDeps, lease),
      ...("due" in plan && { amount: money(plan.due), pieces: String(plan.pieces) }),
      ...("sums" in plan && { sums: plan.sums.map(money).join(" / ") }),
    })
  }
  const { reduction } = plan
  const after = lease.reductions?.length ?? 0
  const isReturn = reduction.lines.some(({ action }) => action === "return")
  const date_of_return = momentOfReturn(accountDeps, lease, isReturn ? date : undefined)
  const detail = { reduction, after, date_of_return }
  const reduced = await callNow(accountDeps, lease, "return_lines", { detail, actor })
  // An earlier call without a response was read back instead, so this reduction wasn't sent.
  if (!isSame(reduced.reductions?.[after], reduction)) throw new LedgerRefusal("state_changed")
  return reduced
}
