import { toApplicationId } from "../../../../lease-service"
import type { HistoryEntry, LeaseRecord } from "../../rules/records"
import { staffParams } from "../../status/ledger"
import { LedgerRefusal } from "../../texts/refusal"
import { linkCalls } from "./one-time-urls"
import type { ServiceCallKind } from "./read-back"
import { ServiceCall } from "./service-call"

const idOf = (lease: LeaseRecord) => toApplicationId(lease.application_id ?? "")

export const serviceCalls: Record<ServiceCallKind, ServiceCall> = {
  /** DELETE application/contract (spec 4.1): nothing shipped. */
  cancel_contract: {
    action: "cancel",
    reached: ["cancelled", "expired", "superseded"],
    entering: { event: "cancel_started", status: "cancelling", guard: { unclaimed: true } },
    asked: () => ({ type: "cancel_asked" }),
    send: async (ledger, lease) => {
      await ledger.service.cancelContract(idOf(lease))
      return "done"
    },
    done: (ledger) => ({
      event: "cancel_done",
      set: { cancelled_at: ledger.now() },
      history: [{ type: "cancelled", detail: {} }],
    }),
    back: (lease) => {
      if (lease.order_id) return "cancel_refused"
      return lease.signed_at ? "cancel_refused_unplaced" : "cancel_refused_unsigned"
    },
    refused: "cancel_refused",
    words: "cancel",
    attention: { failed: "cancel_failed", unknown: "cancel_unknown" },
  },

  /** POST application/cart/delivery (spec 4.1, 8.2): the complete order, delivered or scheduled. */
  confirm_delivery: {
    action: "deliver",
    reached: ["delivered", "returning", "returned"],
    asked: ({ detail }) => ({ type: "delivery_asked", detail: { date: detail.delivery_date ?? "" } }),
    send: async (ledger, lease, { detail }) => {
      await ledger.service.confirmDelivery(idOf(lease), { deliveryDate: detail.delivery_date ?? "" })
      return "done"
    },
    done: (ledger, _lease, { detail }) => ({
      event: "delivery_confirmed",
      set: { delivery_date: detail.delivery_date ?? null, delivered_at: ledger.now() },
      history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
    }),
    refused: "call_refused",
    words: "delivery",
    attention: { failed: "delivery_failed", unknown: "delivery_unknown" },
  },

  /** POST application/return (spec 2.6), never without a positive answer to the availability call right before it. */
  return_lease: {
    action: "return",
    reached: ["returned"],
    entering: { event: "return_started", status: "returning" },
    asked: ({ detail }) => ({ type: "return_asked", detail: { date: detail.date_of_return ?? "" } }),
    prepare: async (ledger, lease) => {
      const { isReturnEligible, authorizationCode } = await ledger.service.checkReturn(idOf(lease))
      const history: HistoryEntry = { type: "return_checked", detail: { eligible: isReturnEligible } }
      await ledger.store.appendOnce(lease.id, { by: "service" }, history)
      const no = lease.delivered_at ? "return_not_eligible" : "return_before_start"
      if (!isReturnEligible) throw new LedgerRefusal(no, staffParams(ledger, lease))
      return authorizationCode
    },
    send: async (ledger, lease, { detail }, authorizationCode) => {
      const dateOfReturn = new Date(detail.date_of_return ?? ledger.now())
      const answer = await ledger.service.returnLease(idOf(lease), {
        dateOfReturn,
        ...(authorizationCode && { authorizationCode }),
      })
      if (answer.isSuccess === undefined) return "unclear"
      return answer.isSuccess ? "done" : { refused: answer.code ?? "" }
    },
    done: (ledger, _lease, { detail }) => ({
      event: "return_done",
      set: { returned_at: ledger.now() },
      history: [{ type: "returned", detail: { date: detail.date_of_return ?? "" } }],
    }),
    back: (lease) => (lease.delivered_at ? "return_refused" : "return_refused_undelivered"),
    refused: "call_refused",
    words: "return",
    attention: { failed: "return_failed", unknown: "return_unknown" },
  },

  ...linkCalls,
}

export function isServiceCall(kind: string): kind is ServiceCallKind {
  return Object.hasOwn(serviceCalls, kind)
}
