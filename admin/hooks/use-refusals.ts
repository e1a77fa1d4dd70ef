import type { ActionKey, AdminLeaseView } from "../../src/api/admin-types"
import type { Allowed } from "../../src/api/types"
import { useMessage } from "./use-message"

/** Reasons of actions that aren't for this lease at all: those of the other flow, and those of an order that was edited after signing. */
const FOREIGN: readonly string[] = ["hosted_only", "replace_nothing", "signing_link_none", "withdraw_link_none"]

export type Refusal = { why: string; keys: ActionKey[] }

/**
 * The actions that are possible now, and the others grouped by their reason, in the server's order. `corrects`: `mark_resolved` is possible although
 * nothing needs it, so it isn't listed with the others.
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
