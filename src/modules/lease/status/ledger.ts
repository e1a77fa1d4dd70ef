import { randomUUID } from "node:crypto"
import type { Logger } from "@medusajs/framework/types"
import { MAX_WAIT_MS, wireDefaults } from "../../../client"
import type { AccountCart } from "../options/accounts"
import { type AccountSettings, type StoreOptions, withoutCredentials } from "../options/options"
import type { BusEvent } from "../rules/announcements"
import type { Actor, HistoryEntry, LeaseRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"
import type { LeaseList } from "../tables/lease-list"
import type { LeaseStore } from "../tables/lease-store"
import type { LeasePatch } from "../tables/table"
import type { MessageParams } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import type { Account, Accounts } from "./accounts"
import { LONGEST_TURN_MS } from "./rate"

/** The tools of every use case: the tables, the options of the store, a clock and the log. Calls to a lease service need a {@link Ledger}. */
export type Desk = {
  store: LeaseStore
  /** The list of leases, for people. */
  leases: LeaseList
  accounts: Accounts
  options: StoreOptions
  /** The key of HMACs by which persons are compared and counted. */
  secret: string
  now: () => Date
  log: Pick<Logger, "info" | "warn" | "error">
  /** Puts events on Medusa's event bus. Throws when the bus does not take them. */
  emit: (events: BusEvent[]) => Promise<void>
}

/** A desk with the lease service of one account, behind its breaker, and with that account's options. */
export type Ledger = Desk & Account

/** The desk with the account of a lease, and never another. */
export function ofLease(desk: Desk, { account }: Pick<LeaseRecord, "account">): Ledger {
  return isAt(desk, account) ? desk : { ...desk, ...desk.accounts.of(account) }
}

/** The options with which a lease goes on, those of its account among them, without credentials. */
export function settingsOf(desk: Desk, lease: Pick<LeaseRecord, "account">): AccountSettings {
  return withoutCredentials(ofLease(desk, lease).options)
}

/** The desk with the account that takes a new cart like this; null where none does. */
export function ofCart(desk: Desk, cart: AccountCart): Ledger | null {
  const taking = desk.accounts.taking(cart)
  if (!taking) return null
  return isAt(desk, taking.account) ? desk : { ...desk, ...taking }
}

function isAt(desk: Desk, account: string | null): desk is Ledger {
  return "account" in desk && desk.account === account
}

/** The desk with each account of the options. */
export function ofEach(desk: Desk): Ledger[] {
  return desk.accounts.all.map((account) => ({ ...desk, ...account }))
}

export const SHOPPER: Actor = { by: "shopper" }
export const SERVICE: Actor = { by: "service" }
export const SYSTEM: Actor = { by: "system" }

/** How long one talk with any of the services may hold a claim, in ms. */
export function longestClaimMs({ accounts }: Desk): number {
  return Math.max(...accounts.all.map(claimMs))
}

/** How long one talk with the service may hold a claim, in ms: a write, and two questions with all their repetitions. */
export function claimMs({ options }: Pick<Ledger, "options">): number {
  const retry = options.service.wire?.retry ?? wireDefaults.retry
  return (2 * (1 + retry) + 1) * longestCallMs({ options }) + 2 * retry * MAX_WAIT_MS + 30_000
}

/** How long one call takes at most, with the wait for its turn (ms). */
export function longestCallMs({ options }: Pick<Ledger, "options">): number {
  return options.timeoutMs + (options.rate ? LONGEST_TURN_MS : 0)
}

/** Names in most texts: the operator, whom to ask, and the lease. */
export function textParams({ options }: Ledger, lease?: LeaseRecord | null): MessageParams {
  const { name: operator, contact } = options.operator
  return { operator, contact, ...(lease && { reference: lease.reference }) }
}

/** The lease as it is now, after another mover was first. */
export async function reread(desk: Desk, lease: LeaseRecord): Promise<LeaseRecord> {
  return (await desk.store.byId(lease.id)) ?? lease
}

/**
 * Claims a lease for a talk with the service, in one of `statuses`. Two at once: the second is refused as `busy`.
 * The claim expires when this process dies. A lease whose cart was recorded again since it was read is `busy` too.
 */
export async function claim(
  ledger: Ledger,
  lease: LeaseRecord,
  statuses: readonly LeaseStatus[],
  change: { set?: LeasePatch; history?: HistoryEntry[]; actor: Actor },
): Promise<ClaimedLease> {
  const token = randomUUID()
  const claimed = await ledger.store.set(
    lease.id,
    { ...change.set, claim_token: token, claimed_until: new Date(ledger.now().getTime() + claimMs(ledger)) },
    { ...change, guard: { status: statuses, unclaimed: true, fingerprint: lease.fingerprint ?? undefined } },
  )
  if (!claimed) throw new LedgerRefusal("busy")
  return { ...claimed, claim_token: token }
}

export type ClaimedLease = LeaseRecord & { claim_token: string }

/** Columns that give a claim back. */
export const released = { claim_token: null, claimed_until: null } as const
