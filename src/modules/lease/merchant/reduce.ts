import { cents, formatMoney } from "../../../lease-cart"
import { staffParams } from "../options/operator"
import { askFor } from "../outbox/call"
import type { Actor, LeaseRecord } from "../rules/records"
import { type BackLine, isSame, planReduction, type ReductionPlan } from "../rules/reductions"
import { type Desk, type Ledger, ofLease } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"
import { dateOfReturn } from "./return"

/** A refund of a part as Medusa asks for it: see `planReduction`. `date`: the day on which the goods were received. */
export type PartialRefund = {
  amount: number
  whole: boolean
  refunded: number
  back: readonly BackLine[]
  date?: string | undefined
  actor: Actor
}

/**
 * Takes a part off a delivered lease (reference 7): the pieces that came back, or a lower price. Asks whether a return is possible, and makes the call
 * only after a yes. Sent once.
 *
 * Throws LedgerRefusal: a sum that no line can give, goods that cannot be told, refused by the service, not reached, or not known.
 */
export async function reduceLease(desk: Desk, lease: LeaseRecord, refund: PartialRefund): Promise<LeaseRecord> {
  const ledger = ofLease(desk, lease)
  const plan = planReduction(lease, refund)
  if (plan.do === "refuse") throw refusalOf(ledger, lease, plan)
  const { reduction } = plan
  const after = lease.reductions?.length ?? 0
  const isReturn = reduction.lines.some(({ action }) => action === "return")
  const date_of_return = dateOfReturn(ledger, lease, isReturn ? refund.date : undefined)
  const reduced = await askFor(ledger, lease, "return_lines", {
    detail: { reduction, after, date_of_return },
    actor: refund.actor,
  })
  // An earlier call without an answer keeps its own lines, and was read back now.
  if (!isSame(reduced.reductions?.[after], reduction)) throw new LedgerRefusal("state_changed")
  return reduced
}

function refusalOf(ledger: Ledger, lease: LeaseRecord, plan: ReductionPlan & { do: "refuse" }): LedgerRefusal {
  const money = (sum: number) => formatMoney(cents(sum), lease.currency_code)
  return new LedgerRefusal(plan.code, {
    ...staffParams(ledger, lease),
    ...("due" in plan && { amount: money(plan.due), pieces: String(plan.pieces) }),
    ...("sums" in plan && { sums: plan.sums.map(money).join(" / ") }),
  })
}
