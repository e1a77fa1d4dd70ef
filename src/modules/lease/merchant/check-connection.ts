import { randomUUID } from "node:crypto"
import {
  LeaseAuthError,
  LeaseRefused,
  LeaseService,
  LeaseServiceError,
  type LeaseServiceOptions,
  LeaseUnreachable,
  toApplicationId,
} from "../../../lease-service"
import type { Ledger } from "../status/ledger"

/** How a harmless question ended. */
export type Connection = "reached" | "credentials" | "busy" | "unreachable" | "unreadable"

/** A person waits for the answer, so the question is not asked for as long as an order would. */
const PATIENCE_MS = 8000

/**
 * Asks the service for the price of an application that does not exist. It has no call that only says hello; a refusal in its own form shows
 * as well as a price that it was reached and that it took the credentials. Sends nothing about anybody and changes nothing.
 */
export async function checkConnection({ options, log }: Ledger): Promise<Connection> {
  const service = new LeaseService(impatient(options.service))
  try {
    await service.getPricing(toApplicationId(`check-${randomUUID()}`))
    return "reached"
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    const result = resultOf(error)
    if (result !== "reached") log.warn(`lease-to-own: connection check: ${error.message}`)
    return result
  } finally {
    await service.close()
  }
}

function impatient(options: LeaseServiceOptions): LeaseServiceOptions {
  return {
    ...options,
    timeoutMs: Math.min(options.timeoutMs ?? PATIENCE_MS, PATIENCE_MS),
    wire: { ...options.wire, retry: 0 },
  }
}

function resultOf(error: LeaseServiceError): Connection {
  if (error instanceof LeaseAuthError) return "credentials"
  if (error instanceof LeaseRefused) return "reached"
  if (error.httpStatus === 429) return "busy"
  return error instanceof LeaseUnreachable ? "unreachable" : "unreadable"
}
