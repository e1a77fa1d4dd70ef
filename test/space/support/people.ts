import { type CartInput } from "../../../src/lease-cart"
import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import { openReduction } from "../../../src/modules/lease/calls/return-lease"
import { mayDo } from "../../../src/modules/lease/card/allowed-actions"
import { asOfNow, type CardFacts } from "../../../src/modules/lease/card/state"
import { READING_FRESH_MS } from "../../../src/modules/lease/lease-service/read-status"
import {
  attest,
  cancelContract,
  checkShippable,
  checkStatus,
  confirmDelivery,
  isBeingReplaced,
  isByLink,
  isEnded,
  isOpen,
  isOpenPayment,
  type LeaseRecord,
  markDelivered,
  markResolved,
  type Order,
  type Outcome,
  orderAwaits,
  type PendingCall,
  paidBy,
  reducedBy,
  replaceContract,
  retry,
  returnLease,
  verifySignature,
  withdrawLink,
} from "../../../src/modules/lease/ledger"
import { DAY_MS } from "../../../src/modules/lease/rules/moments"
import { outcomesOf } from "../../../src/modules/lease/rules/pending-calls"
import { LedgerRefusal } from "../../../src/modules/lease/texts/messages"
import { endForOrder, isUnpaid, MERCHANT, reverse, sendLink } from "../../faults/support/staff"
import { type Moment, type Service, set, type Tools } from "./moment"
import { CART, isUnlocked, OPTIONS, orderOf } from "./process"
import { EFFECT_OF } from "./service"

export const shopperOf = ({ key }: Moment) => ({ customerId: "cus_1", ...(key && { leaseKey: key }) })
/** The amount of a price reduction by staff (cents). */
const PART = 900
const NOTE = "The operator says so."

/** `holder`: the order's lease. `mustSee`: a check of the signature must find it. */
type Read = Pick<Moment, "lease" | "order"> & { holder: LeaseRecord | undefined; mustSee: boolean }
type Does = (tools: Tools & Read) => Promise<unknown>
export type Act = { may(m: Moment): boolean; does: Does }

const { captureOn, confirmDeliveryOn, abandonAfter, timeZone, alertAfterDays } = OPTIONS
const CARD = { captureOn, confirmDeliveryOn, abandonAfter, timeZone, alertAfterDays, claimed: false, returnCheck: null }
let known: { of: readonly unknown[]; facts: CardFacts } | undefined

/** What the card shows. Cached, because all actions read it at the same moment. */
export function facts(m: Moment): CardFacts {
  const { lease, pendingCalls, now } = m
  const of = [lease, pendingCalls, m.order, now]
  if (known?.of.every((part, place) => part === of[place])) return known.facts
  const order = lease.order_id || m.order?.sessions.length ? orderOf(m, lease) : null
  const own = pendingCalls.filter(({ lease_id }) => lease_id === lease.id)
  const read = { lease, order, pendingCalls: own, recipientDiffers: false, now: new Date(now) }
  known = { of, facts: asOfNow({ ...CARD, ...read, returnNumber: null, partDue: null }) }
  return known.facts
}

/** The goods to lease: the cart, or the order awaiting its lease. */
export function goodsOf({ lease, order, cart, isDraft }: Moment): CartInput | null {
  if (orderAwaits(lease)) return order && !order.canceled ? order.asCart : null
  return order || isDraft ? null : cart
}

export const holderOf = ({ order, lease, former }: Moment) =>
  [lease, ...former].find(({ order_id }) => order_id !== null && order_id === order?.id)

const hasTakenEffect = ({ service }: Moment, { kind, detail }: PendingCall) => {
  if (kind === "return_lines") return service.parts.length > (detail.after ?? 0)
  return service.effects.some((call) => call === EFFECT_OF[kind])
}
/** Whether no open call has taken effect. */
const noneTakenEffect = (m: Moment) => !m.pendingCalls.some((call) => isOpen(call) && hasTakenEffect(m, call))

/** Changes the order without an event. */
export const change = (m: Moment, columns: Partial<Order>) =>
  set(m, { order: m.order && { ...m.order, ...columns }, unseen: true })

/** The payment that staff can refund. */
const paidOf = (order: Order | null) =>
  order?.payments.find((payment) => payment.captured > 0 && isOpenPayment(payment))

/** Staff record the operator's answer, which is true. */
const resolves = (outcome: Outcome, isTrue: (m: Moment) => boolean): Act => ({
  may: (m) => {
    const reducing = openReduction(facts(m).pendingCalls) !== undefined
    return isTrue(m) && mayDo(facts(m), "mark_resolved") && outcomesOf(m.lease, { reducing }).includes(outcome)
  },
  does: async ({ deps, m, lease, order }) => {
    const acknowledged = facts(m).lease.alerts.map(({ code }) => code)
    const own = order?.id === lease.order_id ? order && paidBy(order, lease) : null
    // The request may have arrived since the operator answered.
    const isOutdated = (call: PendingCall) =>
      outcome === "nothing" && call.state === "resolved_by_hand" && hasTakenEffect(m, call)
    const noted: AccountDeps["store"]["transaction"] = (work) =>
      deps.store.transaction(async (store) => {
        const done = await work(store)
        set(m, { resolvedByHand: lease.id, sentAgain: m.sentAgain || m.pendingCalls.some(isOutdated) })
        return done
      })
    const store: AccountDeps["store"] = Object.create(deps.store, { transaction: { value: noted } })
    await markResolved({ ...deps, store }, lease, { outcome, note: NOTE, acknowledged, order: own, actor: MERCHANT })
  },
})
export const at =
  (...states: Service["state"][]) =>
  ({ service }: Moment) =>
    states.includes(service.state)

const isSignedThere = ({ service }: Moment) => service.talks && service.state === "lease_accepted"
/** The contract is signed, and no older status was recorded just now. */
const isUnread = (m: Moment) =>
  isSignedThere(m) && Math.abs(m.now - (m.lease.checked_at?.getTime() ?? 0)) > READING_FRESH_MS
/** In addition, no process is about to record an older status. */
export const mustSee = (m: Moment) => isUnread(m) && !m.processes.length

/** Ships the goods, and marks them as delivered if `delivered` is set. */
const ships = (more: { delivered?: number }): Act => ({
  may: ({ order }) => order?.canceled === false && !order.shipped && order.status !== "draft",
  does: async ({ deps, io, m, order, lease: last, holder: lease = last }) => {
    const moment = { shippedAt: deps.now(), ...(more.delivered && { deliveredAt: deps.now() }) }
    const isFree = isByLink(lease) && (isEnded(lease) || order?.heldByOthers)
    if (!isFree && order) await checkShippable(deps, lease, order)
    await io(() => change(m, { ...moment, ...more, shipped: true, cancelable: false }), "the order is written")
  },
})

/** People's actions, as the routes call the ledger. */
export const PEOPLE: Record<string, Act> = {
  "the shopper's page asks for the signature": {
    may: ({ lease }) => lease.status === "signing",
    does: async ({ deps, m, mustSee }) => {
      // While the cart is being sent or the contract is being canceled, no signature can be recorded, and the page asks again.
      let wasBusy = false
      const noted: AccountDeps["store"]["transaction"] = (work) =>
        deps.store.transaction((store) => {
          wasBusy ||= m.lease.fingerprint === null || m.lease.status !== "signing"
          return work(store)
        })
      const store: AccountDeps["store"] = Object.create(deps.store, { transaction: { value: noted } })
      const { signature } = await verifySignature({ ...deps, store }, CART.id, shopperOf(m), "done")
      const isMissed = mustSee && signature === "not_signed" && isUnread(m) && m.lease.status === "signing"
      if (isMissed && !wasBusy) set(m, { unread: "the page got another status" })
    },
  },
  "the shopper completes the cart": {
    may: (m) => !m.order && !m.isDraft && isUnlocked(m) && ["signing", "signed", "placing"].includes(m.lease.status),
    does: ({ medusa, lease }) => medusa.call.place_order(lease).catch(() => {}),
  },
  "staff cancel the order": {
    may: (m) => m.order?.cancelable === true && Boolean(holderOf(m)),
    does: async ({ deps, medusa, holder }) => {
      if (!holder) return
      await endForOrder(deps, holder)
      await medusa.call.cancel_order(holder)
    },
  },
  "staff refund the payment": {
    may: (m) => Boolean(holderOf(m) && paidOf(m.order)),
    does: async ({ deps, medusa, order }) => {
      const { leaseId, captured = 0, refunded = 0 } = paidOf(order) ?? {}
      const lease = await deps.store.byId(leaseId ?? "")
      if (!lease || !order) return
      const amount = captured - refunded
      await medusa.refund(order, lease.id, amount, async () => {
        if (await isBeingReplaced(deps, lease.id)) throw new LedgerRefusal("refund_replaced")
        const now = await deps.store.ofOrder(order.id)
        if (now && now.id !== lease.id && orderAwaits(now)) throw new LedgerRefusal("refund_replaced")
        await reverse(deps, lease, order, { amount, refunded, knowsLines: false })
      })
    },
  },
  "staff lower the price": {
    may: ({ lease, order }) => lease.status === "delivered" && (paidOf(order)?.captured ?? 0) > 2 * PART,
    does: async ({ deps, io, m, medusa, lease, order }) => {
      if (!order) return
      const refunded = await io(() => paidOf(m.order)?.refunded ?? 0, "the refunds are read")
      const unbooked = reducedBy(lease.reductions) - refunded
      const amount = lease.reductions && unbooked > 0 ? unbooked : PART
      await medusa.refund(order, lease.id, amount, () =>
        reverse(deps, lease, order, { amount, refunded, knowsLines: true }),
      )
    },
  },
  "staff cancel the contract": {
    may: (m) => mayDo(facts(m), "cancel_contract"),
    does: ({ deps, medusa, lease }) => {
      const cancel = (now: LeaseRecord) => cancelContract(deps, now, MERCHANT, { cause: "by_hand" })
      if (lease.order_id) return cancel(lease)
      return medusa.lockCart(CART.id, async () => {
        const now = await deps.store.byId(lease.id)
        if (now?.status === lease.status) await cancel(now)
      })
    },
  },
  "staff replace the contract": {
    may: (m) => mayDo(facts(m), "replace_contract"),
    does: async ({ deps, lease, order }) =>
      order && replaceContract(deps, lease, { order: order.asCart, actor: MERCHANT }),
  },
  "staff send the link": {
    may: (m) => isUnpaid(m.order) && isEnded(holderOf(m) ?? { status: "canceled" }),
    does: async ({ deps, io, m, order }) => {
      if (!isUnpaid(order)) return
      const key = await sendLink(deps, order)
      if (key) await io(() => set(m, { key }), "the link is sent")
    },
  },
  "staff withdraw the link": {
    may: (m) => mayDo(facts(m), "withdraw_link"),
    does: ({ deps, lease }) => withdrawLink(deps, lease, MERCHANT),
  },
  "staff confirm the delivery": {
    may: (m) => mayDo(facts(m), "confirm_delivery"),
    does: ({ deps, m, lease }) => {
      // Until everything is delivered, only a future day is accepted.
      const isDelivered = m.order?.deliveredAt != null
      const date = new Date(m.now + (isDelivered ? 0 : DAY_MS)).toISOString().slice(0, 10)
      return confirmDelivery(deps, lease, { date, order: m.order, actor: MERCHANT })
    },
  },
  "staff report the delivery": {
    // Once the delivery is in Medusa, this is the same as confirming it.
    may: (m) => !m.order?.deliveredAt && mayDo(facts(m), "mark_delivered"),
    does: ({ deps, m, lease }) => {
      const date = new Date(m.now).toISOString().slice(0, 10)
      return markDelivered(deps, lease, { date, order: m.order, actor: MERCHANT })
    },
  },
  "staff return the lease": {
    may: (m) => mayDo(facts(m), "return_lease"),
    does: ({ deps, lease }) => returnLease(deps, lease, { actor: MERCHANT }),
  },
  "staff ask for the status": {
    may: (m) => mayDo(facts(m), "check_status"),
    does: ({ deps, lease }) => checkStatus(deps, lease, { actor: MERCHANT }),
  },
  "staff attest the signature": {
    may: (m) => at("lease_accepted")(m) && mayDo(facts(m), "attest"),
    does: ({ deps, lease }) => attest(deps, lease, { note: NOTE, actor: MERCHANT }),
  },
  "staff try again": {
    may: (m) => noneTakenEffect(m) && mayDo(facts(m), "retry"),
    does: ({ deps, lease }) => retry(deps, lease, MERCHANT),
  },
  "staff resolve it as canceled": resolves("canceled", at("approved", "contracts_expired")),
  "staff resolve it as returned": resolves("returned", at("returned")),
  "staff resolve it as delivered": resolves("delivered", at("funded")),
  "staff resolve it as reduced": resolves("reduced", (m) =>
    m.pendingCalls.some((call) => isOpen(call) && hasTakenEffect(m, call)),
  ),
  "staff resolve it as nothing": resolves("nothing", noneTakenEffect),
  "the goods leave and arrive": ships({ delivered: 1 }),
}

/** Used only in lives, because explorations begin with shipped goods (`shipped`). The goods may never be marked as delivered. */
export const LEAVING: Record<string, Act> = {
  "the goods leave": ships({}),
  "the goods arrive": {
    may: ({ order }) => order?.canceled === false && order.shipped && !order.deliveredAt,
    does: ({ deps, io, m }) => io(() => change(m, { deliveredAt: deps.now(), delivered: 1 }), "the order is written"),
  },
}
