import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import { attest } from "../../../src/modules/lease/merchant/attest"
import { cancelContract } from "../../../src/modules/lease/merchant/cancel"
import { checkShippable } from "../../../src/modules/lease/merchant/may-ship"
import { reduceLease } from "../../../src/modules/lease/merchant/reduce"
import { returnLease } from "../../../src/modules/lease/merchant/return"
import type { Actor, LeaseRecord } from "../../../src/modules/lease/rules/records"
import { goodsDue, reducedBy, restOf } from "../../../src/modules/lease/rules/reductions"
import { decideReversal } from "../../../src/modules/lease/rules/reversal"
import { isOver } from "../../../src/modules/lease/rules/standing"
import { apply } from "../../../src/modules/lease/shopper/apply"
import { verifySignature } from "../../../src/modules/lease/shopper/check-signature"
import { contract } from "../../../src/modules/lease/shopper/contract"
import { offer } from "../../../src/modules/lease/shopper/offer"
import { attachSession } from "../../../src/modules/lease/shopper/session"
import { takeApproval } from "../../../src/modules/lease/shopper/take-approval"
import { LedgerRefusal } from "../../../src/modules/lease/texts/refusal"
import { type application, cartOf, OWNER } from "../../integration/support/ledger-room"
import type { Process } from "./process"
import type { CompletionFault, ShopOrder } from "./shop"

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

  /** The merchant has heard from the operator that it is signed, where the service says nothing. */
  async attest(process: Process): Promise<void> {
    const lease = await this.lease(process)
    if (lease.evidence !== "reported") return
    await attest(process.ledger, lease, { note: "The operator said so on the telephone.", actor: MERCHANT })
    await process.runJob({ leaseId: lease.id })
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

  /** A piece comes back, and the store books its return; the events may be lost. Nothing where all did. */
  async goodsComeBack(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order?.deliveredAt) throw new Error("There is no delivered order.")
    await process.shop.change(order.id, (row) => {
      const line = [...row.lines].reverse().find(({ quantity, returned }) => returned < quantity)
      if (!line) return
      line.returned += 1
      row.returned += 1
    })
  }

  /** The dashboard's refund of a part: of what the card asks for, else `lowered` cents without goods. */
  async refundPart(process: Process, lowered = 900): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order?.payments.length) throw new Error("There is no payment.")
    const before = reducedBy(lease.reductions) - refundedOf(order)
    const amount = before > 0 ? before : goodsDue(lease, order.lines)?.amount || lowered
    await shop.refund(order.id, amount, async (refunded) => {
      const { status, reductions } = lease
      const unbooked = reductions ? reducedBy(reductions) - refunded : 0
      const rest = restOf(lease)
      const facts = { status, amount, leased: lease.amount ?? 0, rest, unbooked, knowsLines: true }
      const decision = decideReversal({ ...facts, shipped: order.shipped, hasOrder: lease.order_id !== null })
      if (decision.do === "refuse") throw new LedgerRefusal(decision.code)
      if (decision.do === "return") await returnLease(ledger, lease, { actor: MERCHANT })
      if (decision.do === "cancel") await cancelContract(ledger, lease, MERCHANT, { cause: "refunded" })
      if (decision.do === "reduce")
        await reduceLease(ledger, lease, { amount, whole: true, refunded, back: order.lines, actor: MERCHANT })
    })
  }

  /** The dashboard's refund of the whole payment, or of the rest of it. */
  async refund(process: Process): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    const { status, amount } = lease
    const rest = restOf(lease)
    const decision = decideReversal({
      status,
      amount: rest,
      leased: amount ?? 0,
      rest,
      unbooked: lease.reductions && order ? reducedBy(lease.reductions) - refundedOf(order) : 0,
      shipped: order?.shipped ?? false,
      hasOrder: lease.order_id !== null,
    })
    // Once the lease is over, the rest of the books; while they lack a part, that part comes first.
    if (!order || decision.do === "refuse" || (decision.do === "books_only" && !isOver(lease))) return
    if (decision.do === "cancel") await cancelContract(ledger, lease, MERCHANT, { cause: "refunded" })
    if (decision.do === "return") await returnLease(ledger, lease, { actor: MERCHANT })
    await shop.change(order.id, ({ payments }) => {
      for (const payment of payments) payment.refunded = payment.captured
    })
  }
}

function refundedOf({ payments }: ShopOrder): number {
  return payments.reduce((sum, { refunded }) => sum + refunded, 0)
}
