import { LeaseAuthError, LeaseRefused, LeaseService, LeaseServiceError, LeaseUnreachable } from "../../../client"
import type { LedgerDeps, ListedAccount } from "../accounts/deps"
import { countCalls } from "../accounts/metrics"
import { noOnesApplication } from "../calls/service-call"

export type ConnectionResult = "reached" | "credentials" | "busy" | "unreachable" | "unreadable"

/** The time limit for a check (ms), short because staff are waiting. */
const CHECK_MS = 8000

export function checkConnections(deps: LedgerDeps): Promise<{ account_id: string | null; result: ConnectionResult }[]> {
  return Promise.all(
    deps.accounts.all.map(async (one) => ({
      account_id: one.account_id,
      result: await checkConnection(deps, one),
    })),
  )
}

/**
 * Requests a nonexistent application's price. A refusal in the service's format proves that the credentials work, and any response ends an outage.
 */
async function checkConnection(
  { log }: Pick<LedgerDeps, "log">,
  { account_id, options, breaker, rate }: ListedAccount,
): Promise<ConnectionResult> {
  const { timeoutMs = CHECK_MS, dialect } = options.service
  const limits = { timeoutMs: Math.min(timeoutMs, CHECK_MS), dialect: { ...dialect, retry: 0 } }
  const service = new LeaseService(
    { ...options.service, ...limits },
    {
      breaker: { holdsBack: false, retryAfterMs: async () => undefined, recordEnd: (end) => breaker.recordEnd(end) },
      throttle: rate,
      onResponse: countCalls(),
    },
  )
  try {
    await service.getPricing(noOnesApplication())
    return "reached"
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    const result = resultOf(error)
    if (result !== "reached")
      log.warn(`lease-to-own: connection check${account_id === null ? "" : ` of ${account_id}`}: ${error.message}`)
    return result
  } finally {
    await service.close()
  }
}

function resultOf(error: LeaseServiceError): ConnectionResult {
  if (error instanceof LeaseAuthError) return "credentials"
  if (error instanceof LeaseRefused) return "reached"
  if (error.httpStatus === 429) return "busy"
  return error instanceof LeaseUnreachable ? "unreachable" : "unreadable"
}
