import { judgeAlerts } from "../rules/conditions"
import { isHosted, isReplacement, isSigned } from "../rules/standing"
import type { Facts, Options, Owed } from "./facts"
import { delivered, over, placed } from "./owed-after"
import { placing, replacing, signed, unsigned } from "./owed-before"
import { judgeHosted } from "./owed-hosted"
import { after, isAnswered, LOOK_AGAIN_MS } from "./owed-parts"

/** Everything owed for a lease now, and what of its alerts holds and what does not, decided from the facts alone; asks and changes nothing. */
export function owedOf(facts: Omit<Facts, "now">, options: Options, now: Date): Owed {
  const at = { ...facts, now }
  const {
    calls = [],
    record = false,
    raise = [],
    lower = [],
    lookAt = null,
    ...rest
  } = (isHosted(facts.lease) ? judgeHosted : judge)(at, options)
  const alerts = judgeAlerts(at)
  return {
    ...rest,
    calls: calls.filter(({ kind }) => !isAnswered(kind, at, options)),
    record,
    raise: [...raise, ...alerts.raise],
    lower: [...lower, ...alerts.lower.filter((code) => !raise.includes(code))],
    lookAt,
  }
}

function judge(facts: Facts, options: Options): Partial<Owed> {
  const { lease, now } = facts
  if (isReplacement(lease) && isSigned(lease)) return replacing(facts, options)
  switch (lease.status) {
    case "submitting":
      return { lookAt: after(now, LOOK_AGAIN_MS.submitting) }
    case "approved":
    case "offered":
    case "signing":
      return unsigned(facts, options)
    case "signed":
      return signed(facts, options)
    case "placing":
      return placing(facts)
    case "placed":
      return placed(facts, options)
    case "delivered":
      return delivered(facts)
    case "canceling":
      return { calls: [{ kind: "cancel_contract" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "returning":
      return { calls: [{ kind: "return_lease" }], lookAt: after(now, LOOK_AGAIN_MS.moving) }
    case "canceled":
    case "returned":
    case "expired":
    case "superseded":
      return over(facts)
    default:
      return {}
  }
}
