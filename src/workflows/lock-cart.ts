import { setTimeout as pause } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { LedgerRefusal } from "../modules/lease/refusal"

/** For everybody of ours: a lock of a process that died is taken over by the next, where the provider forgets none by itself. */
const OWNER = "lease-to-own"
const WAIT_MS = 30_000
const TRY_AGAIN_MS = 300
/** A lock that its holder left behind ends by itself (seconds). */
const ENDS_AFTER = 120

/**
 * Keeps a cart from being completed meanwhile: takes the lock of core's completion in the way core takes it. (`execute` of a locking provider may be
 * another lock, and hold a connection to the database as long as the work lasts.) Half a minute is waited for whoever holds the cart.
 *
 * Throws LedgerRefusal `busy` when somebody holds it longer.
 */
export async function lockCart<T>(container: MedusaContainer, cartId: string, work: () => Promise<T>): Promise<T> {
  const locking = container.resolve(Modules.LOCKING)
  const key = [cartId]
  const until = Date.now() + WAIT_MS
  for (;;) {
    try {
      await locking.acquire(key, { ownerId: OWNER, expire: ENDS_AFTER })
      break
    } catch (error) {
      if (Date.now() >= until) throw new LedgerRefusal("busy", {}, { kind: "unavailable", cause: error })
      await pause(TRY_AGAIN_MS)
    }
  }
  try {
    return await work()
  } finally {
    await locking.release(key, { ownerId: OWNER })
  }
}
