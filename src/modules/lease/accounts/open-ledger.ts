import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LeaseService, loginOf } from "../../../client"
import { noOnesApplication } from "../calls/service-call"
import { type LeaseOptions, withoutCredentials } from "../options/options"
import { UNNAMED_OPERATOR } from "../options/wording"
import { LeaseList } from "../tables/lease-list"
import { LeaseStore } from "../tables/lease-store"
import { Breaker, KnownOutages } from "./breaker"
import { Accounts, type LedgerDeps, type ListedAccount, REFUSING, type RemovedAccount } from "./deps"
import { countCalls } from "./metrics"
import { Rate } from "./rate"

type Given = {
  knex: Knex
  options: LeaseOptions
  /** The key for HMACs. If missing, the credentials are used. */
  secret?: string | undefined
  tell?: (() => void) | undefined
} & Pick<LedgerDeps, "now" | "log" | "emit">

/** Opens the ledger: its tables, and each account's lease service with its breaker and rate limit. Returns the first account's deps. */
export function openLedger(given: Given): LedgerDeps & ListedAccount {
  const { knex, tell, options, secret = options.secret, now, log, emit } = given
  const store = new LeaseStore(knex, now, tell)
  const listed = [options, ...options.others]
  const onResponse = countCalls()
  const keyOf = (own: LeaseOptions) => nameOf(own, listed)
  const outages = new KnownOutages(store.outages, listed.map(keyOf), now)
  const open = (own: LeaseOptions): ListedAccount => {
    const { account_id, rate: limit, timeoutMs } = own
    const key = keyOf(own)
    const sharers =
      listed.length > 1 ? listed.filter((other) => keyOf(other) === key).map((other) => other.account_id) : null
    const ask = () => service.getPricing(noOnesApplication())
    const breaker = new Breaker({ outages, key, account_id, sharers, ask, now, log })
    const rate = limit && new Rate({ store: store.rates, key, limit, timeoutMs, now, log })
    const mixedUp = alertOfMixUp({ store, log }, account_id)
    const service: LeaseService = new LeaseService(own.service, { breaker, throttle: rate, onResponse, mixedUp })
    return { account_id, options: own, settings: withoutCredentials(own), service, breaker, rate }
  }
  const accounts = new Accounts(listed.map(open), (id) => removedAccount(id, options))
  const leases = new LeaseList(knex, options.timeZone)
  return { store, leases, accounts, secret, now, log, emit, ...accounts.first }
}

/** Returns a function that raises an alert on the lease whose call got a response about a different application. It never throws. */
export function alertOfMixUp({ store, log }: Pick<LedgerDeps, "store" | "log">, account_id: string | null) {
  return async (applicationId: string): Promise<void> => {
    try {
      const lease = await store.liveOfApplication(applicationId, account_id)
      if (lease) await store.raise(lease.id, "mixed_up_answer")
    } catch (error) {
      log.error(`lease-to-own: the alert about a mixed-up response could not be raised: ${error}`)
    }
  }
}

/**
 * The ID of an account's outage and rate rows. Accounts with the same URL and login share them, because operators treat these as one account. The
 * top-level login is omitted.
 */
function nameOf({ account_id, service }: LeaseOptions, all: readonly LeaseOptions[]): string {
  const top = all.find((other) => other.account_id === null)
  const { baseUrl } = service
  const login = loginOf(service)
  if (account_id === null || (top?.service.baseUrl === baseUrl && loginOf(top.service) === login)) return baseUrl
  return `${baseUrl} ${createHash("sha256").update(login).digest("hex").slice(0, 16)}`
}

/** A placeholder URL. Calls fail before they use it. */
const NOWHERE = { baseUrl: "https://removed.invalid", authHash: "cmVtb3ZlZDpyZW1vdmVk" }

/** A stand-in for an account that is no longer in the options: enough to show its leases, and a service that refuses every call. */
function removedAccount(account_id: string | null, options: LeaseOptions): RemovedAccount {
  const name = account_id ?? UNNAMED_OPERATOR
  const operator = { name, contact: name }
  const { widget: _widget, linkKey: _linkKey, estimate: _estimate, rate: _rate, ...rest } = options
  const own: LeaseOptions = { ...rest, account_id, takes: null, others: [], operator, service: NOWHERE, secret: "" }
  const service = new LeaseService(NOWHERE, { breaker: REFUSING })
  return { account_id, options: own, settings: withoutCredentials(own), service, breaker: null }
}
