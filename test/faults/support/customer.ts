import { randomUUID } from "node:crypto"
import { type LeaseRecordView, signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import {
  apply,
  attachSession,
  attest,
  awaitsDelivery,
  checkShippable,
  contract,
  isEnded,
  isForExistingOrder,
  isHosted,
  isSigned,
  type LeaseRecord,
  markDelivered,
  type Order,
  offer,
  orderAwaits,
  paidBy,
  reducedBy,
  replaceContract,
  restOf,
  type Shopper,
  takeApproval,
  verifySignature,
  withdrawLink,
} from "../../../src/modules/lease/ledger"
import { amountDiffers } from "../../../src/modules/lease/rules/order"
import { goodsDue } from "../../../src/modules/lease/rules/reversal"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { type application, cartOf, OWNER } from "../../integration/support/ledger-room"
import type { CompletionFault, ShopOrder } from "./medusa"
import type { Process } from "./process"
import { endForOrder, isUnpaid, MERCHANT, reversalOf, reverse, sendLink } from "./staff"

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
    const order = lease && orderAwaits(lease) ? await shop.orderOfCart(this.cart.id) : null
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
    return order && paidBy(order, lease)
  }

  /** Ships and delivers the goods, if the ledger allows it. */
  async deliverGoods(process: Process): Promise<void> {
    const deliveredAt = process.ledger.now()
    await this.sendGoods(process, ({ pieces }) => ({ deliveredAt, delivered: pieces }))
  }

  /** Ships the goods, if the ledger allows it. Nobody marks them as delivered. */
  async shipGoods(process: Process): Promise<void> {
    await this.sendGoods(process, () => ({}))
  }

  private async sendGoods(process: Process, more: (order: ShopOrder) => Partial<ShopOrder>): Promise<void> {
    const { ledger, shop } = process
    const lease = await this.lease(process)
    const order = await shop.orderOfCart(this.cart.id)
    // The route doesn't check a hosted lease.
    if (order && !isHosted(lease)) await checkShippable(ledger, lease, paidBy(order, lease))
    const sent = { shipped: true, cancelable: false, shippedAt: ledger.now() }
    if (order) await shop.change(order, (row) => ({ ...sent, ...more(row) }))
    await this.deliverOrderEvent(process)
  }

  /** Runs the dashboard's action "Delivered on …" for today. */
  async reportDelivery(process: Process): Promise<void> {
    const lease = await this.lease(process)
    const date = process.ledger.now().toISOString().slice(0, 10)
    await markDelivered(process.ledger, lease, { date, order: await this.order(process), actor: MERCHANT })
    await process.runJob({ leaseId: lease.id })
  }

  /** Delivers the order's event from Medusa. */
  async deliverOrderEvent(process: Process): Promise<void> {
    const lease = await this.lease(process)
    await process.ledger.store.wake(lease.id)
    await process.runJob({ leaseId: lease.id })
  }

  /** Edits the order: adds an item, which costs 10 more each time, or removes it for 0. Does nothing once goods have shipped. */
  async editOrder({ shop }: Process, price?: number): Promise<void> {
    const order = await shop.orderOfCart(this.cart.id)
    if (!order || order.canceled || order.shipped) return
    const more = Math.round(order.total / 100 - Number(this.cart.total)) + 10
    await shop.edit(order, withLamp(this.cart, price ?? more))
  }

  /** Staff create an unpaid order. */
  writeOrder({ shop }: Process): Promise<void> {
    return shop.startCardPayment(this.cart.id)
  }

  /** The dashboard's "Get link for the customer" on an unpaid order. */
  async linkOrder({ ledger, shop }: Process): Promise<void> {
    const order = await shop.orderOfCart(this.cart.id)
    if (!isUnpaid(order)) throw new LedgerRefusal("lease_link_none")
    const leaseKey = await sendLink(ledger, order)
    if (!leaseKey) return
    this.shopper = { ...OWNER, leaseKey }
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
    await endForOrder(process.ledger, lease)
    await process.shop.cancel(order)
  }

  /** Custom code cancels the order without using the route. The event may be lost. */
  async cancelInCode(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order) return
    const canceledAt = process.ledger.now()
    await process.shop.change(order, () => ({ canceled: true, cancelable: false, canceledAt }))
  }

  /** A unit comes back and the store records its return; the events may be lost. Does nothing if all are back. */
  async goodsComeBack(process: Process): Promise<void> {
    const order = await process.shop.orderOfCart(this.cart.id)
    if (!order?.deliveredAt) throw new Error("There is no delivered order.")
    await process.shop.change(order, ({ lines, returned }) => {
      const line = [...lines].reverse().find(({ quantity, returned }) => returned < quantity)
      if (!line) return {}
      line.returned += 1
      return { lines, returned: returned + 1 }
    })
  }

  /** The dashboard's partial refund: the amount that the card requests, or else `lowered` cents without goods. */
  async refundPart(process: Process, lowered = 900): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order?.payments.length) throw new Error("There is no payment.")
    const refunded = refundedOf(order, lease)
    const before = reducedBy(lease.reductions) - refunded
    const amount = before > 0 ? before : goodsDue(lease, order.lines)?.amount || lowered
    await shop.refund(order, lease.id, amount, (refunded) =>
      reverse(ledger, lease, order, { amount, refunded, knowsLines: true, back: order.lines }),
    )
  }

  /** The dashboard's refund of the payment, or of what is left of it. */
  async refund(process: Process): Promise<void> {
    const { ledger, shop } = process
    const order = await shop.orderOfCart(this.cart.id)
    const lease = await this.lease(process)
    if (!order) return
    const refund = { amount: restOf(lease), refunded: refundedOf(order, lease), knowsLines: true }
    const { do: reversal } = reversalOf(lease, order, refund)
    // Once the lease has ended, refund the rest. A partial return that isn't booked comes first.
    if (reversal === "refuse" || (reversal === "books_only" && !isEnded(lease))) return
    await reverse(ledger, lease, order, refund)
    await shop.change(order, ({ payments }) => ({
      payments: payments.map((row) => (row.leaseId === lease.id ? { ...row, refunded: row.captured } : row)),
    }))
  }
}

/** Throws if the service issued this address for another application. */
async function refuseForeign(url: string, { ledger }: Process, lease: LeaseRecord): Promise<void> {
  const { origin } = new URL(ledger.accounts.of(lease.account_id).options.service.baseUrl)
  const { leases } = (await (await fetch(`${origin}/__sandbox/leases`)).json()) as { leases: LeaseRecordView[] }
  const owner = leases.find(({ esignUrl }) => esignUrl === url)
  if (owner && owner.applicationId !== lease.application_id) throw new Error("A contract of somebody else was shown.")
}

function refundedOf(order: ShopOrder, lease: LeaseRecord): number {
  return paidBy(order, lease).payments.reduce((sum, { refunded }) => sum + refunded, 0)
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
