import { container as app } from "@medusajs/framework"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService, Modules } from "@medusajs/framework/utils"
import { withoutDeadline } from "../../client"
import { type ApplyingCart, isWidgetElsewhere, ledgerOfCart, mayApplyAgain } from "./cart/cart-account"
import * as comparison from "./cart/compare-cart"
import * as judging from "./cart/map-cart"
import * as cancellation from "./merchant/cancel"
import * as connection from "./merchant/check-connection"
import * as delivery from "./merchant/deliver"
import * as shipping from "./merchant/may-ship"
import * as reducing from "./merchant/reduce"
import * as replacing from "./merchant/replace-contract"
import * as retrying from "./merchant/retry"
import * as returning from "./merchant/return"
import * as settling from "./merchant/settle"
import { LeaseAsking, LeaseOrigin, LeaseOutage, LeaseRate } from "./models/counters"
import { LeaseAnnouncement, LeaseEvent } from "./models/history"
import { Lease } from "./models/lease"
import { LeaseTask } from "./models/lease-task"
import { LeaseAttempt, LeaseCode } from "./models/requesters"
import type { AccountCart } from "./options/accounts"
import { describeConnection, type ServiceAddress } from "./options/operator"
import type { LeaseOptions, StoreOptions } from "./options/options"
import { parseOptions } from "./options/parse-options"
import { announce } from "./outbox/announce"
import { Announcer } from "./outbox/announcer"
import { sendCodes } from "./outbox/codes"
import { heartbeat } from "./outbox/heartbeat"
import type { MedusaSide } from "./outbox/medusa-side"
import { type RunOptions, runPending } from "./outbox/run"
import * as linking from "./outbox/signing-link"
import * as erasure from "./privacy/erase"
import * as exporting from "./privacy/export"
import type { HistoryEntry, LeaseRecord } from "./rules/records"
import { isSigned } from "./rules/standing"
import { isOpen, isReplacing } from "./rules/tasks"
import * as application from "./shopper/apply"
import * as elsewhere from "./shopper/approval-elsewhere"
import * as signature from "./shopper/check-signature"
import * as contracts from "./shopper/contract"
import * as estimates from "./shopper/estimate"
import * as widgetEvents from "./shopper/hosted/event"
import * as widget from "./shopper/hosted/open"
import * as offers from "./shopper/offer"
import * as owners from "./shopper/owner"
import * as orders from "./shopper/record-order"
import * as codes from "./shopper/resume-code"
import * as sessions from "./shopper/session"
import * as placing from "./shopper/start-order"
import * as approvals from "./shopper/take-approval"
import type { AccountOutage } from "./status/accounts"
import * as status from "./status/check-status"
import { currentLease } from "./status/current-lease"
import { type Desk, type Ledger, ofCart, ofLease, SYSTEM } from "./status/ledger"
import { observe } from "./status/metrics"
import { openLedger } from "./status/open-ledger"
import type { HistoryReader } from "./tables/history"
import type { LeaseList } from "./tables/lease-list"
import { isMessageCode, type MessageCode, type MessageParams } from "./texts/messages"

type Cradle = {
  logger: Logger
  __pg_connection__: Knex
  configModule?: { projectConfig?: { http?: { cookieSecret?: string } } }
}

/** Use cases of the store, and what its tables answer. Whole modules are imported so that an editor shows each use case's own comment. */
const useCases = {
  /** The lease of a cart, or null; one that has lapsed is left first. */
  ofCart: currentLease,
  /** Whether and how this cart can be leased, without asking anybody. */
  judgeCart: judging.judgeCart,
  ...pick(judging, "judgeProduct"),
  ...pick(application, "apply"),
  /** Whether somebody may apply for the cart of a lease that was denied. */
  mayApplyAgain,
  /** Whether the widget stays closed because the cart goes on at another account than its own. */
  isWidgetElsewhere,
  ...pick(offers, "offer"),
  ...pick(elsewhere, "approvalFor"),
  ...pick(approvals, "takeApproval"),
  ...pick(codes, "askCode"),
  ...pick(contracts, "contract"),
  ...pick(signature, "verifySignature"),
  ...pick(widget, "openWidget"),
  ...pick(widgetEvents, "takeWidgetEvent"),
  ...pick(comparison, "recipientHash"),
  ...pick(sessions, "attachSession", "detachSession"),
  ...pick(placing, "checkSigned", "checkPlaceable", "startOrder", "completionFailed", "orderRefused"),
  ...pick(orders, "recordOrder"),
  ...pick(shipping, "checkCapturable"),
  ...pick(replacing, "checkReplaced"),
  ...pick(connection, "checkConnections"),
  ...pick(erasure, "planErasure", "erasePerson", "countAged", "eraseAged"),
  ...pick(exporting, "countPerson", "exportPerson"),
  /** Sends the one-time codes that were asked for. Never throws. */
  sendCodes,
  /** Whether some account takes carts like this. */
  isTaken: ({ accounts }: Desk, cart: AccountCart) => accounts.taking(cart) !== null,
  /** Leases that the operator still has to be told of, by account, of accounts that the options do not have any more. */
  leftBehind: ({ leases, accounts }: Desk) => leases.unfinishedBeyond(accounts.all.map(({ account }) => account)),
  /** The pending calls as they stand now. */
  backlog: ({ store }: Desk) => store.tasks.backlog(),
  /** Leases at which the job should have looked some time ago. */
  overdue: ({ leases, now }: Desk) => leases.overdue(now()),
  /** The origins from which contracts were shown so far. */
  contractOrigins: ({ store }: Desk) => store.origins.all(),
  /** How many hosted leases have held a one-time URL unused since before `since`. */
  heldLinks: ({ leases }: Desk, since: Date) => leases.heldLinks(since),
  /** From how many networks and mailboxes applications came since `since`. */
  applicants: ({ store }: Desk, since: Date) => store.attempts.variety(since),
  byId: ({ store }: Desk, leaseId: string) => store.byId(leaseId),
  /** The same as `ofCart`, but changes nothing: a lease that has lapsed is answered as it was left. For callers that only look. */
  leftOfCart: ({ store }: Desk, cartId: string) => store.ofCart(cartId),
  ofOrder: ({ store }: Desk, orderId: string) => store.ofOrder(orderId),
  /** The leases of an order, the former ones of an order that was edited among them. */
  allOfOrder: ({ store }: Desk, orderId: string) => store.allOfOrder(orderId),
  /** A page of the list of leases. */
  pageOfLeases: ({ leases }: Desk, ...asked: Parameters<LeaseList["page"]>) => leases.page(...asked),
  /** All leases of the list, in its order, a part at a time. */
  allLeases: ({ leases }: Desk, ...asked: Parameters<LeaseList["all"]>) => leases.all(...asked),
  /** The newest entries of a history, newest first; those before the entry numbered `before`, when that is given. */
  recentHistory: ({ store }: Desk, ...asked: Parameters<HistoryReader["page"]>) => store.histories.page(...asked),
  /** The newest history entry of each of these types, for each of these leases. */
  newestEntries: ({ store }: Desk, ...asked: Parameters<HistoryReader["newestOf"]>) =>
    store.histories.newestOf(...asked),
  /** The calls of a lease that are owed, open, or were made, newest first. */
  tasks: ({ store }: Desk, leaseId: string) => store.tasks.ofLease(leaseId),
  /** The calls of several leases, newest first. */
  tasksOf: ({ store }: Desk, leaseIds: string[]) => store.tasks.ofLeases(leaseIds),
  /** Adds to the history what Medusa did on the ledger's behalf. */
  note: ({ store }: Desk, leaseId: string, entry: HistoryEntry) => store.append(leaseId, SYSTEM, [entry]),
  /** Has the job look at a lease now. */
  wake: ({ store }: Desk, leaseId: string) => store.wake(leaseId),
}

/** Use cases of a lease, which each takes first: they are given the ledger of its account, and no other. */
const leaseCases = {
  /** How a cart differs from the one that was offered or signed, as far as that stops the shopper; null when it does not. */
  differenceOf: comparison.refusedDifferenceOf,
  ...pick(comparison, "isSameRecipient", "recipientDifference"),
  ...pick(owners, "adopt", "isOpenToAll", "mustWait"),
  ...pick(status, "checkStatus"),
  ...pick(cancellation, "cancelContract"),
  ...pick(shipping, "checkShippable"),
  ...pick(delivery, "confirmDelivery", "sendDeliveryDate", "sendOrderId"),
  ...pick(returning, "checkReturn", "returnLease"),
  ...pick(reducing, "reduceLease"),
  ...pick(replacing, "replaceContract", "cancelReplacement"),
  ...pick(linking, "signingLink"),
  ...pick(settling, "attest", "settle"),
  ...pick(retrying, "retry"),
}

/** The use cases as methods: without the ledger, which each takes first. */
type Bound<T, Given = Desk> = {
  [Name in keyof T]: T[Name] extends (ledger: Given, ...args: infer Args) => infer Result
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
  LeaseCode,
  LeaseOrigin,
  LeaseOutage,
  LeaseRate,
})
type UseCases = Bound<typeof useCases> & Bound<typeof leaseCases, Ledger>
// biome-ignore lint/suspicious/noExplicitAny: TypeScript wants these arguments of a class that is mixed into another.
const Base = Models as typeof Models & (new (...args: any[]) => UseCases)

/**
 * The ledger: knows exactly what was financed and what the service was told. One method per use case, each of which is a file in
 * `shopper/`, `merchant/` or `status/`; it alone holds the plugin's options. Medusa's generated methods (`listLeases`, …) are for reading only.
 *
 * Every method may throw LedgerRefusal, in words for the person who asked.
 */
export default class LeaseModuleService extends Base {
  private readonly desk: Desk
  /** Medusa calls these without arguments, in every process that boots. */
  readonly __hooks: {
    onApplicationStart: () => Promise<void>
    onApplicationPrepareShutdown: () => Promise<void>
  }

  constructor(cradle: Cradle, options: Record<string, unknown>) {
    super(cradle, options)
    const announcer = new Announcer(() => announce(this.desk))
    this.desk = openLedger({
      knex: cradle.__pg_connection__,
      options: parseOptions(options),
      // Stays when credentials are replaced, and is one for all accounts.
      secret: cradle.configModule?.projectConfig?.http?.cookieSecret,
      now: () => new Date(),
      log: cradle.logger,
      // A module of a store does not get its event bus.
      emit: (events) => app.resolve(Modules.EVENT_BUS).emit(events),
      tell: () => announcer.soon(),
    })
    for (const [name, useCase] of Object.entries<(desk: Desk, ...args: never[]) => unknown>(useCases))
      Object.assign(this, { [name]: useCase.bind(null, this.desk) })
    for (const [name, useCase] of Object.entries<(ledger: Ledger, lease: LeaseRecord, ...args: never[]) => unknown>(
      leaseCases,
    ))
      Object.assign(this, {
        [name]: (lease: LeaseRecord, ...args: never[]) => useCase(ofLease(this.desk, lease), lease, ...args),
      })
    let unobserve = () => {}
    this.__hooks = {
      onApplicationStart: async () => {
        unobserve = observe(this.desk)
        heartbeat.start(cradle.logger)
        announcer.start()
      },
      onApplicationPrepareShutdown: async () => {
        unobserve()
        await Promise.all([heartbeat.stop(), announcer.stop()])
      },
    }
  }

  /** The options that all accounts share, without credentials. */
  settings(): StoreOptions {
    return shareable(this.desk.options as LeaseOptions)
  }

  /** The options with which a lease goes on, those of its account among them, without credentials. */
  settingsOf(lease: Pick<LeaseRecord, "account">): AccountSettings {
    return shareable(ofLease(this.desk, lease).options)
  }

  /** Whether the lease's account takes returns of lines and lowered prices. */
  knowsLines(lease: Pick<LeaseRecord, "account">): boolean {
    return ofLease(this.desk, lease).service.knowsLines
  }

  /** The options with which a cart goes on; where no account takes it, those of the first. */
  settingsFor(cart: ApplyingCart, lease: LeaseRecord | null = null): AccountSettings {
    return shareable((ledgerOfCart(this.desk, cart, lease) ?? this.first()).options)
  }

  /** Every account of the options: where its service is, and with what the store logs in; of the secret no more than its end. */
  accounts(): AccountOverview[] {
    return this.desk.accounts.all.map(({ account, options }) => ({
      account,
      takes: options.takes,
      settings: shareable(options),
      connection: describeConnection(options.service),
    }))
  }

  /** The figures of option `estimate` of the account that takes such carts; null where there are none. */
  estimateFor(cart: AccountCart & { currency_code: string }, amount: number): estimates.Estimate | null {
    const ledger = ofCart(this.desk, cart)
    return ledger && estimates.estimateFor(ledger, amount, cart.currency_code.toLowerCase())
  }

  /** Since when services have not answered, and what is known of that; the longest first, none while all answer. */
  async outages(): Promise<AccountOutage[]> {
    const away = await this.desk.accounts.away()
    return away.sort((one, other) => one.since.getTime() - other.since.getTime())
  }

  /** The same of the service of a lease's account; null while it answers, and for an account that the options do not have any more. */
  async outageOf(lease: Pick<LeaseRecord, "account">): Promise<AccountOutage | null> {
    const { account, breaker, isRemoved } = ofLease(this.desk, lease)
    const outage = isRemoved ? null : await breaker.current()
    return outage && { ...outage, account }
  }

  /** Whether the service does not answer with which a cart goes on, so that a shopper who asks for a lease now would be refused at once. */
  async isAway(cart: ApplyingCart, lease: LeaseRecord | null): Promise<boolean> {
    return (await ledgerOfCart(this.desk, cart, lease)?.breaker.refusesPeople()) ?? false
  }

  /** Why the order of a signed lease could not be placed, when that is the last thing that happened; else null. */
  async orderFailure(lease: LeaseRecord): Promise<{ code: MessageCode; params: MessageParams } | null> {
    const last = isSigned(lease) ? await this.desk.store.histories.last(lease.id) : null
    if (last?.type !== "order_refused") return null
    const { code, ...params } = last.detail
    return { code: isMessageCode(code) ? code : "completion_failed", params: params as MessageParams }
  }

  /** Whether the contract of a lease is being canceled for a new one. */
  async isBeingReplaced(leaseId: string): Promise<boolean> {
    const tasks = await this.desk.store.tasks.ofLease(leaseId)
    return tasks.some((task) => isReplacing(task) && isOpen(task))
  }

  private first(): Ledger {
    return this.desk as Ledger
  }

  runPending(medusa: MedusaSide, options?: RunOptions): Promise<{ looked: number; made: number }> {
    return withoutDeadline(() => runPending(this.desk, medusa, options))
  }
}

/** The options of an account, without its credentials. */
export type AccountSettings = Omit<LeaseOptions, "service" | "secret" | "linkKey" | "others">

/** One account of the options, as people may see it. */
export type AccountOverview = {
  account: string | null
  takes: LeaseOptions["takes"]
  settings: AccountSettings
  connection: ServiceAddress
}

function shareable(options: LeaseOptions): AccountSettings {
  const { service: _service, secret: _secret, linkKey: _linkKey, others: _others, ...rest } = options
  return rest
}

function pick<T, Name extends keyof T>(from: T, ...names: Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>
}
