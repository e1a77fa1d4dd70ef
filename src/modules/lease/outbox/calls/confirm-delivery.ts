import { applicationOf, IN_FORCE, VOID } from "./readings"
import type { ServiceCall } from "./service-call"

/** POST application/cart/delivery (spec 4.1, 8.2): the complete order, delivered or scheduled. */
export const confirmDelivery = {
  kind: "confirm_delivery",
  exclusive: true,
  lane: "deliveries",
  action: "deliver",
  startsLease: true,
  reached: ["delivered", "returning", "returned"],
  asked: ({ detail }) => ({ type: "delivery_asked", detail: { date: detail.delivery_date ?? "" } }),
  send: async (ledger, lease, { detail }) => {
    await ledger.service.confirmDelivery(applicationOf(lease), { deliveryDate: detail.delivery_date ?? "" })
    return "done"
  },
  sends: "POST application/cart/delivery with the date",
  reads:
    "GET pricing: Funded = confirmed; Lease Accepted or Contracts Received = not; anything else = there is no lease to start",
  judge: ({ reading }) => {
    if (reading.kind === "no_contract") return "impossible"
    if (reading.kind === "no_status") return "unclear"
    if (reading.status === "funded") return "done"
    if (IN_FORCE.includes(reading.status)) return "not_done"
    return VOID.includes(reading.status) || reading.status === "contracts" || reading.status === "returned"
      ? "impossible"
      : "unclear"
  },
  done: (ledger, _lease, { detail }) => ({
    event: "delivery_confirmed",
    set: { delivery_date: detail.delivery_date ?? null, delivered_at: ledger.now() },
    history: [{ type: "delivery_confirmed", detail: { date: detail.delivery_date ?? "" } }],
  }),
  refused: "call_refused",
  words: "delivery",
  doneEntry: "delivery_confirmed",
  alerts: { failed: "delivery_failed", unknown: "delivery_unknown" },
} as const satisfies ServiceCall
