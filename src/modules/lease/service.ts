import { container as app } from "@medusajs/framework"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService, Modules } from "@medusajs/framework/utils"
import { withoutDeadline } from "../../client"
import type { LedgerDeps } from "./accounts/deps"
import { observe } from "./accounts/metrics"
import { openLedger } from "./accounts/open-ledger"
import { LeaseChoice } from "./models/choice"
import { LeaseCode, LeaseOrigin, LeaseOutage, LeaseRate, LeaseRequestCount, LeaseSubmission } from "./models/counters"
import { Lease, LeaseAnnouncement, LeaseEvent } from "./models/lease"
import { LeasePendingCall } from "./models/pending-call"
import { LeaseStoreMark } from "./models/store"
import { LeaseSuccess } from "./models/success"
import { parseOptions } from "./options/parse-options"
import { Announcer, announce } from "./outbox/announce"
import { heartbeat } from "./outbox/heartbeat"
import { checkStore, logUnsent } from "./outbox/hold"
import type { MedusaSide } from "./outbox/medusa"
import { type RunOptions, runPending } from "./outbox/run"
import {
  cleanUp,
  countAged,
  countPerson,
  eraseAged,
  erasePerson,
  exportPerson,
  planErasure,
} from "./privacy/personal-data"

type Cradle = {
  logger: Logger
  __pg_connection__: Knex
  configModule?: { projectConfig?: { http?: { cookieSecret?: string } } }
}

const Models = MedusaService({
  Lease,
  LeasePendingCall,
  LeaseEvent,
  LeaseAnnouncement,
  LeaseSubmission,
  LeaseRequestCount,
  LeaseChoice,
  LeaseCode,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
  LeaseStoreMark,
  LeaseSuccess,
})

/**
 * Records every leased amount and every call to the lease service. Use Medusa's generated methods only to read, because they bypass the ledger's
 * guards.
 */
export default class LeaseModuleService extends Models {
  readonly deps: LedgerDeps
  /** Medusa calls these without arguments, in every process that boots. */
  readonly __hooks: {
    onApplicationStart: () => Promise<void>
    onApplicationPrepareShutdown: () => Promise<void>
  }
  // For a store's own code that handles personal data (docs/applicant-data.md).
  readonly planErasure = this.bound(planErasure)
  readonly erasePerson = this.bound(erasePerson)
  readonly countPerson = this.bound(countPerson)
  readonly exportPerson = this.bound(exportPerson)
  readonly countAged = this.bound(countAged)
  readonly eraseAged = this.bound(eraseAged)

  constructor(cradle: Cradle, options: Record<string, unknown>) {
    super(cradle, options)
    const announcer = new Announcer(() => announce(this.deps))
    this.deps = openLedger({
      knex: cradle.__pg_connection__,
      options: parseOptions(options),
      // Unlike credentials, the cookie secret is the same for all accounts and stays the same when credentials are replaced.
      secret: cradle.configModule?.projectConfig?.http?.cookieSecret,
      now: () => new Date(),
      log: cradle.logger,
      // Modules don't have access to the store's event bus, so resolve it from the application.
      emit: (events) => app.resolve(Modules.EVENT_BUS).emit(events),
      tell: () => announcer.soon(),
    })
    let unobserve = () => {}
    this.__hooks = {
      onApplicationStart: async () => {
        await checkStore(this.deps)
        await logUnsent(this.deps)
        unobserve = observe(this.deps)
        heartbeat.start(cradle.logger)
        announcer.start()
      },
      onApplicationPrepareShutdown: async () => {
        unobserve()
        await Promise.all([heartbeat.stop(), announcer.stop()])
      },
    }
  }

  /** Makes the pending calls, without a request's deadline. A run over all leases also deletes data that is no longer needed. */
  async runPending(medusa: MedusaSide, options?: RunOptions): Promise<{ reconciled: number; made: number }> {
    if (!options?.leaseId) {
      // Not awaited: the cleanup never throws, and a slow table must not delay the calls.
      void cleanUp(this.deps)
      await checkStore(this.deps)
    }
    return withoutDeadline(() => runPending(this.deps, medusa, options))
  }

  private bound<Given extends unknown[], Answer>(useCase: (deps: LedgerDeps, ...given: Given) => Answer) {
    return (...given: Given) => useCase(this.deps, ...given)
  }
}
