import { oneTimeUrlOf, READ_BY_SENDING } from "./one-time-url"
import { STARTING, started } from "./readings"
import type { CallDefinition } from "./service-call"

/** The day to the deliveryConfirmationUrl of a hosted lease, once, when everything is delivered or scheduled: the lease starts (spec 4.2). */
export const sendDeliveryDateCall = {
  ...STARTING,
  kind: "send_delivery_date",
  prepare: async (ledger, lease) => oneTimeUrlOf(ledger, lease, "delivery"),
  send: async (ledger, _lease, { detail }, url) => {
    await ledger.service.sendDeliveryDate(url ?? "", detail.delivery_date ?? "")
    return "done"
  },
  sends: "POST to the deliveryConfirmationUrl with the date",
  reads: READ_BY_SENDING,
  done: (ledger, _lease, task) => started(ledger, task, { delivery_link: null }),
} as const satisfies CallDefinition
