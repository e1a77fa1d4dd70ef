import type { ServiceCall } from "./call"
import { applicationOf, IN_FORCE, STARTING, started, VOID } from "./readings"

/** POST application/cart/delivery (spec 4.1, 8.2): the complete order, delivered or scheduled. */
export const confirmDeliveryCall = {
  ...STARTING,
  kind: "confirm_delivery",
  send: async ({ service }, lease, { detail }) => {
    await service.confirmDelivery(applicationOf(lease), { deliveryDate: detail.delivery_date ?? "" })
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
  done: (at, _lease, task) => started(at, task),
} as const satisfies ServiceCall
