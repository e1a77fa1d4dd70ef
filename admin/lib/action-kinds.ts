import type { ActionKey } from "../../src/api/admin-types"

/** What a person fills in before an action is sent. */
export const FORMS = {
  attest: "note",
  settle: "outcome",
  confirm_delivery: "date",
  return_lease: "date",
  send_delivery_date: "date",
} as const satisfies Partial<Record<ActionKey, "note" | "outcome" | "date">>

export type FormKey = keyof typeof FORMS

export function hasForm(key: ActionKey): key is FormKey {
  return key in FORMS
}

/** What cannot be taken back is asked about once more. */
export const FINAL = ["cancel_contract", "return_lease", "send_delivery_date"] as const satisfies readonly ActionKey[]

export function isFinal(key: ActionKey): key is (typeof FINAL)[number] {
  return FINAL.some((one) => one === key)
}
