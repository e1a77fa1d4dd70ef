import { PricingSchema, type ServiceStatus, toServiceStatus } from "../lease-service"
import type { Seen, Wire } from "./wire"

/** Where a lease stands, by its pricing (reference 8). `status` is undefined where the service does not say it. */
export type Standing = { http: number; status?: ServiceStatus; ok: boolean; seen: Seen }

/** The call for the price of an application. */
export function pricingOf(wire: Wire, id: string) {
  return { name: "GET pricing", method: "GET", path: wire.pathOf("/application/cart/pricing", id) } as const
}

/** Asks where a lease stands. Throws NoAnswer. */
export async function standingOf(wire: Wire, id: string): Promise<Standing> {
  return readStanding(await wire.ask(pricingOf(wire, id)))
}

/** The status in a pricing answer. */
export function readStanding(seen: Seen): Standing {
  const read = PricingSchema.safeParse(seen.json)
  const { status, isOkToDeliver } = (seen.status === 200 && read.data?.appStatus) || {}
  return {
    http: seen.status,
    ok: isOkToDeliver === true,
    seen,
    ...(status !== undefined && { status: toServiceStatus(status) }),
  }
}

/** No contract is in force: the pricing says no, or that the application waits for a cart. */
export function isOver({ http, status }: Standing): boolean {
  return http === 404 || http === 409 || status === "approved"
}

/** Signed and paid, as the plugin wants it before anything ships. */
export function isSure({ status, ok }: Standing): boolean {
  return ok && (status === "contracts_received" || status === "lease_accepted")
}

/** The contract has its signature, paid or not. */
export function isPastSigning({ status }: Standing): boolean {
  return status === "contracts_received" || status === "lease_accepted" || status === "funded"
}

/** A standing in words of our own: no text of the service is repeated. */
export function inWords({ http, status, ok }: Standing): string {
  if (http !== 200) return `no contract (${http})`
  return `${status ?? "no status"}${ok ? ", ok to deliver" : ""}`
}
