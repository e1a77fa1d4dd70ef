import type { Sandbox } from "lease-to-own-sandbox"
import { LeaseService } from "../../../src/client"
import type { LedgerDeps, ListedAccount } from "../../../src/modules/lease/accounts/deps"
import { alertOfMixUp, openLedger } from "../../../src/modules/lease/accounts/open-ledger"
import type { RunOptions } from "../../../src/modules/lease/ledger"
import { parseOptions } from "../../../src/modules/lease/options/parse-options"
import { announce } from "../../../src/modules/lease/outbox/announce"
import { runPending } from "../../../src/modules/lease/outbox/run"
import { widgetOptions } from "../../integration/support/hosted-lease"
import { optionsAt } from "../../integration/support/ledger-room"
import { connect } from "../../support/connect"
import { Line } from "./line"
import { type Clients, Life, mortalPool, mortalService } from "./mortal"
import { createShop, takeEvents } from "./shop"

/** What a process connects to. */
export type Site = {
  databaseUrl: string
  service: Pick<Sandbox, "baseUrl" | "username" | "password">
  /** A port that accepts calls and never responds. */
  silentUrl: string
  options?: Record<string, unknown>
}

/** One process of a store: the ledger alone, with a simple shop. */
export type Process = ReturnType<typeof startProcess>

/** The age at which these tests give up a lease (ms), so that no run has to wait for a day. */
const ABANDON_AFTER_MS = 3600_000
const TIMEOUT_MS = 1500
const PATIENT_MS = 20_000
const IMPATIENT_MS = 300
const HANGS_MS = 100

/** Starts a process on a migrated database. `life` ends it early; `line` is its connection to the service. */
export function startProcess(site: Site, now: () => Date, life = new Life(), line = new Line(now)) {
  const knex = connect(site.databaseUrl)
  const locks = connect(site.databaseUrl)
  mortalPool(knex, life)
  const options = parseOptions({
    ...optionsAt(site.service),
    ...widgetOptions(site.service),
    timeoutMs: TIMEOUT_MS,
    // Reads are retried once, so that faults occur and are overcome.
    dialect: { retry: 0, returnLines: true },
    abandonAfter: ABANDON_AFTER_MS,
    notices: { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } },
    contractLink: "https://shop.example/lease?cart={cartId}",
    ...site.options,
  })
  const quiet = () => {}
  const log = { info: quiet, warn: quiet, error: quiet } as LedgerDeps["log"]
  const opened = openLedger({ knex, options, now, log, emit: (events) => takeEvents(knex, events) })
  const clients: Clients[] = []
  const mortal = ({ account_id, options: { service }, breaker }: ListedAccount) => {
    const mixedUp = alertOfMixUp(opened, account_id)
    const client = (timeoutMs: number, baseUrl = service.baseUrl) =>
      new LeaseService({ ...service, baseUrl, timeoutMs }, { breaker, mixedUp })
    const own: Clients = {
      // A long timeout, because a busy machine is no fault; only calls that are meant to stall or hang time out early.
      service: client(PATIENT_MS),
      impatient: client(IMPATIENT_MS),
      // Port 9 is closed on every test machine, so nothing is ever sent to it.
      "no connection": client(TIMEOUT_MS, "http://127.0.0.1:9/lease"),
      hangs: client(HANGS_MS, site.silentUrl),
    }
    clients.push(own)
    return mortalService(own, life, line)
  }
  for (const account of opened.accounts.all) Object.assign(account, { service: mortal(account) })
  const ledger: LedgerDeps = { ...opened, ...(opened.accounts.all[0] as ListedAccount) }
  const shop = createShop(knex, locks, ledger)
  return {
    ledger,
    shop,
    life,
    /** Once a minute in a real store. */
    runJob: async (options?: RunOptions): Promise<void> => {
      await runPending(ledger, shop, options)
      // The announcer soon sends the events that the run itself wrote.
      await announce(ledger)
    },
    end: async (): Promise<void> => {
      await Promise.all(clients.flatMap((own) => Object.values(own)).map((each) => each.close()))
      await Promise.all([knex.destroy(), locks.destroy()])
    },
  }
}
