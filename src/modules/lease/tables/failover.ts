import { setTimeout as pause } from "node:timers/promises"

/** PostgreSQL error classes and codes (connection failed, server stopping or starting, too many connections), then network error codes. */
const GONE = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/
const GONE_IN_WORDS = /connection (terminated|ended|error)|not queryable|timeout acquiring a connection/i

/** Whether the database was unreachable or dropped the connection, as in a failover or a restart. The statement may have taken effect. */
export function isDatabaseGone(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false
  const { code, message, cause, previous } = error as Record<"code" | "message" | "cause" | "previous", unknown>
  if (typeof code === "string" && GONE.test(code)) return true
  if (typeof message === "string" && GONE_IN_WORDS.test(message)) return true
  return isDatabaseGone(cause) || isDatabaseGone(previous)
}

/** The pauses before retries, in total about as long as a failover (ms). */
const PAUSES = [250, 1000, 3000, 8000]

/** Retries `work` while the database is unreachable, to survive a failover. `work` may run twice, so it must be safe to repeat. */
export async function throughFailover<T>(work: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> {
  for (const ms of pauses) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseGone(error)) throw error
      await pause(ms)
    }
  }
  return work()
}
