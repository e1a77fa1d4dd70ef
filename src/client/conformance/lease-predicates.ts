import { type Cents, readPricing, type ServiceStatus } from "../index"
import type { Connection, Seen } from "./connection"

/**
 * Where a lease stands, by its pricing (reference 8). `http`: 200 for any answer. `status`, `ok` and `total`, its `invoiceTotal`, are undefined where
 * the service does not say them.
 */
export type LeaseReading = { http: number; status?: ServiceStatus; ok?: boolean; total?: Cents; seen: Seen }

/** The call for the price of an application. */
export function pricingOf(connection: Connection, id: string) {
  return { name: "GET pricing", method: "GET", path: connection.pathOf("/application/cart/pricing", id) } as const
}

/** Asks where a lease stands. Throws NoAnswer. */
export async function readLease(connection: Connection, id: string): Promise<LeaseReading> {
  return toLeaseReading(await connection.ask(pricingOf(connection, id)), connection)
}

/** The status in a pricing answer, as the client reads it. */
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
    // An answer that the client does not read says nothing.
    return reading
  }
}

/** No contract is in force: the pricing says no, or that the application waits for a cart. */
export function hasNoContract({ http, status }: LeaseReading): boolean {
  return http === 404 || http === 409 || status === "approved"
}

/** Signed and paid, as the plugin wants it before anything ships. */
export function isReadyToShip({ status, ok }: LeaseReading): boolean {
  return ok === true && (status === "contracts_received" || status === "lease_accepted")
}

/** A reading in words of our own: no text of the service is repeated. */
export function inWords({ http, status, ok }: LeaseReading): string {
  if (http !== 200) return `no contract (${http})`
  return [status ?? "no status", ...(ok === undefined ? [] : [ok ? "ok to deliver" : "not ok to deliver"])].join(", ")
}
