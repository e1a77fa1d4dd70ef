import { defaults } from "./defaults"
import { type DialectName, readDialect } from "./dialect/read"
import type { DialectFile } from "./dialect/schema"
import { centsOf } from "./money"

/** How the sandbox behaves. Everything has a default; what the specification leaves open is a key of the dialect. */
export type SandboxOptions = {
  /** How this service speaks: a kept dialect, or what differs from the specification. Default `spec`. */
  dialect?: DialectName | DialectFile
  /** Address to listen on; default 127.0.0.1. */
  host?: string
  /** Port of the API, the control calls and the page for people; 0 or absent: any free one. A taken port: the next free one. */
  port?: number
  /** Port of the contract page, which has an origin of its own; as `port`. */
  contractPort?: number
  /** Fail instead of moving on when a port is taken. */
  strictPort?: boolean
  username?: string
  password?: string
  /** Origin that frame messages go to and that may frame the contract; absent: the referrer's, and anybody. */
  merchantOrigin?: string
  /** Dollars, default 3000. */
  approvalAmount?: number
  /** Dollars, default 0. */
  minLease?: number
  /** Life of an eSign URL in ms; absent: no end. */
  esignUrlTtl?: number
  /** Life of a one-time URL in ms; absent: no end. */
  oneTimeTtl?: number
  /** Sign each contract automatically as soon as its address is handed out. */
  autoSign?: boolean
  /** How long the fault `slow` waits, in ms. */
  slowMs?: number
  /** The machine's clock by default. */
  clock?: () => Date
  /** File in which leases and calls outlive a restart; absent: in memory only. */
  memoryFile?: string
  /** The same seed gives the same ids and codes; absent: unguessable ones. */
  seed?: number
}

export type Settings = ReturnType<typeof settingsFrom>

/** Fills in the defaults. Throws when an amount has more than two decimals, or an origin is none, and on a dialect that is none. */
export function settingsFrom(given: SandboxOptions) {
  const { dialect = "spec", approvalAmount = defaults.approvalAmount, minLease = defaults.minLease, ...options } = given
  const {
    host = defaults.host,
    username = defaults.username,
    password = defaults.password,
    slowMs = defaults.slowMs,
  } = options
  return {
    ...{ ...options, host, username, password, slowMs },
    dialect: readDialect(dialect),
    merchantOrigin: originOption(options.merchantOrigin),
    approvalCents: amountOption("approvalAmount", approvalAmount),
    minLeaseCents: amountOption("minLease", minLease),
  }
}

function amountOption(name: string, amount: number): number {
  const cents = Number.isFinite(amount) && amount >= 0 ? centsOf(amount) : undefined
  if (cents !== undefined) return cents
  throw new Error(`Sandbox option ${name} must be an amount in dollars with two decimals at most.`)
}

function originOption(origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (url && url.origin !== "null" && url.origin === origin.replace(/\/$/, "")) return url.origin
  throw new Error("Sandbox option merchantOrigin must be an origin, for example http://localhost:8000.")
}
