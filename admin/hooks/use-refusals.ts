import type { ActionKey, AdminLeaseView } from "../../src/api/admin-types"
import type { Allowed } from "../../src/api/types"
import { useMessage } from "./use-message"

/** Mark actions that this lease lacks: those of the other way of leasing, and those of an order that was edited after signing. */
const FOREIGN: readonly string[] = ["hosted_only", "replace_nothing", "signing_link_none", "withdraw_link_none"]

export type Refusal = { why: string; keys: ActionKey[] }

/**
 * The actions that are possible now, and the others under the reason that they have in common, in the server's order. `corrects`: settling is
 * possible, and nothing asks for it; it is no action like the others then.
 */
export function useRefusals({ can, open_matters }: AdminLeaseView) {
  const message = useMessage()
  const corrects = can.mark_resolved.allowed && !open_matters
  const possible: ActionKey[] = []
  const reasons = new Map<string, ActionKey[]>()
  for (const [key, may] of Object.entries(can) as [ActionKey, Allowed][]) {
    if (may.allowed) possible.push(...(key === "mark_resolved" && corrects ? [] : [key]))
    else if (!FOREIGN.includes(may.reason)) {
      const why = message({ ...may, code: may.reason })
      reasons.set(why, [...(reasons.get(why) ?? []), key])
    }
  }
  const refused: Refusal[] = [...reasons].map(([why, keys]) => ({ why, keys }))
  return { possible, refused, corrects }
}
