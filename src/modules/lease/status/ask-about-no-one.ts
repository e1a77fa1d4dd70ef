import { randomUUID } from "node:crypto"
import { type ApplicationId, type CallEnd, type Gate, LeaseService, toApplicationId } from "../../../lease-service"
import type { Account } from "./accounts"
import { countCalls } from "./metrics"

/** Somebody waits for the answer, so the question is not asked for as long as an order would. */
const PATIENCE_MS = 8000

/**
 * An application that does not exist: the service has no call that only says hello, and a refusal in its own form shows as well as a price that
 * it was reached. Says nothing about anybody and changes nothing.
 */
export function noOnesApplication(): ApplicationId {
  return toApplicationId(`check-${randomUUID()}`)
}

/** Asks the service of an account about no one's application, once, in an outage too. Throws LeaseServiceError, LeaseRefused as a rule. */
export async function askAboutNoOne(
  { options, rate }: Pick<Account, "options" | "rate">,
  ended: (end: CallEnd) => Promise<void>,
): Promise<void> {
  const gate: Gate = { closed: true, closedFor: async () => undefined, ended }
  const timeoutMs = Math.min(options.service.timeoutMs ?? PATIENCE_MS, PATIENCE_MS)
  const service = new LeaseService({ ...options.service, timeoutMs }, { gate, throttle: rate, tried: countCalls() })
  try {
    await service.getPricing(noOnesApplication())
  } finally {
    await service.close()
  }
}
