import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { inMedusasWords } from "../../medusa/errors"
import { type Query, queryOf } from "../../medusa/read/carts"
import { type Desk, deskOf } from "../../modules/lease"

/** What a guard decides with. `id`: of the order, cart or payment in the address. */
type Held = { req: MedusaRequest; res: MedusaResponse; desk: Desk; query: Query; id: string }

/** A middleware on a route of Medusa's: lets core run when `work` returns, and answers its refusal in the form core uses. */
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

/** Before routes on which a person waits: they answer within `requestTimeoutMs`, whatever the service does, before a proxy or browser gives up. */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  withinMs(deskOf(req.scope).options.requestTimeoutMs, () => next())
}
