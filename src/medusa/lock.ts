import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { LedgerRefusal, messageOf } from "../modules/lease/texts/messages"

const WAIT_MS = 30_000
const TRY_AGAIN_MS = 300
/** How long until an abandoned lock expires (seconds). */
export const LOCK_EXPIRES_S = 120

/**
 * Runs `work` while holding Medusa's own lock, which keeps anyone else from completing the cart, or editing or delivering the order, in the meantime.
 * Doesn't use the locking provider's `execute`, which may take a different lock and occupies a database connection. Throws LedgerRefusal `busy` if
 * the lock isn't free within half a minute.
 */
export async function withLock<T>(container: MedusaContainer, id: string, work: () => Promise<T>): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const key = [id]
  // Every locking provider lets an owner acquire its own lock again, so each call needs an owner ID of its own.
  const ownerId = `lease-to-own:${randomUUID()}`
  const until = performance.now() + WAIT_MS
  for (;;) {
    try {
      await locking.acquire(key, { ownerId, expire: LOCK_EXPIRES_S })
      break
    } catch (error) {
      if (performance.now() >= until) throw new LedgerRefusal("busy", {}, { kind: "unavailable", cause: error })
      if (await deleteExpired(container, id)) continue
      await pause(TRY_AGAIN_MS)
    }
  }
  try {
    return await work()
  } finally {
    await locking.release(key, { ownerId })
  }
}

/** How long to wait for another change to the cart to finish, for example in a second tab (ms). Medusa itself gives up after two seconds. */
const OTHER_CHANGE_MS = 15_000

/**
 * Runs a workflow that takes the cart's lock itself, and retries it while another change to the cart holds the lock. Throws the workflow's errors.
 */
export async function onceUnlocked<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + OTHER_CHANGE_MS
  for (;;)
    try {
      return await run()
    } catch (error) {
      // All of Medusa's locking providers use this message, and only if they can't acquire the lock.
      if (!messageOf(error).startsWith("Failed to acquire lock") || performance.now() >= until) throw error
    }
}

/**
 * Deletes an expired lock, because `locking-postgres` never does, and a crashed process would block its cart forever. Returns whether a lock was
 * deleted.
 */
async function deleteExpired(container: MedusaContainer, id: string): Promise<boolean> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw("select to_regclass('locking') as locks")
  if (!rows[0].locks) return false
  return (await knex("locking").where({ id }).where("expiration", "<", knex.fn.now()).delete()) > 0
}
