import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LeaseService, loginOf } from "../../../client"
import type { LeaseOptions } from "../options/options"
import { LeaseList } from "../tables/lease-list"
import { LeaseStore } from "../tables/lease-store"
import { type Account, Accounts } from "./accounts"
import { Breaker, KnownOutages } from "./breaker"
import type { Desk, Ledger } from "./ledger"
import { countCalls } from "./metrics"
import { Rate } from "./rate"
import { noOnesApplication } from "./read-status"
import { removedAccount } from "./removed-account"

type Given = {
  knex: Knex
  options: LeaseOptions
  /** The key of HMACs; the credentials where there is no other. */
  secret?: string | undefined
  tell?: (() => void) | undefined
} & Pick<Desk, "now" | "log" | "emit">

/** A ledger on its tables, with the lease service of each account behind its breaker and its rate: that of the first account of the options. */
export function openLedger({ knex, tell, options, secret = options.secret, now, log, emit }: Given): Ledger {
  const store = new LeaseStore(knex, now, tell)
  const listed = [options, ...options.others]
  const tried = countCalls()
  const keyOf = (own: LeaseOptions) => nameOf(own, listed)
  const outages = new KnownOutages(store.outages, listed.map(keyOf), now)
  const open = (own: LeaseOptions): Account => {
    const { account, rate: limit, timeoutMs } = own
    const key = keyOf(own)
    const sharers =
      listed.length > 1 ? listed.filter((other) => keyOf(other) === key).map((other) => other.account) : null
    const opened = {} as Account
    const ask = () => opened.service.getPricing(noOnesApplication())
    const breaker = new Breaker({ store: store.outages, outages, key, account, sharers, ask, now, log })
    const rate = limit && new Rate({ store: store.rates, account: key, limit, timeoutMs, now, log })
    const service = new LeaseService(own.service, { gate: breaker, throttle: rate, tried })
    return Object.assign(opened, { account, options: own, service, breaker, rate, isRemoved: false })
  }
  const [first, ...others] = listed.map(open)
  const accounts = new Accounts([first as Account, ...others], (id) => removedAccount(id, options, now))
  const leases = new LeaseList(knex, options.timeZone)
  return { store, leases, accounts, secret, now, log, emit, ...(first as Account) }
}

/**
 * The name of the rows that say whether a service answers, and whose turn it is. The account at the top has them under its address, as stores with
 * one account always had. Others have them by address and login, which is what an operator counts by: the same login has the same rows.
 */
function nameOf({ account, service }: LeaseOptions, all: readonly LeaseOptions[]): string {
  const top = all.find((other) => other.account === null)
  const { baseUrl } = service
  const login = loginOf(service)
  if (account === null || (top?.service.baseUrl === baseUrl && loginOf(top.service) === login)) return baseUrl
  return `${baseUrl} ${createHash("sha256").update(login).digest("hex").slice(0, 16)}`
}
