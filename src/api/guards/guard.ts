import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { withinMs } from "../../client"
import { toMedusaError } from "../../medusa/errors"
import { LOCK_EXPIRES_S, withLock } from "../../medusa/lock"
import { type Query, queryOf } from "../../medusa/read/carts"
import { type LedgerDeps, ledgerDepsOf } from "../../modules/lease"

/** What a guard works with. `id`: the ID of the order, cart or payment in the URL. */
export type GuardedRequest = { req: MedusaRequest; res: MedusaResponse; deps: LedgerDeps; query: Query; id: string }

function heldBy(req: MedusaRequest, res: MedusaResponse): GuardedRequest {
  return { req, res, deps: ledgerDepsOf(req.scope), query: queryOf(req.scope), id: req.params.id ?? "" }
}

/** A middleware on one of Medusa's routes. Continues to Medusa if `work` returns; if `work` throws a refusal, sends it in Medusa's own format. */
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
 * Like `guard`, but locks the order until Medusa has answered, so that cancellations, refunds and changes of the same order run one at a time.
 * `orderOf` returns the order's id with anything else that it found, or null to continue to Medusa without a lock and without `work`.
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
        // If the client disconnected while waiting for the lock, no answer would be sent, so waiting for one would never end.
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
 * Resolves when Medusa's handler answers, even if the client has disconnected. The connection's events don't show when Medusa has finished. If the
 * handler never answers, resolves when a lock taken now would expire.
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

/** Sets the deadline `requestTimeoutMs` on routes that a person is waiting for, so that they answer before a proxy or browser gives up. */
export function inTime(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  withinMs(ledgerDepsOf(req.scope).options.requestTimeoutMs, () => next())
}
