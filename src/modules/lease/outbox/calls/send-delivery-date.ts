import { oneTimeUrlOf, READ_BY_SENDING } from "./one-time-url"
import type { ServiceCall } from "./service-call"

/** The day to the deliveryConfirmationUrl of a hosted lease, once, when everything is delivered or scheduled: the lease starts (spec 4.2). */
export const sendDeliveryDate = {
  kind: "send_delivery_date",
  exclusive: true,
  lane: "deliveries",
  action: "deliver",
  startsLease: true,
  reached: ["delivered", "returning", "returned"],
  asked: ({ detail }) => ({ type: "delivery_asked", detail: { date: detail.delivery_date ?? "" } }),
  prepare: async (ledger, lease) => oneTimeUrlOf(ledger, lease, "delivery"),
  send: async (ledger, _lease, { detail }, url) => {
    await ledger.service.sendDeliveryDate(url ?? "", detail.delivery_date ?? "")
    return "done"
  },
  sends: "POST to the deliveryConfirmationUrl with the date",
  reads: READ_BY_SENDING,
  done: (ledger, _lease, { detail }) => ({
    event: "delivery_confirmed",
    set: { delivery_link: null, delivery_date: detail.delivery_date ?? null, delivered_at: ledger.now() },
    history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
  }),
  refused: "call_refused",
  words: "delivery",
  doneEntry: "delivery_confirmed",
  alerts: { failed: "delivery_failed", unknown: "delivery_unknown" },
} as const satisfies ServiceCall
