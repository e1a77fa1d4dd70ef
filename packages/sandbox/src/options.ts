import { defaults, type Laxity, laxities } from "./defaults"
import { centsOf } from "./money"

/** How the sandbox behaves. Everything has a default; the reference's unknowns each have one switch here (reference 16). */
export type SandboxOptions = {
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
  /** Frame messages as `{ text, success? }` or as bare text (reference 11). */
  messageShape?: "object" | "string"
  /** Dollars, default 3000. */
  approvalAmount?: number
  /** Dollars, default 0. */
  minLease?: number
  /** Refuse bodies without the `store` object (reference 2). */
  requireStore?: boolean
  /** Pricing without a cart: 409, or an answer with the status alone (reference 5). */
  pricingWithoutCart?: "error" | "status-only"
  /** Authorize returns of an accepted lease before anything has shipped (reference 7). */
  returnsBeforeDelivery?: boolean
  /** Issue a code with each return authorization. */
  issueReturnCode?: boolean
  /** Take returns of lines and lowered prices, or whole orders only (reference 7). */
  returnLines?: boolean
  /** Life of an eSign URL in ms; absent: no end. */
  esignUrlTtl?: number
  /** Life of a one-time URL in ms; absent: no end. */
  oneTimeTtl?: number
  /** Status of answers without a body. */
  emptySuccessStatus?: 200 | 204
  /** Sign each contract automatically as soon as its address is handed out. */
  autoSign?: boolean
  /** How long the fault `slow` waits, in ms. */
  slowMs?: number
  /** In what this service is laxer than the specification; default: in nothing. */
  lax?: readonly Laxity[]
  /** The machine's clock by default. */
  clock?: () => Date
  /** File in which leases and calls outlive a restart; absent: in memory only. */
  memoryFile?: string
  /** The same seed gives the same ids and codes; absent: unguessable ones. */
  seed?: number
}

export type Settings = Required<
  Omit<SandboxOptions, "merchantOrigin" | "esignUrlTtl" | "oneTimeTtl" | "clock" | "seed" | "memoryFile">
> &
  Pick<SandboxOptions, "merchantOrigin" | "esignUrlTtl" | "oneTimeTtl" | "clock" | "seed"> & {
    approvalCents: number
    minLeaseCents: number
  }

/** Fills in the defaults. Throws when an amount has more than two decimals, or an origin is none. */
export function settingsFrom(options: SandboxOptions): Settings {
  const { approvalAmount = defaults.approvalAmount, minLease = defaults.minLease } = options
  return {
    host: options.host ?? defaults.host,
    port: options.port ?? 0,
    contractPort: options.contractPort ?? 0,
    strictPort: options.strictPort ?? false,
    username: options.username ?? defaults.username,
    password: options.password ?? defaults.password,
    merchantOrigin: options.merchantOrigin === undefined ? undefined : originOption(options.merchantOrigin),
    messageShape: options.messageShape ?? defaults.messageShape,
    approvalAmount,
    approvalCents: amountOption("approvalAmount", approvalAmount),
    minLease,
    minLeaseCents: amountOption("minLease", minLease),
    requireStore: options.requireStore ?? false,
    pricingWithoutCart: options.pricingWithoutCart ?? defaults.pricingWithoutCart,
    returnsBeforeDelivery: options.returnsBeforeDelivery ?? false,
    issueReturnCode: options.issueReturnCode ?? false,
    returnLines: options.returnLines ?? defaults.returnLines,
    esignUrlTtl: options.esignUrlTtl,
    oneTimeTtl: options.oneTimeTtl,
    emptySuccessStatus: options.emptySuccessStatus ?? defaults.emptySuccessStatus,
    autoSign: options.autoSign ?? false,
    slowMs: options.slowMs ?? defaults.slowMs,
    lax: laxOption(options.lax ?? []),
    clock: options.clock,
    seed: options.seed,
  }
}

function laxOption(lax: readonly Laxity[]): readonly Laxity[] {
  const unknown = lax.filter((name) => !laxities.includes(name))
  if (unknown.length) throw new Error(`Sandbox option lax takes ${laxities.join(", ")}, not ${unknown.join(", ")}.`)
  return lax
}

function amountOption(name: string, amount: number): number {
  const cents = Number.isFinite(amount) && amount >= 0 ? centsOf(amount) : undefined
  if (cents === undefined)
    throw new Error(`Sandbox option ${name} must be an amount in dollars with two decimals at most.`)
  return cents
}

function originOption(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (!url || url.origin === "null" || url.origin !== origin.replace(/\/$/, "")) {
    throw new Error("Sandbox option merchantOrigin must be an origin, for example http://localhost:8000.")
  }
  return url.origin
}
