import { applicationOf, IN_FORCE, STARTING, started, VOID } from "./readings"
import type { CallDefinition } from "./service-call"

/** POST application/cart/delivery (spec 4.1, 8.2): the complete order, delivered or scheduled. */
export const confirmDeliveryCall = {
  ...STARTING,
  kind: "confirm_delivery",
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
  done: (ledger, _lease, task) => started(ledger, task),
} as const satisfies CallDefinition
