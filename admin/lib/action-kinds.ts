import type { ActionKey, AdminLeaseView } from "../../src/api/admin-types"

/** What each action's form asks for. */
export const FORMS = {
  attest: "note",
  mark_resolved: "outcome",
  confirm_delivery: "date",
  mark_delivered: "date",
  return_lease: "date",
  send_delivery_date: "date",
} as const satisfies Partial<Record<ActionKey, "note" | "outcome" | "date">>

export type FormKey = keyof typeof FORMS

/**
 * Returns an action's name in translation keys. If there is nothing to resolve, `mark_resolved` only corrects the ledger, so its name is `correct`.
 */
export function nameOf<K extends ActionKey>(key: K, { needs_resolution }: Pick<AdminLeaseView, "needs_resolution">) {
  return key === "mark_resolved" && !needs_resolution ? "correct" : key
}

export function hasForm(key: ActionKey): key is FormKey {
  return key in FORMS
}

/** Actions that can't be undone, so the dashboard asks for confirmation. */
const FINAL = [
  "cancel_contract",
  "return_lease",
  "send_delivery_date",
  "replace_contract",
] as const satisfies readonly ActionKey[]

export function isFinal(key: ActionKey): key is (typeof FINAL)[number] {
  return FINAL.some((one) => one === key)
}
