import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import type { CartInput } from "../../lease-cart"
import type { StatusReading } from "../../lease-service"
import { LeaseService, withoutDeadline } from "../../lease-service"
import {
  type Difference,
  isSameRecipient,
  type Recipient,
  recipientHash,
  refusedDifferenceOf,
} from "./cart/compare-cart"
import { type CartReason, mapCart } from "./cart/map-cart"
import { attest } from "./merchant/attest"
import { cancelContract } from "./merchant/cancel"
import { type Connection, checkConnection } from "./merchant/check-connection"
import { confirmDelivery, type DeliveryCount, sendDeliveryDate, sendOrderId } from "./merchant/deliver"
import { checkCapturable } from "./merchant/may-capture"
import { checkShippable } from "./merchant/may-ship"
import { retry } from "./merchant/retry"
import { checkReturn, returnLease } from "./merchant/return"
import { settle } from "./merchant/settle"
import { Lease } from "./models/lease"
import { LeaseAsking } from "./models/lease-asking"
import { LeaseAttempt } from "./models/lease-attempt"
import { LeaseEvent } from "./models/lease-event"
import { LeaseTask } from "./models/lease-task"
import { type LeaseOptions, parseOptions } from "./options/options"
import { describeConnection, type ServiceAddress } from "./options/public-connection"
import type { MedusaSide } from "./outbox/medusa-side"
import { type RunOptions, runOwed } from "./outbox/run"
import type { Actor, HistoryEntry, HistoryRecord, LeaseRecord } from "./rules/records"
import { type ApplyInput, apply, isOpenToAll, mustWait } from "./shopper/apply"
import { type SignatureHint, type SignatureOutcome, verifySignature } from "./shopper/check-signature"
import { type ContractAddress, contract } from "./shopper/contract"
import { takeWidgetEvent, type WidgetEvent } from "./shopper/hosted/event"
import { type Locked, type OpenedWidget, openWidget } from "./shopper/hosted/open"
import { offer } from "./shopper/offer"
import type { Shopper } from "./shopper/owner"
import { type PlacedOrder, recordOrder } from "./shopper/record-order"
import { attachSession, completionFailed, detachSession } from "./shopper/session"
import { checkPlaceable, type Placing, startOrder } from "./shopper/start-order"
import { checkStatus } from "./status/check-status"
import { currentLease } from "./status/current-lease"
import type { Ledger } from "./status/ledger"
import { HistoryReader } from "./tables/history"
import { type LeaseFilters, LeaseList, type LeasePage, type ListedLease, type PageCursor } from "./tables/lease-list"
import { LeaseStore } from "./tables/lease-store"
import type { TaskDetail, TaskRecord } from "./tables/tasks"
import { isMessageCode, type MessageCode } from "./texts/messages"

type Cradle = { logger: Logger; __pg_connection__: Knex }

/**
 * The ledger: knows exactly what was financed and what the service was told. One method per use case, each of which is a file in
 * `shopper/`, `merchant/` or `status/`; it alone holds the plugin's options. Medusa's generated methods (`listLeases`, …) are for reading only.
 *
 * Every method may throw LedgerRefusal, in words for the person who asked.
 */
export default class LeaseModuleService extends MedusaService({
  Lease,
  LeaseTask,
  LeaseEvent,
  LeaseAttempt,
  LeaseAsking,
}) {
  private readonly ledger: Ledger
  private readonly histories: HistoryReader
  private readonly leaseList: LeaseList

  constructor(cradle: Cradle, options: Record<string, unknown>) {
    super(cradle, options)
    const parsed = parseOptions(options)
    const now = () => new Date()
    this.ledger = {
      store: new LeaseStore(cradle.__pg_connection__, now),
      service: new LeaseService(parsed.service),
      options: parsed,
      now,
      log: cradle.logger,
    }
    this.histories = new HistoryReader(cradle.__pg_connection__)
    this.leaseList = new LeaseList(cradle.__pg_connection__, parsed.timeZone)
  }

  /** The plugin's options as checked, without credentials. */
  settings(): Omit<LeaseOptions, "service" | "secret" | "linkKey"> {
    const { service: _service, secret: _secret, linkKey: _linkKey, ...rest } = this.ledger.options
    return rest
  }

  /** Where the service is and with what the store logs in; of the secret no more than its end. */
  connection(): ServiceAddress {
    return describeConnection(this.ledger.options.service)
  }

  /** Asks the service something harmless. */
  checkConnection(): Promise<Connection> {
    return checkConnection(this.ledger)
  }

  /** Leases at which the job should have looked some time ago. */
  overdue(): Promise<{ count: number; since: string | null }> {
    return this.leaseList.overdue(this.ledger.now())
  }

  /** Of how many hosted leases a one-time URL has been held unused since before `since`. */
  heldLinks(since: Date): Promise<number> {
    return this.leaseList.heldLinks(since)
  }

  /** The lease of a cart, or null. */
  ofCart(cartId: string): Promise<LeaseRecord | null> {
    return currentLease(this.ledger, cartId)
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
  async orderFailure(lease: LeaseRecord): Promise<MessageCode | null> {
    const last = lease.status === "signed" ? await this.ledger.store.lastEvent(lease.id) : null
    if (last?.type !== "order_refused") return null
    return isMessageCode(last.detail.code) ? last.detail.code : "completion_failed"
  }

  /** True while a form that was sent without an answer may not be sent again. */
  mustWait(lease: LeaseRecord): boolean {
    return mustWait(this.ledger, lease)
  }

  /** True when whoever has the cart of this lease may apply. */
  isOpenToAll(lease: LeaseRecord): boolean {
    return isOpenToAll(this.ledger, lease)
  }

  /** Of how many networks and mailboxes applications came since `since`. */
  applicants(since: Date): Promise<{ networks: number; mailboxes: number }> {
    return this.ledger.store.attempts.variety(since)
  }

  /** Whether and how this cart can be leased, without asking anybody. */
  judgeCart(cart: CartInput, reference?: string): ReturnType<typeof mapCart> {
    return mapCart(this.ledger, cart, reference)
  }

  /** How a cart differs from the one that was offered or signed, as far as that stops the shopper; null when it does not. */
  differenceOf(lease: LeaseRecord, cart: CartInput): Difference | null {
    return refusedDifferenceOf(this.ledger, lease, cart)
  }

  /** Whether an order goes to whom and where its lease was offered for. */
  isSameRecipient(lease: LeaseRecord, recipient: Recipient): boolean {
    return isSameRecipient(this.ledger, lease, recipient)
  }

  /** Who gets the goods, as the ledger keeps it: equal for the same people, and nobody reads them from it. */
  recipientHash(recipient: Recipient): string {
    return recipientHash(this.ledger, recipient)
  }

  apply(input: ApplyInput): Promise<{ lease: LeaseRecord; leaseKey: string }> {
    return apply(this.ledger, input)
  }

  offer(cart: CartInput, shopper: Shopper): Promise<LeaseRecord> {
    return offer(this.ledger, cart, shopper)
  }

  contract(cart: CartInput, shopper: Shopper): Promise<ContractAddress> {
    return contract(this.ledger, cart, shopper)
  }

  verifySignature(
    cartId: string,
    shopper: Shopper,
    hint?: SignatureHint,
  ): Promise<{ lease: LeaseRecord; signature: SignatureOutcome }> {
    return verifySignature(this.ledger, cartId, shopper, hint)
  }

  openWidget(cart: CartInput, by: { shopper: Shopper; locked: Locked }): Promise<OpenedWidget> {
    return openWidget(this.ledger, cart, by)
  }

  takeWidgetEvent(
    cart: { id: string; ordered: boolean },
    event: WidgetEvent & { token: string },
  ): Promise<LeaseRecord> {
    return takeWidgetEvent(this.ledger, cart, event)
  }

  attachSession(cart: CartInput, sessionId: string, finished: boolean): Promise<LeaseRecord> {
    return attachSession(this.ledger, cart, sessionId, finished)
  }

  detachSession(sessionId: string): Promise<void> {
    return detachSession(this.ledger, sessionId)
  }

  completionFailed(leaseId: string, token: string): Promise<void> {
    return completionFailed(this.ledger, leaseId, token)
  }

  checkPlaceable(input: Placing): Promise<LeaseRecord> {
    return checkPlaceable(this.ledger, input)
  }

  /** `awaiting`: the order may be placed, and its payment stays open until the service confirms the signature. */
  startOrder(input: Placing): Promise<{ lease: LeaseRecord; awaiting: boolean }> {
    return startOrder(this.ledger, input)
  }

  recordOrder(order: PlacedOrder): Promise<LeaseRecord | null> {
    return recordOrder(this.ledger, order)
  }

  checkCapturable(leaseId: string): Promise<void> {
    return checkCapturable(this.ledger, leaseId)
  }

  /** Adds to the history what Medusa did on the ledger's behalf. */
  note(leaseId: string, entry: HistoryEntry): Promise<void> {
    return this.ledger.store.append(leaseId, { by: "system" }, [entry])
  }

  cancelContract(
    lease: LeaseRecord,
    actor: Actor,
    detail?: Pick<TaskDetail, "cause" | "cancel_order">,
  ): Promise<LeaseRecord> {
    return cancelContract(this.ledger, lease, actor, detail)
  }

  confirmDelivery(
    lease: LeaseRecord,
    input: { date: unknown; count: DeliveryCount; actor: Actor },
  ): Promise<LeaseRecord> {
    return confirmDelivery(this.ledger, lease, input)
  }

  sendDeliveryDate(lease: LeaseRecord, input: Parameters<typeof sendDeliveryDate>[2]): Promise<LeaseRecord> {
    return sendDeliveryDate(this.ledger, lease, input)
  }

  sendOrderId(lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
    return sendOrderId(this.ledger, lease, actor)
  }

  checkReturn(lease: LeaseRecord, actor: Actor): Promise<boolean> {
    return checkReturn(this.ledger, lease, actor)
  }

  returnLease(lease: LeaseRecord, input: { date?: unknown; actor: Actor }): Promise<LeaseRecord> {
    return returnLease(this.ledger, lease, input)
  }

  checkStatus(lease: LeaseRecord, actor?: Actor): Promise<{ lease: LeaseRecord; reading: StatusReading }> {
    return checkStatus(this.ledger, lease, actor)
  }

  /** Whether goods of this lease's order may leave the house. Reads the service when the last reading is older than an hour. */
  checkShippable(lease: LeaseRecord, recipient: Recipient): Promise<void> {
    return checkShippable(this.ledger, lease, recipient)
  }

  attest(lease: LeaseRecord, input: { note: unknown; actor: Actor }): Promise<LeaseRecord> {
    return attest(this.ledger, lease, input)
  }

  settle(lease: LeaseRecord, input: Parameters<typeof settle>[2]): Promise<LeaseRecord> {
    return settle(this.ledger, lease, input)
  }

  retry(lease: LeaseRecord, actor: Actor): Promise<LeaseRecord> {
    return retry(this.ledger, lease, actor)
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

export type { CartReason }
