import { z } from "zod"
import { WIDGET_STATUSES } from "../../../../../../modules/lease/shopper/hosted/event"
import { leaseView } from "../../../../../lease-view"
import { plainText } from "../../../../../plain-text"
import { cartOfToken } from "../../../../../store-cart"
import { readBody, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

const LONGEST_ID = 500

const token = plainText(100)

/** A widget's name for the lease. Cut where it is too long; PostgreSQL has no NUL. */
const id = z
  .unknown()
  .transform((given) => text(given)?.slice(0, LONGEST_ID))
  .optional()
const url = z
  .unknown()
  .transform((given) => text(given))
  .optional()

/** For the history alone. */
const message = z.string().transform((given) => text(given) ?? "")

/** The text that a member holds; undefined for none, an empty one, and what is no text: the rest of a success is good all the same. */
function text(given: unknown): string | undefined {
  const plain = typeof given === "number" ? String(given) : given
  return (typeof plain === "string" && plain.replaceAll("\0", "").trim()) || undefined
}

/** The five callbacks (spec 6.2). The rest of a payload is dropped. */
const Body = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("onApplicationSubmitResponse"),
    token,
    payload: z.object({ leaseId: id, status: z.enum(WIDGET_STATUSES) }),
  }),
  z.object({ event: z.literal("onApproved"), token, payload: z.object({ leaseId: id }) }),
  z.object({
    event: z.literal("onSuccess"),
    token,
    payload: z.object({ id, deliveryConfirmationUrl: url, orderConfirmationUrl: url }),
  }),
  z.object({ event: z.literal("onCancel"), token }),
  z.object({ event: z.literal("onFailure"), token, payload: z.object({ message, id }) }),
])

/** Takes a callback of the widget that was opened for this cart, also when it is an order by now. Its one-time URLs are never sent back. */
export const POST = storeRoute<LeaseView>(async (req, ledger) => {
  const event = await readBody(req, Body)
  const cart = await cartOfToken(req)
  const ordered = cart.completed_at !== null
  return leaseView(ledger, cart, await ledger.takeWidgetEvent({ id: cart.id, ordered }, event))
})
