import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { inMedusasWords } from "../../medusa/errors"
import { withLock } from "../../medusa/lock"
import { type Query, queryOf } from "../../medusa/read/carts"
import { type Desk, deskOf } from "../../modules/lease"

/** What a guard works with. `id`: of the order, cart or payment in the URL. */
export type Held = { req: MedusaRequest; res: MedusaResponse; desk: Desk; query: Query; id: string }

/** A middleware on one of Medusa's routes: lets Medusa run if `work` returns, and sends its refusal in Medusa's own form. */
export function guard(work: (held: Held) => Promise<void>) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    try {
      await work({ req, res, desk: deskOf(req.scope), query: queryOf(req.scope), id: req.params.id ?? "" })
    } catch (error) {
      return next(inMedusasWords(error))
    }
    next()
  }
}

/**
 * The same, with the order locked until Medusa has answered, so that its cancellations, refunds and changes wait for each other. `orderOf`: the
 * order's id, with what else was found; null lets Medusa run without a lock and without `work`.
 */
export function guardLocked<Found extends { orderId: string }>(
  orderOf: (held: Held) => Promise<Found | null>,
  work: (held: Held, found: Found) => Promise<void>,
) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    try {
      const held = { req, res, desk: deskOf(req.scope), query: queryOf(req.scope), id: req.params.id ?? "" }
      const found = await orderOf(held)
      if (!found) return next()
      await withLock(req.scope, found.orderId, async () => {
        // Who has left while it was not their turn reads no answer, and it would never end.
        if (res.closed) return
        await work(held, found)
        const answered = new Promise((resolve) => res.once("close", resolve))
        next()
        await answered
      })
    } catch (error) {
      next(inMedusasWords(error))
    }
  }
}

/** Gives routes that a person waits for their deadline `requestTimeoutMs`, whatever the service does, before a proxy or browser gives up. */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  withinMs(deskOf(req.scope).options.requestTimeoutMs, () => next())
}
