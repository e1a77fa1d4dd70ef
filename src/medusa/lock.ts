import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { LedgerRefusal } from "../modules/lease/texts/messages"

const WAIT_MS = 30_000
const TRY_AGAIN_MS = 300
/** When an abandoned lock expires (seconds). */
export const LOCK_EXPIRES_S = 120

/**
 * Keeps a cart from being completed meanwhile, or an order from being edited or delivered, with Medusa's own lock. (`execute` of a
 * locking provider may be another lock, and holds a database connection as long.) Throws LedgerRefusal `busy` after half a minute.
 */
export async function withLock<T>(container: MedusaContainer, id: string, work: () => Promise<T>): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const key = [id]
  // Every provider gives a lock to the same owner again, so a shared name would keep nobody out.
  const ownerId = `lease-to-own:${randomUUID()}`
  const until = performance.now() + WAIT_MS
  for (;;) {
    try {
      await locking.acquire(key, { ownerId, expire: LOCK_EXPIRES_S })
      break
    } catch (error) {
      if (performance.now() >= until) throw new LedgerRefusal("busy", {}, { kind: "unavailable", cause: error })
      if (await forgetEnded(container, id)) continue
      await pause(TRY_AGAIN_MS)
    }
  }
  try {
    return await work()
  } finally {
    await locking.release(key, { ownerId })
  }
}

/** Deletes an expired lock: `locking-postgres` never checks the end, so a dead process would keep its cart forever. True if there was one. */
async function forgetEnded(container: MedusaContainer, id: string): Promise<boolean> {
  const knex = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  const { rows } = await knex.raw("select to_regclass('locking') as locks")
  if (!rows[0].locks) return false
  return (await knex("locking").where({ id }).where("expiration", "<", knex.fn.now()).delete()) > 0
}
