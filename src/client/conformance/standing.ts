import { type Cents, readPricing, type ServiceStatus } from "../index"
import type { Seen, Wire } from "./wire"

/**
 * Where a lease stands, by its pricing (reference 8). `http`: 200 for any answer. `status`, `ok` and `total`, its `invoiceTotal`, are undefined where
 * the service does not say them.
 */
export type Standing = { http: number; status?: ServiceStatus; ok?: boolean; total?: Cents; seen: Seen }

/** The call for the price of an application. */
export function pricingOf(wire: Wire, id: string) {
  return { name: "GET pricing", method: "GET", path: wire.pathOf("/application/cart/pricing", id) } as const
}

/** Asks where a lease stands. Throws NoAnswer. */
export async function standingOf(wire: Wire, id: string): Promise<Standing> {
  return readStanding(await wire.ask(pricingOf(wire, id)), wire)
}

/** The status in a pricing answer, as the client reads it. */
export function readStanding(seen: Seen, { settings }: Wire): Standing {
  const isAnswer = seen.status >= 200 && seen.status < 300
  const standing: Standing = { http: isAnswer ? 200 : seen.status, seen }
  if (!isAnswer) return standing
  try {
    const { appStatus, invoiceTotal } = readPricing(seen.json, settings.wire)
    const { status, isOkToDeliver } = appStatus ?? {}
    return {
      ...standing,
      ...(status && { status }),
      ...(isOkToDeliver !== undefined && { ok: isOkToDeliver }),
      ...(invoiceTotal !== undefined && { total: invoiceTotal }),
    }
  } catch {
    // An answer that the client does not read says nothing.
    return standing
  }
}

/** No contract is in force: the pricing says no, or that the application waits for a cart. */
export function hasNoContract({ http, status }: Standing): boolean {
  return http === 404 || http === 409 || status === "approved"
}

/** Signed and paid, as the plugin wants it before anything ships. */
export function isReadyToShip({ status, ok }: Standing): boolean {
  return ok === true && (status === "contracts_received" || status === "lease_accepted")
}

/** A standing in words of our own: no text of the service is repeated. */
export function inWords({ http, status, ok }: Standing): string {
  if (http !== 200) return `no contract (${http})`
  return [status ?? "no status", ...(ok === undefined ? [] : [ok ? "ok to deliver" : "not ok to deliver"])].join(", ")
}
