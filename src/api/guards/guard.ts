import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { toMedusaError } from "../../medusa/errors"
import { LOCK_EXPIRES_S, withLock } from "../../medusa/lock"
import { queryOf } from "../../medusa/read/carts"
import { ledgerDepsOf } from "../../modules/lease"

/** A guard's arguments. `id` is the order, cart or payment ID in the URL. */
export type GuardedRequest = ReturnType<typeof heldBy>

function heldBy(req: MedusaRequest, res: MedusaResponse) {
  const body = (req.body ?? {}) as Record<string, unknown>
  return { req, res, body, deps: ledgerDepsOf(req.scope), query: queryOf(req.scope), id: req.params.id ?? "" }
}

/**
 * Makes middleware for one of Medusa's routes. Lets Medusa handle the request unless `work` throws a refusal, which is sent as one of Medusa's own
 * errors.
 */
export function guard(work: (held: GuardedRequest) => Promise<void>) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    try {
      await work(heldBy(req, res))
    } catch (error) {
      return next(toMedusaError(error))
    }
    next()
  }
}

/**
 * Makes middleware like `guard` that locks the order until Medusa has responded, so an order's cancellations, refunds and changes run one at a time.
 * If `orderOf` returns null, Medusa handles the request without the lock and without `work`.
 */
export function guardLocked<Found extends { orderId: string }>(
  orderOf: (held: GuardedRequest) => Promise<Found | null>,
  work: (held: GuardedRequest, found: Found) => Promise<void>,
) {
  return async (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    try {
      const held = heldBy(req, res)
      const found = await orderOf(held)
      if (!found) return next()
      await withLock(req.scope, found.orderId, async () => {
        // If the client disconnected while waiting for the lock, Medusa would send no response, and we would wait for one until the lock expires.
        if (res.closed) return
        const answer = answered(res)
        await work(held, found)
        next()
        await answer
      })
    } catch (error) {
      if (!res.writableEnded) return next(toMedusaError(error))
      ledgerDepsOf(req.scope).log.error(`lease-to-own: an order's lock was not released, and expires: ${error}`)
    }
  }
}

/**
 * Resolves when Medusa's handler responds, even if the client has disconnected. Wraps `end`, because the connection's events don't show when the
 * handler has finished. If there is no response, resolves when a lock taken now would expire.
 */
export function answered(res: MedusaResponse): Promise<void> {
  return new Promise((resolve) => {
    const expired = setTimeout(resolve, LOCK_EXPIRES_S * 1000).unref()
    const end = res.end.bind(res) as (...args: unknown[]) => MedusaResponse
    res.end = (...args: unknown[]) => {
      clearTimeout(expired)
      resolve()
      return end(...args)
    }
  })
}

/** Limits interactive requests to `requestTimeoutMs`, so we respond before a proxy or the browser gives up. */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  withinMs(ledgerDepsOf(req.scope).options.requestTimeoutMs, () => next())
}
