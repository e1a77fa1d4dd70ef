import { z } from "zod"
import { leaseView } from "../../../../../lease-view"
import { unfinishedCartOf } from "../../../../../store-cart"
import { readBody, storeRoute } from "../../../../../store-route"
import type { LeaseView } from "../../../../../types"

const id = z.string().min(1).max(200)
const url = z.string().min(1).max(2000)
const token = z.string().min(1).max(100)

/** The five callbacks (spec 6.2). What else a payload holds is dropped. */
const Body = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("onApplicationSubmitResponse"),
    token,
    payload: z.object({ leaseId: id.optional(), status: z.enum(["APP_APPROVED", "APP_DENIED", "APP_PENDING"]) }),
  }),
  z.object({ event: z.literal("onApproved"), token, payload: z.object({ leaseId: id }) }),
  z.object({
    event: z.literal("onSuccess"),
    token,
    payload: z.object({
      id: id.optional(),
      deliveryConfirmationUrl: url.optional(),
      orderConfirmationUrl: url.optional(),
    }),
  }),
  z.object({ event: z.literal("onCancel"), token }),
  z.object({
    event: z.literal("onFailure"),
    token,
    payload: z.object({ message: z.string().max(5000), id: id.optional() }),
  }),
])

/** Takes a callback of the widget that was opened for this cart. Its one-time URLs are never sent back. */
export const POST = storeRoute<LeaseView>(async (req, ledger) => {
  const cart = await unfinishedCartOf(req)
  return leaseView(ledger, cart, await ledger.takeWidgetEvent(cart.id, await readBody(req, Body)))
})
