import {
  isServiceCall,
  kindsAbout,
  medusaCalls,
  stuckCalls,
  unfinishedCalls,
} from "../../../../src/modules/lease/calls"
import type { AlertCode } from "../../../../src/modules/lease/rules/alerts"
import { AWAITING_ORDER, PLACED } from "../../../../src/modules/lease/rules/lease-predicates"
import type { CallKind, PendingCall } from "../../../../src/modules/lease/rules/pending-calls"
import type { LeaseStatus } from "../../../../src/modules/lease/rules/state-machine"
import { call, failed, later, refused, unknown } from "./support/card-facts"

it.each<[AlertCode, CallKind[]]>([
  ["signed_without_order", ["place_order"]],
  ["capture_open", ["authorize_payment", "capture_payment", "replace_payment"]],
  ["cancel_failed", ["cancel_contract"]],
  ["return_unknown", ["return_lease", "return_lines"]],
])("%s is about %j", (code, kinds) => {
  expect(kindsAbout(code).sort()).toEqual(kinds)
})

it("calls to Medusa are made while there is something to do, and an order that fails raises an alert", () => {
  expect(medusaCalls.place_order).toMatchObject({ wanted: AWAITING_ORDER, alert: "signed_without_order" })
  expect(medusaCalls.place_order).toMatchObject({ failed: "completion_failed" })
  expect([medusaCalls.authorize_payment.wanted, medusaCalls.capture_payment.wanted]).toEqual([PLACED, PLACED])
  expect([isServiceCall("cancel_contract"), isServiceCall("place_order")]).toEqual([true, false])
})

describe("a call that staff may have to handle", () => {
  const NOW = later(0)
  const due = (change: Partial<PendingCall>) => call("confirm_delivery", change)

  it.each<[unfinished: boolean, stuck: boolean, string, PendingCall, LeaseStatus?]>([
    [true, true, "that failed", failed("confirm_delivery")],
    [true, true, "whose outcome is unknown", { ...unknown("confirm_delivery"), attempts: 0, due_at: later(1) }],
    [true, true, "that is due now", due({ due_at: NOW })],
    [true, false, "that is due later", due({ due_at: later(1) })],
    [true, true, "that was refused to the facts", refused("confirm_delivery")],
    [false, false, "that was refused to the facts and is no longer possible", refused("confirm_delivery"), "returned"],
    [true, true, "that Medusa refused", refused("capture_payment"), "returned"],
    [false, false, "that reads the status", failed("read_status")],
  ])("unfinished %s, stuck %s: %s", (unfinished, stuck, _, call, status = "placed") => {
    expect(unfinishedCalls(status, [call])).toEqual(unfinished ? [call] : [])
    expect(stuckCalls(status, [call], NOW)).toEqual(stuck ? [call] : [])
  })
})
