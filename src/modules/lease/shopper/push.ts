import { asQuestion } from "../../../client"
import { type LedgerDeps, SYSTEM } from "../accounts/deps"
import { checkStatus, isJustRead } from "../lease-service/read-status"
import { isEnded, isForExistingOrder, isSigned, isSure } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { countAsking } from "./owner"

/** How many values of a push may name a lease, how long they may be (signs), and how deep they may lie. */
const NAMES = 20
const NAME_LENGTH = 100
const DEPTH = 4
/** In place of a network: all pushes share one limit, so that a lease isn't read more often because they come from many. */
const PUSHES = "pushes"

/**
 * Reads a lease at the service because its operator pushed something (the specification shows no pushes). The push is only a hint: anybody can send
 * one, so nothing in it counts but the reference or application id by which it names a lease whose contract is out. The reading gives way to all other
 * calls and is counted like a shopper's, and a push that names no such lease writes nothing. If the contract is signed, its order is due now, unless
 * its shopper is completing the cart.
 * Returns the lease that was read; null if there is none to read.
 * Throws LedgerRefusal if its readings are used up, or the service can't be asked.
 */
export async function handleWebhook(deps: LedgerDeps, body: unknown): Promise<LeaseRecord | null> {
  const lease = await deps.store.contractNamed(namesIn(body))
  if (!lease || isEnded(lease) || isJustRead(deps, lease)) return null
  await countAsking(deps, lease, { address: PUSHES })
  const { lease: read } = await asQuestion(() => checkStatus(deps, lease))
  if (isSigned(read) && isSure(read) && !isForExistingOrder(read))
    await deps.store.pendingCalls.enqueue(read.id, "place_order", { dueAt: deps.now(), actor: SYSTEM })
  await deps.store.wake(read.id)
  return read
}

/** The values in a push that may be a lease's name. */
function namesIn(body: unknown, depth = 0): string[] {
  // PostgreSQL can't be asked for NUL.
  if (typeof body === "string") return body && body.length <= NAME_LENGTH && !body.includes("\0") ? [body] : []
  if (typeof body !== "object" || body === null || depth === DEPTH) return []
  return Object.values(body)
    .slice(0, NAMES)
    .flatMap((value) => namesIn(value, depth + 1))
    .slice(0, NAMES)
}
