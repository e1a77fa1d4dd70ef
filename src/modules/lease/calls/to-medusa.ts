import { AWAITING_ORDER, PLACED } from "../rules/standing"
import type { CallToMedusa } from "./call"

/** The calls to Medusa (`src/medusa/medusa-side.ts` makes them). */
export const TO_MEDUSA = [
  {
    kind: "place_order",
    lane: "orders",
    exclusive: true,
    wanted: AWAITING_ORDER,
    failed: "completion_failed",
    alert: "signed_without_order",
    about: ["signed_without_order"],
  },
  { kind: "authorize_payment", lane: "books", wanted: PLACED, failed: "store_failed", about: ["capture_open"] },
  { kind: "capture_payment", lane: "books", wanted: PLACED, failed: "store_failed", about: ["capture_open"] },
  { kind: "replace_payment", lane: "books", failed: "store_failed", about: ["capture_open"] },
  { kind: "cancel_order", lane: "books", failed: "store_failed" },
  { kind: "close_payment", lane: "books", failed: "store_failed" },
] as const satisfies CallToMedusa[]
