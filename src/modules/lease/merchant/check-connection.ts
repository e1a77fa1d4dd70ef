import { LeaseAuthError, LeaseRefused, LeaseServiceError, LeaseUnreachable } from "../../../lease-service"
import { askAboutNoOne } from "../status/ask-about-no-one"
import { type Desk, type Ledger, ofEach } from "../status/ledger"

/** How a harmless question ended. */
export type Connection = "reached" | "credentials" | "busy" | "unreachable" | "unreadable"

/** The same at every account, all at once. */
export function checkConnections(desk: Desk): Promise<{ account: string | null; result: Connection }[]> {
  return Promise.all(
    ofEach(desk).map(async (ledger) => ({ account: ledger.account, result: await checkConnection(ledger) })),
  )
}

/**
 * Asks the service about no one's application, in an outage too, which an answer ends. A refusal in its own form shows that it took the
 * credentials.
 */
export async function checkConnection({ account, options, breaker, rate, log }: Ledger): Promise<Connection> {
  try {
    await askAboutNoOne({ options, rate }, (end) => breaker.heard(end))
    return "reached"
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    const result = resultOf(error)
    if (result !== "reached")
      log.warn(`lease-to-own: connection check${account === null ? "" : ` of ${account}`}: ${error.message}`)
    return result
  }
}

function resultOf(error: LeaseServiceError): Connection {
  if (error instanceof LeaseAuthError) return "credentials"
  if (error instanceof LeaseRefused) return "reached"
  if (error.httpStatus === 429) return "busy"
  return error instanceof LeaseUnreachable ? "unreachable" : "unreadable"
}
