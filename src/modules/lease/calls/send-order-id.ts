import type { ServiceCall } from "./call"
import { oneTimeUrlOf, READ_BY_SENDING } from "./one-time-url"

/** The number of the order to the orderConfirmationUrl of a hosted lease, once (spec 4.2). The lease stays where it stands. */
export const sendOrderIdCall = {
  kind: "send_order_id",
  lane: "deliveries",
  words: "order_id",
  action: "tell_order",
  reached: [],
  asked: ({ detail }) => ({ type: "order_id_asked", detail: { display_id: detail.order_id ?? "" } }),
  prepare: async (at, lease) => oneTimeUrlOf(at, lease, "order"),
  send: async ({ service }, _lease, { detail }, url) => {
    await service.sendOrderId(url ?? "", detail.order_id ?? "")
  },
  sends: "POST to the orderConfirmationUrl with the order's number",
  reads: READ_BY_SENDING,
  done: (_at, _lease, { detail }) => ({
    set: { order_link: null },
    history: [{ type: "order_id_sent", detail: { display_id: detail.order_id ?? "" } }],
  }),
  refused: "call_refused",
  doneEntry: "order_id_sent",
  alerts: { failed: "order_id_failed", unknown: "order_id_unknown" },
} as const satisfies ServiceCall
