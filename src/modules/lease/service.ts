import { container as app } from "@medusajs/framework"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService, Modules } from "@medusajs/framework/utils"
import { withoutDeadline } from "../../lease-service"
import * as comparison from "./cart/compare-cart"
import { judgeProduct, mapCart } from "./cart/map-cart"
import * as attesting from "./merchant/attest"
import * as cancellation from "./merchant/cancel"
import * as connection from "./merchant/check-connection"
import * as delivery from "./merchant/deliver"
import * as capture from "./merchant/may-capture"
import * as shipping from "./merchant/may-ship"
import * as reducing from "./merchant/reduce"
import * as retrying from "./merchant/retry"
import * as returning from "./merchant/return"
import * as settling from "./merchant/settle"
import { Lease } from "./models/lease"
import { LeaseAnnouncement } from "./models/lease-announcement"
import { LeaseAsking } from "./models/lease-asking"
import { LeaseAttempt } from "./models/lease-attempt"
import { LeaseEvent } from "./models/lease-event"
import { LeaseOrigin } from "./models/lease-origin"
import { LeaseOutage } from "./models/lease-outage"
import { LeaseRate } from "./models/lease-rate"
import { LeaseTask } from "./models/lease-task"
import { type LeaseOptions, parseOptions } from "./options/options"
import { describeConnection, type ServiceAddress } from "./options/public-connection"
import { announce } from "./outbox/announce"
import { Announcer } from "./outbox/announcer"
import { heartbeat } from "./outbox/heartbeat"
import type { MedusaSide } from "./outbox/medusa-side"
import { type RunOptions, runOwed } from "./outbox/run"
import * as cleaning from "./privacy/clean-up"
import * as erasure from "./privacy/erase"
import * as exporting from "./privacy/export"
import type { HistoryEntry, HistoryRecord, LeaseRecord } from "./rules/records"
import * as application from "./shopper/apply"
import * as signature from "./shopper/check-signature"
import * as contracts from "./shopper/contract"
import * as estimates from "./shopper/estimate"
import * as stock from "./shopper/hold-stock"
import * as widgetEvents from "./shopper/hosted/event"
import * as widget from "./shopper/hosted/open"
import * as offers from "./shopper/offer"
import * as orders from "./shopper/record-order"
import * as sessions from "./shopper/session"
import * as placing from "./shopper/start-order"
import type { Outage } from "./status/breaker"
import * as status from "./status/check-status"
import { currentLease } from "./status/current-lease"
import type { Ledger } from "./status/ledger"
import { observe } from "./status/metrics"
import { openLedger } from "./status/open-ledger"
import { HistoryReader } from "./tables/history"
import { type LeaseFilters, LeaseList, type LeasePage, type ListedLease, type PageCursor } from "./tables/lease-list"
import type { Backlog } from "./tables/task-store"
import type { TaskRecord } from "./tables/tasks"
import { isMessageCode, type MessageCode, type MessageParams } from "./texts/messages"

type Cradle = { logger: Logger; __pg_connection__: Knex }

/** Whole modules are imported so that an editor shows each use case's own comment. */
const useCases = {
  /** The lease of a cart, or null; one that has lapsed is left first. */
  ofCart: currentLease,
  /** Whether and how this cart can be leased, without asking anybody. */
  judgeCart: mapCart,
  judgeProduct,
  /** How a cart differs from the one that was offered or signed, as far as that stops the shopper; null when it does not. */
  differenceOf: comparison.refusedDifferenceOf,
  ...pick(comparison, "isSameRecipient", "recipientHash"),
  ...pick(estimates, "estimateFor"),
  ...pick(application, "apply", "isOpenToAll", "mustWait"),
  ...pick(offers, "offer"),
  ...pick(contracts, "contract"),
  ...pick(stock, "holdStock", "isHeldStill", "owesStock", "stockGone"),
  ...pick(signature, "verifySignature"),
  ...pick(widget, "openWidget"),
  ...pick(widgetEvents, "takeWidgetEvent"),
  ...pick(sessions, "attachSession", "detachSession", "completionFailed", "orderRefused"),
  ...pick(placing, "checkSigned", "checkPlaceable", "startOrder"),
  ...pick(orders, "recordOrder"),
  ...pick(status, "checkStatus"),
  ...pick(attesting, "attest"),
  ...pick(cancellation, "cancelContract"),
  ...pick(capture, "checkCapturable"),
  ...pick(shipping, "checkShippable"),
  ...pick(delivery, "confirmDelivery", "sendDeliveryDate", "sendOrderId"),
  ...pick(returning, "checkReturn", "returnLease"),
  ...pick(reducing, "reduceLease"),
  ...pick(settling, "settle"),
  ...pick(retrying, "retry"),
  ...pick(connection, "checkConnection"),
  ...pick(erasure, "planErasure", "erasePerson"),
  ...pick(exporting, "countPerson", "exportPerson"),
  ...pick(cleaning, "countAged", "eraseAged"),
}

/** The use cases as methods: without the ledger, which each takes first. */
type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ledger: Ledger, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never
}

const Models = MedusaService({
  Lease,
  LeaseTask,
  LeaseEvent,
  LeaseAnnouncement,
  LeaseAttempt,
  LeaseAsking,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
})
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants these arguments of a class that is mixed into another.
const Base = Models as typeof Models & (new (...args: any[]) => Bound<typeof useCases>)

/**
 * The ledger: knows exactly what was financed and what the service was told. One method per use case, each of which is a file in
 * `shopper/`, `merchant/` or `status/`; it alone holds the plugin's options. Medusa's generated methods (`listLeases`, …) are for reading only.
 *
 * Every method may throw LedgerRefusal, in words for the person who asked.
 */
export default class LeaseModuleService extends Base {
  private readonly ledger: Ledger
  private readonly histories: HistoryReader
  private readonly leaseList: LeaseList
  /** Medusa calls these without arguments, in every process that boots. */
  readonly __hooks: {
    onApplicationStart: () => Promise<void>
    onApplicationPrepareShutdown: () => Promise<void>
  }

  constructor(cradle: Cradle, options: Record<string, unknown>) {
    super(cradle, options)
    const parsed = parseOptions(options)
    const announcer = new Announcer(() => announce(this.ledger))
    this.ledger = openLedger({
      knex: cradle.__pg_connection__,
      options: parsed,
      now: () => new Date(),
      log: cradle.logger,
      // A module of a store does not get its event bus.
      emit: (events) => app.resolve(Modules.EVENT_BUS).emit(events),
      tell: () => announcer.soon(),
    })
    for (const [name, useCase] of Object.entries<(ledger: Ledger, ...args: never[]) => unknown>(useCases))
      Object.assign(this, { [name]: useCase.bind(null, this.ledger) })
    let unobserve = () => {}
    this.__hooks = {
      onApplicationStart: async () => {
        unobserve = observe(this.ledger)
        heartbeat.start(cradle.logger)
        announcer.start()
      },
      onApplicationPrepareShutdown: async () => {
        unobserve()
        await Promise.all([heartbeat.stop(), announcer.stop()])
      },
    }
    this.histories = new HistoryReader(cradle.__pg_connection__)
    this.leaseList = new LeaseList(cradle.__pg_connection__, parsed.timeZone)
  }

  /** The plugin's options as checked, without credentials. */
  settings(): Omit<LeaseOptions, "service" | "secret" | "linkKey"> {
    const { service: _service, secret: _secret, linkKey: _linkKey, ...rest } = this.ledger.options
    return rest
  }

  /** The lease's account takes returns of lines and lowered prices. */
  knowsLines(_lease: LeaseRecord): boolean {
    return this.ledger.service.knowsLines
  }

  /** Where the service is and with what the store logs in; of the secret no more than its end. */
  connection(): ServiceAddress {
    return describeConnection(this.ledger.options.service)
  }

  /** Since when the service has not answered, and what is known of that; null while it answers. */
  outage(): Promise<Outage | null> {
    return this.ledger.breaker.current()
  }

  /** Whether the service does not answer, so that a shopper who asks for a lease now would be refused at once. */
  isAway(): Promise<boolean> {
    return this.ledger.breaker.refusesPeople()
  }

  /** The owed calls as they stand now. */
  backlog(): Promise<Backlog> {
    return this.ledger.store.tasks.backlog()
  }

  /** Leases at which the job should have looked some time ago. */
  overdue(): Promise<{ count: number; since: string | null }> {
    return this.leaseList.overdue(this.ledger.now())
  }

  /** The origins from which contracts were shown so far. */
  contractOrigins(): Promise<string[]> {
    return this.ledger.store.origins.all()
  }

  /** How many hosted leases have held a one-time URL unused since before `since`. */
  heldLinks(since: Date): Promise<number> {
    return this.leaseList.heldLinks(since)
  }

  /** As `ofCart`, but changes nothing: a lease that has lapsed is answered as it was left. For those who only look. */
  leftOfCart(cartId: string): Promise<LeaseRecord | null> {
    return this.ledger.store.ofCart(cartId)
  }

  ofOrder(orderId: string): Promise<LeaseRecord | null> {
    return this.ledger.store.ofOrder(orderId)
  }

  byId(leaseId: string): Promise<LeaseRecord | null> {
    return this.ledger.store.byId(leaseId)
  }

  /** The newest entries of a history, newest first; those before the entry numbered `before`, when that is given. */
  recentHistory(leaseId: string, part: { limit: number; before?: number }): Promise<HistoryRecord[]> {
    return this.histories.page(leaseId, part)
  }

  /** The newest history entry of each of these types, for each of these leases. */
  newestEntries(leaseIds: readonly string[], types: readonly string[]): Promise<HistoryRecord[]> {
    return this.histories.newestOf(leaseIds, types)
  }

  /** A page of the list of leases. */
  pageOfLeases(filters: LeaseFilters, part: { limit: number; place?: PageCursor }): Promise<LeasePage> {
    return this.leaseList.page(filters, part)
  }

  /** All leases of the list, in its order, a part at a time. */
  allLeases(filters: LeaseFilters, part: number): AsyncGenerator<ListedLease[]> {
    return this.leaseList.all(filters, part)
  }

  /** The calls of several leases, newest first. */
  tasksOf(leaseIds: string[]): Promise<TaskRecord[]> {
    return this.ledger.store.tasks.ofLeases(leaseIds)
  }

  /** Why the order of a signed lease could not be placed, when that is the last thing that happened; else null. */
  async orderFailure(lease: LeaseRecord): Promise<{ code: MessageCode; params: MessageParams } | null> {
    const last = lease.status === "signed" ? await this.ledger.store.lastEvent(lease.id) : null
    if (last?.type !== "order_refused") return null
    const { code, ...params } = last.detail
    return { code: isMessageCode(code) ? code : "completion_failed", params: params as MessageParams }
  }

  /** From how many networks and mailboxes applications came since `since`. */
  applicants(since: Date): Promise<{ networks: number; mailboxes: number }> {
    return this.ledger.store.attempts.variety(since)
  }

  /** Adds to the history what Medusa did on the ledger's behalf. */
  note(leaseId: string, entry: HistoryEntry): Promise<void> {
    return this.ledger.store.append(leaseId, { by: "system" }, [entry])
  }

  /** The calls of a lease that are owed, open, or were made, newest first. */
  tasks(leaseId: string): Promise<TaskRecord[]> {
    return this.ledger.store.tasks.ofLease(leaseId)
  }

  /** Has the job look at a lease now. */
  wake(leaseId: string): Promise<void> {
    return this.ledger.store.wake(leaseId)
  }

  runOwed(medusa: MedusaSide, options?: RunOptions): Promise<{ looked: number; made: number }> {
    return withoutDeadline(() => runOwed(this.ledger, medusa, options))
  }
}

function pick<T, Name extends keyof T>(from: T, ...names: Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>
}
