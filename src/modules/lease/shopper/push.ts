import { asQuestion } from "../../../client"
import type { LeaseRecord } from "../rules/records"
import { isForExistingOrder, isOver, isSigned, isSure } from "../rules/standing"
import { type Desk, SYSTEM } from "../status/ledger"
import { checkStatus, isJustRead } from "../status/read-status"
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
export async function heedPush(desk: Desk, body: unknown): Promise<LeaseRecord | null> {
  const lease = await desk.store.contractNamed(namesIn(body))
  if (!lease || isOver(lease) || isJustRead(desk, lease)) return null
  await countAsking(desk, lease, { address: PUSHES })
  const { lease: read } = await asQuestion(() => checkStatus(desk, lease))
  if (isSigned(read) && isSure(read) && !isForExistingOrder(read))
    await desk.store.tasks.owe(read.id, "place_order", { dueAt: desk.now(), actor: SYSTEM })
  await desk.store.wake(read.id)
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
