import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import { cancelContract } from "../../../src/modules/lease/merchant/cancel"
import { checkShippable } from "../../../src/modules/lease/merchant/may-ship"
import { returnLease } from "../../../src/modules/lease/merchant/return"
import type { Actor, LeaseRecord } from "../../../src/modules/lease/rules/records"
import { decideReversal } from "../../../src/modules/lease/rules/reversal"
import { apply } from "../../../src/modules/lease/shopper/apply"
import { verifySignature } from "../../../src/modules/lease/shopper/check-signature"
import { contract } from "../../../src/modules/lease/shopper/contract"
import { offer } from "../../../src/modules/lease/shopper/offer"
import { attachSession } from "../../../src/modules/lease/shopper/session"
import { takeApproval } from "../../../src/modules/lease/shopper/take-approval"
import { type application, cartOf, OWNER } from "../../integration/support/ledger-room"
import type { Process } from "./process"
import type { CompletionFault } from "./shop"

export const MERCHANT: Actor = { by: "merchant", id: "user_1" }

/** One shopper with one cart, and the merchant who serves it. Each step is one request of a real store, made in the process given. */
export class Customer {
  private url?: string

  constructor(
    readonly cart: CartInput,
    readonly form: ReturnType<typeof application>,
  ) {}

  /** Another one who is as far as this one is now. */
  copy(): Customer {
    return Object.assign(new Customer(this.cart, this.form), { url: this.url })
  }

  async lease(process: Process): Promise<LeaseRecord> {
    const lease = await process.ledger.store.ofCart(this.cart.id)
    if (!lease) throw new Error("There is no lease yet.")
    return lease
  }

  apply({ ledger }: Process) {
    return apply(ledger, this.form)
  }

  /** The form sent again knowingly, as another attempt. */
  applyAgain({ ledger }: Process) {
    return apply(ledger, { ...this.form, attemptId: randomUUID() })
  }

  offer({ ledger }: Process) {
    return offer(ledger, this.cart, OWNER)
  }

  /** Another cart of the same account had the approval. */
  takeApproval({ ledger }: Process) {
    return takeApproval(ledger, this.cart, OWNER)
  }

  /** The same person begins another cart. */
  async beginAnew({ shop }: Process): Promise<void> {
    const cart = cartOf({ price: 250 })
    await shop.newCart(cart)
    Object.assign(this, { cart, form: { ...this.form, cart }, url: undefined })
  }

  async contract(process: Process): Promise<void> {
    const { url } = await contract(process.ledger, this.cart, OWNER, { reserve: process.shop.reserve })
    this.url = url
    await this.choose(process)
  }

  /** Our payment is chosen for the cart. */
  async choose({ ledger, shop }: Process): Promise<void> {
    const row = (await shop.carts()).find(({ id }) => id === this.cart.id)
    await attachSession(ledger, this.cart, row?.sessionId ?? "", false)
  }

  /** In the frame; neither the ledger nor the shop hears of it. */
  async sign(): Promise<void> {
    if (!this.url) throw new Error("There is no contract to sign.")
    // Only here: a child process is given no sandbox of its own.
    const { signContract } = await import("lease-to-own-sandbox")
    await signContract(this.url)
  }

  verify({ ledger }: Process) {
    return verifySignature(ledger, this.cart.id, OWNER, "done")
  }

  place({ shop }: Process, fault?: CompletionFault): Promise<string> {
    return shop.complete(this.cart.id, fault)
  }

  async deliverGoods(process: Process): Promise<void> {
    await this.goodsArrive(process)
    await this.tellOfOrder(process)
  }

  /** The goods leave and arrive, as far as the ledger lets them. The event may be lost. */
  async goodsArrive(process: Process): Promise<void> {
    const { ledger, shop } = process
    await checkShippable(ledger, await this.lease(process), this.cart)
    const at = ledger.now().toISOString()
    const order = await shop.orderOfCart(this.cart.id)
    if (order)
      await shop.change(order.id, (row) => Object.assign(row, { shipped: true, shippedAt: at, deliveredAt: at }))
  }

  /** Medusa's event of the order arrives. */
  async tellOfOrder(process: Process): Promise<void> {
    const lease = await this.lease(process)
    await process.ledger.store.wake(lease.id)
    await process.runJob({ leaseId: lease.id })
  }

  /** The dashboard's "Cancel order": contract first, then core's own cancel. */
  async cancelOrder(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order) throw new Error("There is no order.")
    const lease = await this.lease(process)
    if (order.shipped) return
    await cancelContract(process.ledger, lease, MERCHANT, { cause: "order_cancelled", cancel_order: true })
    await process.shop.cancel(order.id)
  }

  /** Canceled past the route, by somebody's own code. The event may be lost. */
  async cancelInCode(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order) return
    await process.shop.change(order.id, (row) => {
      row.cancelled = true
      row.cancelledAt = process.ledger.now().toISOString()
    })
  }

  /** The dashboard's refund of the whole payment. */
  async refund(process: Process): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    const { status, amount } = lease
    const leased = amount ?? 0
    const decision = decideReversal({
      status,
      amount: leased,
      leased,
      shipped: order?.shipped ?? false,
      hasOrder: lease.order_id !== null,
    })
    if (!order || decision.do === "refuse") return
    if (decision.do === "cancel") await cancelContract(ledger, lease, MERCHANT, { cause: "refunded" })
    if (decision.do === "return") await returnLease(ledger, lease, { actor: MERCHANT })
    await shop.change(order.id, ({ payments }) => {
      for (const payment of payments) payment.refunded = payment.captured
    })
  }
}
