import type { ServiceCall } from "./call"
import { oneTimeUrlOf, READ_BY_SENDING } from "./one-time-url"
import { STARTING, started } from "./readings"

/** The day to the deliveryConfirmationUrl of a hosted lease, once, when everything is delivered or scheduled: the lease starts (spec 4.2). */
export const sendDeliveryDateCall = {
  ...STARTING,
  kind: "send_delivery_date",
  prepare: async (at, lease) => oneTimeUrlOf(at, lease, "delivery"),
  send: async ({ service }, _lease, { detail }, url) => {
    await service.sendDeliveryDate(url ?? "", detail.delivery_date ?? "")
  },
  sends: "POST to the deliveryConfirmationUrl with the date",
  reads: READ_BY_SENDING,
  done: (at, _lease, task) => started(at, task, { delivery_link: null }),
} as const satisfies ServiceCall
