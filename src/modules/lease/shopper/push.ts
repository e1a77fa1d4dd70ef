import { asQuestion } from "../../../client"
import { type LedgerDeps, ofLease, SYSTEM } from "../accounts/deps"
import { checkStatus, isJustRead } from "../lease-service/read-status"
import { isEnded, isForExistingOrder, isSigned, isSure } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { countRequest } from "./owner"

/** How many of a push's values are tried as a lease's reference or application ID. */
const NAMES = 20
/** The maximum length of such a value (characters). */
const NAME_LENGTH = 100
/** How deeply such a value may be nested. */
const DEPTH = 4
/** Stands in for the network, so all pushes share one limit. */
const PUSHES = "pushes"

/**
 * Reads a lease's status after a push from its operator (the specification has no pushes). Anybody can send a push, so it's only a hint, ignored
 * unless it contains the reference or application ID of a lease whose contract was handed out. The reading has the lowest priority and counts toward
 * the limit like a shopper's. If the contract is signed, enqueues the call to place its order, unless the shopper is completing the cart.
 * Returns the lease, or null if its status wasn't read. Throws LedgerRefusal if the limit is reached or the service can't be read.
 */
export async function handleWebhook(deps: LedgerDeps, body: unknown): Promise<LeaseRecord | null> {
  const lease = await deps.store.contractNamed(namesIn(body))
  if (!lease || isEnded(lease) || isJustRead(deps, lease)) return null
  await countRequest(deps, lease, { address: PUSHES })
  const { lease: read } = await asQuestion(() => checkStatus(ofLease(deps, lease), lease))
  if (isSigned(read) && isSure(read) && !isForExistingOrder(read))
    await deps.store.pendingCalls.enqueue(read.id, "place_order", { dueAt: deps.now(), actor: SYSTEM })
  await deps.store.wake(read.id)
  return read
}

function namesIn(body: unknown, depth = 0): string[] {
  // PostgreSQL rejects NUL in a query.
  if (typeof body === "string") return body && body.length <= NAME_LENGTH && !body.includes("\0") ? [body] : []
  if (typeof body !== "object" || body === null || depth === DEPTH) return []
  return Object.values(body)
    .slice(0, NAMES)
    .flatMap((value) => namesIn(value, depth + 1))
    .slice(0, NAMES)
}
