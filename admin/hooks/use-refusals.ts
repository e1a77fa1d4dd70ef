import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView } from "../../src/api/admin-types"
import type { Allowed } from "../../src/api/types"
import { useMessage } from "./use-message"

/** Refusal codes of actions that don't apply to this lease at all: they are for the other flow, a held lease or an order edited after signing. */
const FOREIGN: readonly string[] = [
  ...["hosted_only", "release_not_held", "replace_nothing", "signing_link_none", "withdraw_link_none"],
]

export type Refusal = { why: string; keys: ActionKey[] }

/**
 * Returns the available actions, and the others grouped by reason, in the server's order. `corrects` is true if `mark_resolved` is allowed but not
 * required. In that case, it isn't listed with the actions.
 */
export function useRefusals({ actions, needs_resolution, delivery }: AdminLeaseView) {
  const message = useMessage()
  const { i18n } = useTranslation()
  const corrects = actions.mark_resolved.allowed && !needs_resolution
  const possible: ActionKey[] = []
  const reasons = new Map<string, ActionKey[]>()
  for (const [key, may] of Object.entries(actions) as [ActionKey, Allowed][]) {
    // A newer store may have more actions.
    if (!i18n.exists(`leaseToOwn.actions.${key}`)) continue
    // Once everything is marked as delivered in Medusa, `confirm_delivery` does the same.
    if (key === "mark_delivered" && delivery.delivered >= delivery.pieces) continue
    if (may.allowed) possible.push(...(key === "mark_resolved" && corrects ? [] : [key]))
    else if (!FOREIGN.includes(may.reason)) {
      const why = message({ ...may, code: may.reason })
      reasons.set(why, [...(reasons.get(why) ?? []), key])
    }
  }
  const refused: Refusal[] = [...reasons].map(([why, keys]) => ({ why, keys }))
  return { possible, refused, corrects }
}
