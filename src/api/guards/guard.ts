import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { inMedusasWords } from "../../medusa/errors"
import { type Desk, deskOf } from "../../modules/lease"

/** A middleware on a route of Medusa's: lets core run when `work` returns, and answers its refusal in the form core uses. */
export function guard(work: (req: MedusaRequest, desk: Desk, res: MedusaResponse) => Promise<void>) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    try {
      await work(req, deskOf(req.scope), res)
    } catch (error) {
      return next(inMedusasWords(error))
    }
    next()
  }
}

/**
 * Before routes on which a person waits: however often and whatever the service is asked, they are answered within option `requestTimeoutMs`, before
 * a proxy or the browser gives up on a request that then goes on.
 */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { requestTimeoutMs } = deskOf(req.scope).options
  withinMs(requestTimeoutMs, () => next())
}
