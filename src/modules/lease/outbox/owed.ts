import { isHosted, isReplacement, isSigned } from "../rules/standing"
import type { Facts, Options, Owed } from "./facts"
import { delivered, over, placed } from "./owed-after"
import { placing, replacing, signed, unsigned } from "./owed-before"
import { judgeHosted } from "./owed-hosted"
import { after, isSettled, LOOK_AGAIN_MS } from "./owed-parts"

const NOTHING: Owed = { calls: [], record: false, raise: [], lower: [], lookAt: null }

/** Everything owed for a lease now, decided from the facts alone; asks and changes nothing. */
export function owedOf(facts: Facts, options: Options, now: Date): Owed {
  const judged = (isHosted(facts.lease) ? judgeHosted : judge)(facts, options, now)
  const calls = (judged.calls ?? []).filter(({ kind }) => !isSettled(kind, facts, options))
  return { ...NOTHING, ...judged, calls }
}

function judge(facts: Facts, options: Options, now: Date): Partial<Owed> {
  if (isReplacement(facts.lease) && isSigned(facts.lease)) return replacing(facts, options, now)
  switch (facts.lease.status) {
    case "submitting":
      return { lookAt: after(now, LOOK_AGAIN_MS.submitting) }
    case "approved":
    case "offered":
    case "signing":
      return unsigned(facts, options, now)
    case "signed":
      return signed(facts, options, now)
    case "placing":
      return placing(facts, now)
    case "placed":
      return placed(facts, options, now)
    case "delivered":
      return delivered(facts, now)
    case "canceling":
      return { calls: [{ kind: "cancel_contract" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "returning":
      return { calls: [{ kind: "return_lease" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "canceled":
    case "returned":
    case "expired":
    case "superseded":
      return over(facts, now)
    default:
      return {}
  }
}
