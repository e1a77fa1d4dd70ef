import type { Hindrance } from "../modules/lease/rules/erasure"

/** Why a lease cannot be erased yet, and what must end first; written after its reference and status. */
export const hindranceTexts: Record<Hindrance, string> = {
  busy: "the store is talking to the lease service about it. Run this again in a few minutes.",
  widget: "the operator's widget may still be open in a browser. Run this again in a day.",
  contract: "its contract can still be signed. Cancel it on the lease's page, or wait until it has expired.",
  unordered: "it is signed and has no order yet. Let the order be placed, or cancel the contract on the lease's page.",
  undelivered: "it is in force. Confirm the delivery, or cancel the order.",
  ending: "its cancellation or return has no clear end. Find out how it ended and mark it as done elsewhere.",
  call: "a call about it is still owed. Wait until it is made, or find out how it ended and mark it as done elsewhere.",
  delivered:
    "it runs on at the operator, who alone knows when it ends. Ask the operator; when it has ended, add --include-delivered.",
}
