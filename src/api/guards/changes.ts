import { setTimeout as pause } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { cents, formatMoney } from "../../lease-cart"
import { afterAnswer, runLeasesOfOrder } from "../../medusa/pending-calls"
import { readRow } from "../../medusa/read/carts"
import { differenceOfChange } from "../../medusa/refusals"
import { type LedgerDeps, ledgerDepsOf } from "../../modules/lease"
import { isEnded, isHosted, type LeaseRecord } from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"
import { answered, type GuardedRequest, guard, guardLocked } from "./guard"

/**
 * Guards the routes that start a change to an order: takes the order's lock, to wait for any cancellation or refund in progress. For edits, Medusa
 * takes this lock itself.
 */
export const beginOneByOne = guardLocked(
  async (held) => {
    const orderId = await orderToChange(held)
    return orderId && (await held.deps.store.ofOrder(orderId)) ? { orderId } : null
  },
  async () => {},
)

async function orderToChange({ req, body, query, id }: GuardedRequest): Promise<string | null> {
  if (req.path.includes("/orders/")) return id
  if (id) return (await readRow<{ order_id: string }>(query, "return", id, ["id", "order_id"]))?.order_id ?? null
  return typeof body.order_id === "string" ? body.order_id : null
}

/**
 * Guards the routes that transfer an order to another customer: reconciles the order's leases afterward, because Medusa emits no event for a
 * transfer.
 */
export function checkAfterTransfer(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const { scope, params } = req
  const checked = answered(res).then(async () => {
    // Anyone can send a transfer token, so ignore one that Medusa refused.
    if (res.statusCode >= 400) return
    await pause(afterAnswer.ms)
    await runLeasesOfOrder(scope, params.id ?? "")
  })
  checked.catch((error) => ledgerDepsOf(scope).log.error(`lease-to-own: an order's leases were not checked: ${error}`))
  next()
}

/**
 * Guards the routes that confirm an exchange or a claim: refuses one that leaves a difference to pay or refund, because a lease pays exactly the
 * signed amount. Medusa would collect the difference with a second payment, or owe it to the customer, and the lease would stay unchanged.
 */
export const keepDifferenceOut = (entity: "order_exchange" | "order_claim") =>
  guard(async ({ req, deps, query, id }) => {
    const row = await readRow<{ order_id: string }>(query, entity, id, ["id", "order_id"])
    const lease = row && (await leaseInForce(deps, row.order_id))
    if (!lease) return
    const difference = await differenceOfChange(req.scope, row.order_id)
    if (difference === 0) return
    const amount = formatMoney(cents(Math.abs(difference)), lease.currency_code)
    throw new LedgerRefusal(difference > 0 ? "change_costs_more" : "change_costs_less", { amount })
  })

/**
 * Guards the route that credits an order: refuses store credit while the lease is active. With store credit instead of a refund, the lease would keep
 * running for returned goods.
 */
export const keepStoreCreditOut = guard(async ({ body, deps, id }) => {
  if (Number(body.amount) < 0 && (await leaseInForce(deps, id))) throw new LedgerRefusal("store_credit")
})

/** Returns the lease that pays for an order. Null if it has ended or is hosted, or if there is none. */
async function leaseInForce(deps: LedgerDeps, orderId: string): Promise<LeaseRecord | null> {
  const lease = await deps.store.ofOrder(orderId)
  return lease && !isHosted(lease) && !isEnded(lease) ? lease : null
}
