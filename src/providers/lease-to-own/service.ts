import type {
  CreateAccountHolderOutput,
  PaymentProviderInput,
  RefundPaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { AbstractPaymentProvider, MedusaError, PaymentActions, PaymentSessionStatus } from "@medusajs/framework/utils"
import type { Amount } from "../../lease-cart"
import { toMedusaError } from "../../medusa/errors"
import { type Query, readSession } from "../../medusa/read/carts"
import { isOrderCanceled, readPaidOrder } from "../../medusa/read/orders"
import { isReplacement } from "../../medusa/replace-payment"
import { reverseLease } from "../../medusa/reverse-lease"
import type { LedgerDeps } from "../../modules/lease"
import {
  attachSession,
  checkCanAuthorize,
  checkCapturable,
  completionFailed,
  detachSession,
  isBeingReplaced,
  isCanceled,
  isCanceling,
  isEnded,
  isOrdered,
  isPlacing,
  type LeaseModuleService,
  type LeaseRecord,
  orderAwaits,
  startOrder,
} from "../../modules/lease/ledger"
import { LedgerRefusal } from "../../modules/lease/texts/messages"

/**
 * Medusa's payment provider for the API flow (`docs/adr/0001-sessions-start-no-lease.md`). Session data contains only IDs, because a storefront can
 * read it and supplies its first version.
 */
export default class LeaseToOwnProvider extends AbstractPaymentProvider {
  static identifier = "lease-to-own"

  constructor(cradle: Record<string, unknown>, options: Record<string, unknown> = {}) {
    super(cradle, options)
  }

  /**
   * Attaches the session to the cart's lease, if any. Doesn't create a lease. Rarely refuses, because Medusa has already deleted any earlier session.
   */
  async initiatePayment({ context }: PaymentProviderInput) {
    const sessionId = context?.idempotency_key ?? ""
    const lease = await this.run(async () => {
      const { cart, orderId } = (await readSession(this.query, sessionId)) ?? {}
      // Anyone can create a session for an order, so don't give it a lease ID until it's authorized.
      if (await this.leaseAwaitedBy(orderId)) return null
      if (!cart) throw new LedgerRefusal("no_open_cart")
      return attachSession(this.deps, cart, sessionId, cart.completed_at !== null)
    })
    return { id: sessionId, status: PaymentSessionStatus.PENDING, data: ids(lease, sessionId) }
  }

  /**
   * Authorizes the payment if the service confirms that the contract for this cart and amount is signed and paid. If only a browser reported the
   * signature, the payment stays pending.
   */
  async authorizePayment({ context }: PaymentProviderInput) {
    const sessionId = context?.idempotency_key ?? ""
    const { lease, awaiting } = await this.run(async () => {
      const session = await readSession(this.query, sessionId)
      const awaited = await this.leaseAwaitedBy(session?.orderId)
      if (session && awaited) {
        checkCanAuthorize(awaited, session.amount)
        return { lease: awaited, awaiting: false }
      }
      if (!session?.cart) throw new LedgerRefusal("no_open_cart")
      const { cart, amount } = session
      const started = await startOrder(this.deps, { cart, sessionId, amount })
      // The lease has an order only if Medusa is retrying a placed order's pending payment.
      if (await isOrderCanceled(this.query, started.lease.order_id)) throw new LedgerRefusal("order_is_canceled")
      return started
    }, "authorize")
    const status = awaiting ? PaymentSessionStatus.PENDING_AUTHORIZATION : PaymentSessionStatus.AUTHORIZED
    return { status, data: ids(lease, sessionId) }
  }

  /** Throws unless Medusa may record a capture of the payment. Makes no call to the service. */
  async capturePayment({ data }: PaymentProviderInput) {
    await this.run(() => checkCapturable(this.deps, leaseId(data), (lease) => readPaidOrder(this.query, lease)))
    return { data: data ?? {} }
  }

  /**
   * Throws unless the lease has ended, because a signed contract is never canceled here. Medusa also calls this method after a failed completion and
   * when an edit raises the total.
   */
  async cancelPayment({ data }: PaymentProviderInput) {
    const lease = await this.deps.store.byId(leaseId(data))
    if (lease && isEnded(lease)) return { data: data ?? {} }
    if (lease) await completionFailed(this.deps, lease.id, String(data?.session_id ?? ""))
    throw toMedusaError(new LedgerRefusal("cancel_not_ours"))
  }

  /**
   * Refunds a placed order: cancels the contract, or returns the lease if goods have shipped. If the lease has ended, Medusa only records the refund.
   * Partial refunds are possible only after delivery. The deadline for these calls comes from the route's guard (`inTime`).
   */
  async refundPayment({ data, amount, context }: RefundPaymentInput) {
    await this.run(async () => {
      const lease = await this.deps.store.byId(leaseId(data))
      if (!lease || lease.amount === null) throw new LedgerRefusal("refund_before_placed")
      // Medusa passes the refund's ID as the idempotency key.
      const refundId = context?.idempotency_key
      await this.refuseWhileReplaced(lease, refundId)
      await reverseLease({ deps: this.deps, query: this.query }, lease, {
        amount: amount as Amount,
        refundId,
        actor: { by: "merchant" },
      })
    })
    return { data: data ?? {} }
  }

  /** Detaches the session from its lease. Anyone can trigger this for any cart or order, so it makes no call and never throws. */
  async deletePayment({ data, context }: PaymentProviderInput) {
    try {
      const sessionId = context?.idempotency_key ?? data?.session_id
      if (typeof sessionId === "string") await detachSession(this.deps, sessionId)
    } catch (error) {
      const logger = this.container.logger as { warn(text: string): void } | undefined
      logger?.warn(`lease-to-own: a payment session could not be detached: ${error}`)
    }
    return { data: data ?? {} }
  }

  /**
   * Does nothing, because shoppers have no accounts with the provider. If this method didn't exist, Medusa would log a warning for each session of a
   * signed-in customer.
   */
  async createAccountHolder(): Promise<CreateAccountHolderOutput> {
    return {} as CreateAccountHolderOutput
  }

  /** Returns the data unchanged. The base class requires this method, but Medusa never calls it. */
  async updatePayment({ data }: PaymentProviderInput) {
    return { data: data ?? {} }
  }

  async retrievePayment({ data }: PaymentProviderInput) {
    return { data: data ?? {} }
  }

  /** Returns the payment's status according to the ledger, without a call to the service. */
  async getPaymentStatus({ data }: PaymentProviderInput) {
    const lease = await this.deps.store.byId(leaseId(data))
    const { CANCELED, AUTHORIZED, PENDING } = PaymentSessionStatus
    const placed = lease !== null && (isPlacing(lease) || isOrdered(lease))
    return { status: lease && isCanceled(lease) ? CANCELED : placed ? AUTHORIZED : PENDING, data: data ?? {} }
  }

  /** Ignores webhooks: the specification has none (spec 6), and anyone can send them to Medusa's route. `answerPush` treats a webhook as a hint. */
  async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: PaymentActions.NOT_SUPPORTED }
  }

  /**
   * Refuses a refund of a payment that a new contract's payment is replacing. The replacement makes the refund anyway, and Medusa's own refund would
   * also credit the order.
   */
  private async refuseWhileReplaced(lease: LeaseRecord, refundId = ""): Promise<void> {
    if (isCanceling(lease) && (await isBeingReplaced(this.deps, lease.id))) throw new LedgerRefusal("refund_replaced")
    const current = await this.leaseAwaitedBy(lease.order_id)
    if (!current || current.id === lease.id || (await isReplacement(this.query, refundId, current.id))) return
    throw new LedgerRefusal("refund_replaced")
  }

  /** Returns the lease that must be signed to pay for an existing order. Null if the order isn't waiting for one. */
  private async leaseAwaitedBy(orderId: string | null | undefined): Promise<LeaseRecord | null> {
    const lease = orderId ? await this.deps.store.ofOrder(orderId) : null
    return lease && orderAwaits(lease) ? lease : null
  }

  /** Runs `work`, and turns its refusals into errors whose text Medusa passes on. */
  private async run<T>(work: () => Promise<T>, method?: "authorize"): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw toMedusaError(error, method)
    }
  }

  private get deps(): LedgerDeps {
    return this.needs<LeaseModuleService>("lease").deps
  }

  private get query(): Query {
    return this.needs<Query>("query")
  }

  /**
   * Resolves the lease module or Medusa's query, which the payment module's container has only if its `dependencies` list them. The provider needs
   * the lease module even for the plugin's options, which Medusa passes only to the plugin's own modules. Resolves at each use, because the lease
   * module may load after this one.
   */
  private needs<T>(name: "lease" | "query"): T {
    try {
      const found = this.container[name]
      if (found) return found as T
    } catch {
      // The name isn't listed in `dependencies`, so throw the same error as for a missing module.
    }
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      'Lease-to-own is not wired up: add dependencies: ["lease", "query"] to the payment module in medusa-config, and the plugin to plugins.',
    )
  }
}

function ids(lease: LeaseRecord | null, sessionId: string): Record<string, unknown> {
  return { session_id: sessionId, ...(lease && { lease_id: lease.id, reference: lease.reference }) }
}

function leaseId(data: Record<string, unknown> | undefined): string {
  return typeof data?.lease_id === "string" ? data.lease_id : ""
}
