import { LeaseAuthError, LeaseRefused, LeaseService, LeaseServiceError, LeaseUnreachable } from "../../../client"
import { noOnesApplication } from "../calls/service-call"
import type { Desk, Ledger } from "../status/ledger"
import { countCalls } from "../status/metrics"

/** How a harmless question ended. */
export type Connection = "reached" | "credentials" | "busy" | "unreachable" | "unreadable"

/** The time limit of the question (ms): shorter than for an order, because a person waits. */
const PATIENCE_MS = 8000

/** Checks every account at once. */
export function checkConnections(desk: Desk): Promise<{ account: string | null; result: Connection }[]> {
  return Promise.all(
    desk.accounts.all.map(async (one) => ({
      account: one.account,
      result: await checkConnection({ ...desk, ...one }),
    })),
  )
}

/** Asks about a nonexistent application, even in an outage, which an answer ends. A refusal in the service's form shows that the credentials work. */
export async function checkConnection({ account, options, breaker, rate, log }: Ledger): Promise<Connection> {
  const { timeoutMs = PATIENCE_MS, wire } = options.service
  const impatient = { timeoutMs: Math.min(timeoutMs, PATIENCE_MS), wire: { ...wire, retry: 0 } }
  const service = new LeaseService(
    { ...options.service, ...impatient },
    {
      gate: { holdsBack: false, heldBackFor: async () => undefined, ended: (end) => breaker.ended(end) },
      throttle: rate,
      tried: countCalls(),
    },
  )
  try {
    await service.getPricing(noOnesApplication())
    return "reached"
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    const result = resultOf(error)
    if (result !== "reached")
      log.warn(`lease-to-own: connection check${account === null ? "" : ` of ${account}`}: ${error.message}`)
    return result
  } finally {
    await service.close()
  }
}

function resultOf(error: LeaseServiceError): Connection {
  if (error instanceof LeaseAuthError) return "credentials"
  if (error instanceof LeaseRefused) return "reached"
  if (error.httpStatus === 429) return "busy"
  return error instanceof LeaseUnreachable ? "unreachable" : "unreadable"
}
