import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { inMedusasWords } from "../../medusa/errors"
import { type Query, queryOf } from "../../medusa/read/carts"
import { type Desk, deskOf } from "../../modules/lease"

/** What a guard works with. `id`: of the order, cart or payment in the URL. */
type Held = { req: MedusaRequest; res: MedusaResponse; desk: Desk; query: Query; id: string }

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

/** Gives routes that a person waits for their deadline `requestTimeoutMs`, whatever the service does, before a proxy or browser gives up. */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  withinMs(deskOf(req.scope).options.requestTimeoutMs, () => next())
}
