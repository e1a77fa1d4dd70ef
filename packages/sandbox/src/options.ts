import { defaults } from "./defaults"
import { type DialectName, readDialect } from "./dialect/read"
import type { DialectFile } from "./dialect/schema"
import { centsOf } from "./money"

/** Options for the sandbox. Whatever the specification leaves open is in the dialect. */
export type SandboxOptions = {
  /** An included dialect, or the differences from the specification. Default: `spec`. */
  dialect?: DialectName | DialectFile
  /** The address to listen on. Default: 127.0.0.1. */
  host?: string
  /** The port for the API, the control calls and the sandbox's page. Default: any free port. If the port is taken, the next free one is used. */
  port?: number
  /** The port for contracts and the widget, which have a separate origin. Default: as for `port`. */
  contractPort?: number
  username?: string
  password?: string
  /**
   * The origin that receives the frame's messages and may frame the contract. If omitted, the messages go to the referrer's origin, and any
   * page may frame the contract.
   */
  merchantOrigin?: string
  /** The approved amount in dollars. Default: 3000. */
  approvalAmount?: number
  /** The smallest lease in dollars. Default: 0. */
  minLease?: number
  /** Whether to sign each contract as soon as its URL is requested. Default: false. */
  autoSign?: boolean
  /** The delay for the fault `slow`. */
  slowMs?: number
  /** A file that keeps leases and calls across restarts. If omitted, they are kept only in memory. */
  memoryFile?: string
  /** The seed for IDs and codes, which are then the same on every start. Without a seed, they are unguessable. */
  seed?: number
}

export type Settings = ReturnType<typeof settingsFrom>

/** Fills in the defaults. Throws for an amount with more than two decimals, an invalid origin, or an invalid dialect. */
export function settingsFrom(given: SandboxOptions) {
  return {
    ...given,
    host: given.host ?? defaults.host,
    username: given.username ?? defaults.username,
    password: given.password ?? defaults.password,
    slowMs: given.slowMs ?? defaults.slowMs,
    dialect: readDialect(given.dialect ?? "spec"),
    merchantOrigin: originOption(given.merchantOrigin),
    approvalCents: amountOption("approvalAmount", given.approvalAmount ?? defaults.approvalAmount),
    minLeaseCents: amountOption("minLease", given.minLease ?? defaults.minLease),
  }
}

function amountOption(name: string, amount: number): number {
  const cents = Number.isFinite(amount) && amount >= 0 ? centsOf(amount) : undefined
  if (cents !== undefined) return cents
  throw new Error(`Sandbox option ${name} must be an amount in dollars with at most two decimals.`)
}

function originOption(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (url && url.origin !== "null" && url.origin === origin.replace(/\/$/, "")) return url.origin
  throw new Error("Sandbox option merchantOrigin must be an origin, for example http://localhost:8000.")
}
