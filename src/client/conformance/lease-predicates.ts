import { type Cents, readPricing, type ServiceStatus } from "../index"
import type { Connection, Seen } from "./connection"

/**
 * A lease's status, read from its pricing (reference 8). `http` is 200 for any success. `status`, `ok` (isOkToDeliver) and `total` (invoiceTotal) are
 * undefined if the service doesn't send them.
 */
export type LeaseReading = { http: number; status?: ServiceStatus; ok?: boolean; total?: Cents; seen: Seen }

export function pricingOf(connection: Connection, id: string) {
  return { name: "GET pricing", method: "GET", path: connection.pathOf("/application/cart/pricing", id) } as const
}

/** Throws NoAnswer if there is no response. */
export async function readLease(connection: Connection, id: string): Promise<LeaseReading> {
  return toLeaseReading(await connection.ask(pricingOf(connection, id)), connection)
}

/** Reads a pricing response as the client does. */
export function toLeaseReading(seen: Seen, { settings }: Connection): LeaseReading {
  const isAnswer = seen.status >= 200 && seen.status < 300
  const reading: LeaseReading = { http: isAnswer ? 200 : seen.status, seen }
  if (!isAnswer) return reading
  try {
    const { appStatus, invoiceTotal } = readPricing(seen.json, settings.dialect)
    const { status, isOkToDeliver } = appStatus ?? {}
    return {
      ...reading,
      ...(status && { status }),
      ...(isOkToDeliver !== undefined && { ok: isOkToDeliver }),
      ...(invoiceTotal !== undefined && { total: invoiceTotal }),
    }
  } catch {
    // The client can't read this response, so leave the other fields undefined.
    return reading
  }
}

/** True if no contract is in force: the pricing is refused, or the application is waiting for a cart. */
export function hasNoContract({ http, status }: LeaseReading): boolean {
  return http === 404 || http === 409 || status === "approved"
}

/** True if the lease is signed and paid, which the plugin requires before anything ships. */
export function isReadyToShip({ status, ok }: LeaseReading): boolean {
  return ok === true && (status === "contracts_received" || status === "lease_accepted")
}

/** Describes a reading without quoting the service. */
export function inWords({ http, status, ok }: LeaseReading): string {
  if (http !== 200) return `no contract (${http})`
  return [status ?? "no status", ...(ok === undefined ? [] : [ok ? "OK to deliver" : "not OK to deliver"])].join(", ")
}
