import { randomUUID } from "node:crypto"
import { type LeaseRecordView, signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { type application, cartOf, OWNER } from "../../integration/support/ledger-room"
import {
  type Actor,
  amountDiffers,
  apply,
  attachSession,
  attest,
  awaitsDelivery,
  cancelContract,
  checkShippable,
  contract,
  decideReversal,
  endBeforeOrder,
  goodsDue,
  isEnded,
  isForExistingOrder,
  isHosted,
  isOpenPayment,
  isSigned,
  type LeaseRecord,
  LedgerRefusal,
  type Order,
  offer,
  openByLink,
  reducedBy,
  reduceLease,
  replaceContract,
  restOf,
  returnLease,
  type Shopper,
  signingLink,
  takeApproval,
  verifySignature,
  withdrawLink,
} from "../../support/ledger"
import type { Process } from "./process"
import type { CompletionFault } from "./shop"
import { paidBy, paymentNow, type ShopOrder, toOrder } from "./shop-order"

export const MERCHANT: Actor = { by: "merchant", id: "user_1" }

/** One shopper with one cart, and the merchant. Each step is one request to a real store, in the given process. */
export class Customer {
  private url?: string
  /** The requester: the account, and the link's key if one was sent. */
  private shopper: Shopper = OWNER

  constructor(
    readonly cart: CartInput,
    readonly form: ReturnType<typeof application>,
  ) {}

  /** A copy at this customer's current stage. */
  copy(): Customer {
    return Object.assign(new Customer(this.cart, this.form), { url: this.url, shopper: this.shopper })
  }

  async lease(process: Process): Promise<LeaseRecord> {
    const lease = await process.ledger.store.ofCart(this.cart.id)
    if (!lease) throw new Error("There is no lease yet.")
    return lease
  }

  apply({ ledger }: Process) {
    return apply(ledger, this.form)
  }

  /** Submits the form again, under a new idempotency key. */
  applyAgain({ ledger }: Process) {
    return apply(ledger, { ...this.form, idempotencyKey: randomUUID() })
  }

  async offer(process: Process) {
    return offer(process.ledger, await this.goods(process), this.shopper)
  }

  /** The current goods to lease: the cart's, or those of the order awaiting its new contract. */
  private async goods({ ledger, shop }: Process): Promise<CartInput> {
    const lease = await ledger.store.ofCart(this.cart.id)
    const order = lease && isForExistingOrder(lease) && !isEnded(lease) ? await shop.orderOfCart(this.cart.id) : null
    return order?.asCart ?? this.cart
  }

  /** Moves the approval from another cart of the same account. */
  takeApproval({ ledger }: Process) {
    return takeApproval(ledger, this.cart, this.shopper)
  }

  /** The same person starts another cart. */
  async newCart({ shop }: Process): Promise<void> {
    const cart = cartOf({ price: 250 })
    await shop.newCart(cart)
    Object.assign(this, { cart, form: { ...this.form, cart }, url: undefined, shopper: OWNER })
  }

  async contract(process: Process): Promise<void> {
    const { url } = await contract(process.ledger, await this.goods(process), this.shopper)
    this.url = url
    await refuseForeign(url, process, await this.lease(process))
    // The cart's payment method is lease-to-own.
    const { ledger, shop } = process
    if (!isForExistingOrder(await this.lease(process)))
      await attachSession(ledger, this.cart, await shop.session(this.cart.id), false)
  }

  /** Signs in the frame; neither the ledger nor the shop is notified. */
  async sign(): Promise<void> {
    if (!this.url) throw new Error("There is no contract to sign.")
    await signContract(this.url)
  }

  async verify(process: Process) {
    const verified = await verifySignature(process.ledger, this.cart.id, this.shopper, "done")
    const { id } = verified.lease
    // The order exists, so the cart needs no completion.
    if (isForExistingOrder(verified.lease) && isSigned(verified.lease)) await process.runJob({ leaseId: id })
    return verified
  }

  place({ shop }: Process, fault?: CompletionFault): Promise<string> {
    return shop.complete(this.cart.id, fault)
  }

  /** Staff attest the signature that the operator confirmed to them, if the service gives no status. */
  async attest(process: Process): Promise<void> {
    const lease = await this.lease(process)
    if (lease.evidence !== "reported") return
    await attest(process.ledger, lease, { note: "The operator said so on the telephone.", actor: MERCHANT })
    await process.runJob({ leaseId: lease.id })
  }

  /** The order as the ledger reads it for the current lease. */
  async order(process: Process): Promise<Order | null> {
    const [order, lease] = [await process.shop.orderOfCart(this.cart.id), await this.lease(process)]
    return order && toOrder(order, lease)
  }

  /** Ships and delivers the goods, if the ledger allows it. */
  async deliverGoods(process: Process): Promise<void> {
    const { ledger, shop } = process
    const at = ledger.now().toISOString()
    const lease = await this.lease(process)
    const order = await this.order(process)
    // The route doesn't check a hosted lease.
    if (order && !isHosted(lease)) await checkShippable(ledger, lease, order)
    if (order)
      await shop.change(order.id, (row) => Object.assign(row, { shipped: true, shippedAt: at, deliveredAt: at }))
    await this.tellOfOrder(process)
  }

  /** Delivers Medusa's event of the order. */
  async tellOfOrder(process: Process): Promise<void> {
    const lease = await this.lease(process)
    await process.ledger.store.wake(lease.id)
    await process.runJob({ leaseId: lease.id })
  }

  /** Edits the order: adds an item, which costs 10 more each time, or removes it for 0. Does nothing once goods have shipped. */
  async editOrder({ shop }: Process, price?: number): Promise<void> {
    const order = await shop.orderOfCart(this.cart.id)
    if (!order || order.canceled || order.shipped) return
    const more = Math.round(order.total / 100 - Number(this.cart.total)) + 10
    await shop.edit(order.id, withLamp(this.cart, price ?? more))
  }

  /** Staff create an unpaid order. */
  writeOrder({ shop }: Process): Promise<void> {
    return shop.askCard(this.cart.id)
  }

  /** The dashboard's "Get link for the customer" on an unpaid order. */
  async linkOrder({ ledger, shop }: Process): Promise<void> {
    const order = await shop.orderOfCart(this.cart.id)
    if (!order || order.canceled || order.shipped || order.paidOtherwise || order.payments.some(isOpenPayment))
      throw new LedgerRefusal("lease_link_none")
    const link = { cart: { ...order.asCart, id: this.cart.id }, orderId: order.id, displayId: 1 }
    const lease = await openByLink(ledger, link, MERCHANT)
    const { hash } = new URL(await signingLink(ledger, lease, MERCHANT))
    // Without a key, the applicant continues with their own.
    if (!hash) return
    this.shopper = { ...OWNER, leaseKey: hash.slice("#lease-key=".length) }
    Object.assign(this.form.shopper, this.shopper)
  }

  /** The dashboard's "Withdraw link". */
  async withdrawLink(process: Process): Promise<void> {
    await withdrawLink(process.ledger, await this.lease(process), MERCHANT)
  }

  /** The dashboard's "New contract". */
  async replaceContract(process: Process): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order || !mayReplace(lease, order)) throw new LedgerRefusal("replace_nothing")
    await replaceContract(ledger, lease, { order: order.asCart, actor: MERCHANT })
  }

  /** The shopper follows the link: offer, contract and signature for the order as it is now. */
  async signAgain(process: Process): Promise<void> {
    if (!isForExistingOrder(await this.lease(process))) throw new LedgerRefusal("signing_link_none")
    await this.offer(process)
    await this.contract(process)
    await this.sign()
    await this.verify(process)
  }

  /** The dashboard's "Cancel order": the contract first, then core's cancellation. */
  async cancelOrder(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order) throw new Error("There is no order.")
    const lease = (await process.ledger.store.ofOrder(order.id)) ?? (await this.lease(process))
    if (order.shipped) return
    if (isForExistingOrder(lease) && !isEnded(lease)) await endBeforeOrder(process.ledger, lease, MERCHANT)
    else if (!isEnded(lease))
      await cancelContract(process.ledger, lease, MERCHANT, { cause: "order_canceled", cancel_order: true })
    await process.shop.cancel(order.id)
  }

  /** Custom code cancels the order without using the route. The event may be lost. */
  async cancelInCode(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order) return
    await process.shop.change(order.id, (row) => {
      row.canceled = true
      row.canceledAt = process.ledger.now().toISOString()
    })
  }

  /** A unit comes back and the store records its return; the events may be lost. Does nothing if all are back. */
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

  /** The dashboard's partial refund: the amount that the card requests, or else `lowered` cents without goods. */
  async refundPart(process: Process, lowered = 900): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order?.payments.length) throw new Error("There is no payment.")
    const before = reducedBy(lease.reductions) - refundedOf(order, lease)
    const amount = before > 0 ? before : goodsDue(lease, order.lines)?.amount || lowered
    await shop.refund(order.id, amount, async (refunded) => {
      const unbooked = lease.reductions ? reducedBy(lease.reductions) - refunded : 0
      const decision = decide(lease, order, { amount, unbooked, knowsLines: true })
      if (decision.do === "refuse") throw new LedgerRefusal(decision.code)
      if (decision.do === "reduce")
        await reduceLease(ledger, lease, { amount, whole: true, refunded, back: order.lines, actor: MERCHANT })
      else await endAs(decision.do, ledger, lease)
    })
  }

  /** The dashboard's refund of the payment, or of what is left of it. */
  async refund(process: Process): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order) return
    const unbooked = lease.reductions ? reducedBy(lease.reductions) - refundedOf(order, lease) : 0
    const decision = decide(lease, order, { amount: restOf(lease), unbooked, knowsLines: true })
    // Once the lease has ended, refund the rest. A partial return that isn't booked comes first.
    if (decision.do === "refuse" || (decision.do === "books_only" && !isEnded(lease))) return
    await endAs(decision.do, ledger, lease)
    await shop.change(order.id, (row) => {
      const payment = paymentNow(row)
      if (payment) Object.assign(payment, { refunded: payment.captured, booked: payment.captured })
    })
  }
}

/** Throws if the service issued this address for another application. */
async function refuseForeign(url: string, { ledger }: Process, lease: LeaseRecord): Promise<void> {
  const { origin } = new URL(ledger.accounts.of(lease.account_id).options.service.baseUrl)
  const { leases } = (await (await fetch(`${origin}/__sandbox/leases`)).json()) as { leases: LeaseRecordView[] }
  const owner = leases.find(({ esignUrl }) => esignUrl === url)
  if (owner && owner.applicationId !== lease.application_id) throw new Error("A contract of somebody else was shown.")
}

/** The effect of a refund on the lease. */
function decide(
  lease: LeaseRecord,
  { shipped }: ShopOrder,
  refund: Pick<Parameters<typeof decideReversal>[0], "amount" | "unbooked" | "knowsLines">,
) {
  const { status, order_id } = lease
  const facts = { status, leased: lease.amount ?? 0, rest: restOf(lease), shipped: order_id === null ? null : shipped }
  return decideReversal({ ...facts, ...refund })
}

/** Ends the lease if a refund requires it. */
async function endAs(what: ReturnType<typeof decide>["do"], ledger: Process["ledger"], lease: LeaseRecord) {
  if (what === "cancel") await cancelContract(ledger, lease, MERCHANT, { cause: "refunded" })
  if (what === "return") await returnLease(ledger, lease, { actor: MERCHANT })
}

function refundedOf(order: ShopOrder, lease: LeaseRecord): number {
  return paidBy(order, lease).reduce((sum, { refunded }) => sum + refunded, 0)
}

/** Whether the order's card allows a new contract. */
function mayReplace(lease: LeaseRecord, { canceled, shipped, total, returned }: ShopOrder): boolean {
  const isSignedOnce = awaitsDelivery(lease) || (isForExistingOrder(lease) && isSigned(lease))
  return isSignedOnce && !canceled && !shipped && amountDiffers(lease, { total, returned, returnRequestedTotal: 0 })
}

/** A cart with one more item. */
function withLamp(cart: CartInput, price: number): CartInput {
  const [sofa] = cart.items ?? []
  if (!sofa || !price) return cart
  const texts = { id: "cali_9", title: "Lamp", product_title: "Harbor lamp", variant_sku: "LAMP" }
  const lamp = { ...sofa, ...texts, quantity: 1, unit_price: price, subtotal: price, total: price }
  return { ...cart, items: [...(cart.items ?? []), lamp], total: Number(cart.total) + price }
}
