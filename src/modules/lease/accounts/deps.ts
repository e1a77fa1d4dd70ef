import type { Logger } from "@medusajs/framework/types"
import { dialectDefaults, LeaseService, MAX_WAIT_MS } from "../../../client"
import { type AccountCart, takes } from "../options/accounts"
import { describeConnection } from "../options/operator"
import type { AccountSettings, LeaseOptions, StoreOptions } from "../options/options"
import type { BusEvent } from "../rules/announcements"
import { isPlacing, isSubmitting } from "../rules/lease-predicates"
import { isRecent, MINUTE_MS } from "../rules/moments"
import { isNewer } from "../rules/newer"
import type { Actor, Completion, LeaseRecord } from "../rules/records"
import type { LeaseList } from "../tables/lease-list"
import type { LeaseStore } from "../tables/lease-store"
import type { MessageParams } from "../texts/messages"
import type { Breaker, Outage } from "./breaker"
import { LONGEST_TURN_MS, type Rate } from "./rate"

/** The dependencies of every use case: the tables, the store's options, a clock and the log. Calls to a lease service need {@link AccountDeps}. */
export type LedgerDeps = {
  store: LeaseStore
  leases: LeaseList
  accounts: Accounts
  options: StoreOptions
  /** The key for HMACs of recipients, networks, mailboxes and codes, and for signing links. */
  secret: string
  now: () => Date
  log: Pick<Logger, "info" | "warn" | "error">
  /** Sends events to Medusa's event bus. Throws if the bus refuses them. */
  emit: (events: BusEvent[]) => Promise<void>
}

type AccountOptions = {
  /** The account's ID; null for the top-level account. */
  account_id: string | null
  options: LeaseOptions
  /** The options without credentials, for display. */
  settings: AccountSettings
  service: LeaseService
}

export type ListedAccount = AccountOptions & { breaker: Breaker; rate: Rate | undefined }

/** A lease's account that is no longer in the options, or no longer in the lease's mode. Its service refuses every call before sending it. */
export type RemovedAccount = AccountOptions & { breaker: null }

export type Account = ListedAccount | RemovedAccount

/** Whether the account is no longer in the options, or no longer in the lease's mode. If so, no calls can be made for its leases. */
export function isRemoved(account: Account): account is RemovedAccount {
  return account.breaker === null
}

/** {@link LedgerDeps} with one account's options and lease service. */
export type AccountDeps = LedgerDeps & Account

type AccountOutage = Outage & Pick<Account, "account_id">

export class Accounts {
  private readonly byId: ReadonlyMap<string | null, ListedAccount>
  private readonly removed = new Map<string | null, RemovedAccount>()
  private readonly stopped = new Map<string | null, RemovedAccount>()

  /** `all` contains the accounts in the options, and `standIn` creates the stand-in for a removed account. */
  constructor(
    readonly all: readonly ListedAccount[],
    private readonly standIn: (account_id: string | null) => RemovedAccount,
  ) {
    this.byId = new Map(all.map((one) => [one.account_id, one]))
  }

  get first(): ListedAccount {
    return this.all[0] as ListedAccount
  }

  of(account_id: string | null): Account {
    const known = this.byId.get(account_id) ?? this.removed.get(account_id)
    if (known) return known
    const made = this.standIn(account_id)
    this.removed.set(account_id, made)
    return made
  }

  /** A lease's account. A live lease's calls are never sent in mode `test`, nor a test lease's in mode `live`. */
  ofLease({ account_id, test }: OfAccount): Account {
    const known = this.byId.get(account_id)
    if (!known || !isOtherMode(known, test)) return this.of(account_id)
    const made = this.stopped.get(account_id) ?? stopped(known)
    this.stopped.set(account_id, made)
    return made
  }

  /** The account that leases a cart: the one whose `takes` matches, otherwise the top-level account. Null if there is neither. */
  taking(cart: AccountCart): Account | null {
    const named = this.all.find(({ options }) => options.takes && takes(options.takes, cart))
    return named ?? this.byId.get(null) ?? null
  }

  /** The account to offer after this one has denied an application; null if there is none. */
  afterDenial(account_id: string | null): Account | null {
    return this.byId.get(this.byId.get(account_id)?.options.secondLook ?? "") ?? null
  }

  /** The IDs of an account and of those offered after a denial there, in order. */
  onwardFrom(first: Account): (string | null)[] {
    const onward: (string | null)[] = []
    for (let next: Account | null = first; next; next = this.afterDenial(next.account_id)) onward.push(next.account_id)
    return onward
  }

  /** The outage of an account; null while its service responds, or if the account is no longer in the options. */
  async outageOf(account_id: string | null): Promise<AccountOutage | null> {
    const outage = await this.byId.get(account_id)?.breaker.current()
    return outage ? { ...outage, account_id } : null
  }

  /** All accounts' outages, longest first. */
  async away(): Promise<AccountOutage[]> {
    const outages = await Promise.all(this.all.map(({ account_id }) => this.outageOf(account_id)))
    return outages.filter((one) => one !== null).sort((one, other) => one.since.getTime() - other.since.getTime())
  }

  /** The accounts for display, with their URLs, logins, and only the last characters of their secrets. */
  overview() {
    return this.all.map(({ settings, options }) => ({ settings, connection: describeConnection(options.service) }))
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.all, ...this.removed.values(), ...this.stopped.values()].map(({ service }) => service.close()),
    )
  }
}

export type AccountOverview = ReturnType<Accounts["overview"]>[number]

/** How long to wait before retrying calls for a removed account, which may be back in the options by then. */
export const REMOVED_RETRY_MS = 10 * MINUTE_MS

/** Refuses every call before it is sent. */
export const REFUSING = { holdsBack: true, retryAfterMs: async () => REMOVED_RETRY_MS, recordEnd: async () => {} }

/** A stand-in for an account whose mode isn't the lease's: its own options, and a service that refuses every call. */
function stopped({ account_id, options, settings }: ListedAccount): RemovedAccount {
  const service = new LeaseService(options.service, { breaker: REFUSING })
  return { account_id, options, settings, service, breaker: null }
}

/** A lease, or an account for a new lease, which has no `test` yet. */
type OfAccount = Pick<LeaseRecord, "account_id"> & { test?: boolean }

function isOtherMode({ options }: Pick<Account, "options">, test: boolean | undefined): boolean {
  return test !== undefined && test !== (options.mode === "test")
}

/**
 * Counts, by account, the unfinished leases for which nothing is sent: their account is no longer in the options, or they are live and its mode is
 * `test`.
 */
export function unsentLeases({ accounts, leases }: LedgerDeps) {
  return leases.unfinishedBeyond(
    accounts.all.map(({ account_id, options }) => ({ account_id, test: options.mode === "test" })),
  )
}

/** The deps with the lease's own account. A use case resolves them once and passes them on. */
export function ofLease(deps: LedgerDeps | AccountDeps, lease: OfAccount): AccountDeps {
  const isResolved =
    "account_id" in deps && deps.account_id === lease.account_id && isOtherMode(deps, lease.test) === isStopped(deps)
  return isResolved ? deps : { ...deps, ...deps.accounts.ofLease(lease) }
}

/** Whether these are the deps for a listed account's leases of the other mode. */
function isStopped(deps: AccountDeps): boolean {
  return deps.breaker === null && deps.accounts.all.some(({ account_id }) => account_id === deps.account_id)
}

/** The options for a lease's account, without credentials. */
export function settingsOf({ accounts }: LedgerDeps, { account_id }: Pick<LeaseRecord, "account_id">): AccountSettings {
  return accounts.of(account_id).settings
}

/** Whether sums of money cover test leases rather than live ones. True only if all accounts are in test mode. */
export function sumsTests({ accounts }: LedgerDeps): boolean {
  return accounts.all.every(({ options }) => options.mode === "test")
}

/** The deps with the account that would lease a new cart like this one; null if there is none. */
export function ofCart(deps: LedgerDeps, cart: AccountCart): AccountDeps | null {
  const taking = deps.accounts.taking(cart)
  return taking && ofLease(deps, taking)
}

export const SHOPPER: Actor = { by: "shopper" }
export const SERVICE: Actor = { by: "service" }
export const SYSTEM: Actor = { by: "system" }

export function longestClaimMs({ accounts }: LedgerDeps): number {
  return Math.max(...accounts.all.map(claimMs))
}

/** How long a claim on a call to the service lasts: long enough for one write, and two reads with all their retries. */
export function claimMs({ options }: Pick<AccountDeps, "options">): number {
  const retry = options.service.dialect?.retry ?? dialectDefaults.retry
  return (2 * (1 + retry) + 1) * longestCallMs({ options }) + 2 * retry * MAX_WAIT_MS + 30_000
}

/** The longest that one call can take, including the wait for its turn. */
export function longestCallMs({ options }: { options: Pick<AccountSettings, "timeoutMs" | "rate"> }): number {
  return options.timeoutMs + (options.rate ? LONGEST_TURN_MS : 0)
}

/** The parameters that most texts need: the operator, its contact, and the lease. */
export function textParams(
  { options }: { options: Pick<AccountSettings, "operator"> },
  lease?: LeaseRecord | null,
): MessageParams {
  const { name: operator, contact } = options.operator
  return { operator, contact, ...(lease && { reference: lease.reference }) }
}

export function ago({ now }: LedgerDeps, ms: number): Date {
  return new Date(now().getTime() - ms)
}

export async function reread({ store }: Pick<LedgerDeps, "store">, lease: LeaseRecord): Promise<LeaseRecord> {
  return (await store.byId(lease.id)) ?? lease
}

/** How long until a `placing` lease without an order becomes `signed` again. */
export const PLACING_LAPSES_MS = 5 * MINUTE_MS
/** A `submitting` lease counts as abandoned this long after the latest time that its call can end. */
const SUBMITTING_SPARE_MS = 30_000

/** When the last completion of a `placing` lease began. */
export function placingSince({ status_at, completions }: Pick<LeaseRecord, "status_at" | "completions">): Date {
  return new Date(Math.max(status_at.getTime(), ...(completions ?? []).map(({ at }) => Date.parse(at))))
}

/** The completions of the lease's cart that may still be in progress. */
export function underWay({ completions }: LeaseRecord, now: Date): Completion[] {
  return (completions ?? []).filter(({ at }) => isRecent(new Date(at), now, PLACING_LAPSES_MS))
}

/** A cart's current lease: the open one, otherwise the last closed one, or null. A lapsed lease changes its status first ({@link leaveLapsed}). */
export async function currentLease(deps: LedgerDeps, cartId: string): Promise<LeaseRecord | null> {
  const lease = await deps.store.ofCart(cartId)
  return lease && leaveLapsed(deps, lease)
}

/** Changes a lapsed lease's status: `submitting` becomes `undecided`, and `placing` becomes `signed` again. Returns other leases unchanged. */
export async function leaveLapsed(deps: LedgerDeps, lease: LeaseRecord): Promise<LeaseRecord> {
  if (isNewer(lease)) return lease
  const event = lapseOf(lease, settingsOf(deps, lease), deps.now())
  if (!event) return lease
  const change =
    event === "order_start_lapsed"
      ? { set: { completions: [] } }
      : { history: [{ type: event, detail: { reason: "lapsed" } } as const] }
  return (await deps.store.move(lease.id, event, { actor: SYSTEM, ...change })) ?? reread(deps, lease)
}

/** The event by which a lease leaves a transitional status that has lasted too long, because its process must have died. Null if it hasn't. */
export function lapseOf(
  lease: LeaseRecord,
  settings: Pick<AccountSettings, "timeoutMs" | "rate">,
  now: Date,
): "application_unanswered" | "order_start_lapsed" | null {
  const hasLapsed = (since: Date, ms: number) => !isRecent(since, now, ms)
  if (isSubmitting(lease) && hasLapsed(lease.status_at, longestCallMs({ options: settings }) + SUBMITTING_SPARE_MS))
    return "application_unanswered"
  return isPlacing(lease) && hasLapsed(placingSince(lease), PLACING_LAPSES_MS) ? "order_start_lapsed" : null
}
