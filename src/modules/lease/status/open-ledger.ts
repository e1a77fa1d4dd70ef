import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LeaseService } from "../../../lease-service"
import { LeaseStore } from "../tables/lease-store"
import { Breaker } from "./breaker"
import type { Ledger } from "./ledger"
import { countCalls } from "./metrics"
import { Rate } from "./rate"

/** A ledger on its tables, with the lease service behind its breaker and its rate: the service of an account is that of its address. */
export function openLedger({
  knex,
  tell,
  ...tools
}: { knex: Knex; tell?: () => void } & Pick<Ledger, "options" | "now" | "log" | "emit">): Ledger {
  const { options, now, log } = tools
  const store = new LeaseStore(knex, now, tell)
  const { baseUrl: account } = options.service
  const { rate: limit, timeoutMs } = options
  const breaker = new Breaker({ store: store.outages, account, now, log })
  const rate = limit && new Rate({ store: store.rates, account, limit, timeoutMs, now, log })
  const service = new LeaseService(options.service, { gate: breaker, throttle: rate, tried: countCalls() })
  return { ...tools, store, breaker, rate, service }
}
