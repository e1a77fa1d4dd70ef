import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LeaseService } from "../../../lease-service"
import { LeaseStore } from "../tables/lease-store"
import { Breaker } from "./breaker"
import type { Ledger } from "./ledger"

/** A ledger on its tables, with the lease service behind its breaker: the service of an account is that of its address. */
export function openLedger({ knex, ...tools }: { knex: Knex } & Pick<Ledger, "options" | "now" | "log">): Ledger {
  const { options, now, log } = tools
  const store = new LeaseStore(knex, now)
  const breaker = new Breaker({ store: store.outages, account: options.service.baseUrl, now, log })
  return { ...tools, store, breaker, service: new LeaseService(options.service, { gate: breaker }) }
}
