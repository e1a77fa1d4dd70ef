import {
  alertOf,
  blockingOf,
  type CallKind,
  decideCalls,
  isEnded,
  isExclusive,
  isOpen,
  isOpenPayment,
  isPlaced,
  type LeaseRecord,
  mayDo,
  type Order,
  orderAwaits,
  paidBy,
  reducedBy,
  restOf,
} from "../../support/ledger"
import { elapsed, type Moment } from "./moment"
import { facts } from "./people"
import { isTooLate, OPTIONS } from "./process"
import { EFFECT_OF, isWrite } from "./service"

/** `atRest`: checked only at rest. Returns the violation; `m` has only the current lease's calls, and `all` also the other leases' calls. */
type Rule = { name: string; atRest?: true; broken(m: Moment, all: Moment): string | false | null | undefined }

const told = ({ lease }: Moment) => lease.alerts.length > 0
/** Staff marked the lease as resolved. */
const isResolvedByHand = ({ lease, resolvedByHand }: Moment) => resolvedByHand === lease.id
/** Staff accepted the order's amounts. */
const isAccepted = ({ lease }: Moment) => lease.accepted_order?.status === lease.status
const isSure = ({ evidence }: LeaseRecord) => evidence === "verified" || evidence === "attested"
const held = (order: Order | null) =>
  (order?.payments ?? []).reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0)
const leasesOf = ({ lease, former }: Moment) => [lease, ...former]
const isPending = ({ pendingCalls }: Moment, kind: CallKind) =>
  pendingCalls.some((call) => call.kind === kind && isOpen(call))
const IN_FORCE = ["contracts_received", "lease_accepted", "funded"]
/** Statuses before a contract, which the shopper may leave at any time, and a denial. */
const SHOPPERS = ["open", "denied", "undecided", "approved", "offered"]
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The rules of the fault suite (`test/faults/invariants.ts`) that can be checked from one lease's current state. */
const rules: Rule[] = [
  { name: "no internal error occurs", broken: ({ wrong }) => wrong[0] },
  { name: "a signed contract is seen when its page asks", broken: ({ unread }) => unread },
  {
    name: "each call takes effect once",
    broken: ({ service: { took } }) => new Set(took).size < took.length && `took effect: ${took.join(", ")}`,
  },
  {
    name: "a price is lowered only as often as requested",
    broken: ({ service: { parts }, lease, resolvedByHand }, { pendingCalls }) => {
      const asked = pendingCalls.filter((call) => call.kind === "return_lines" && call.sent && isOpen(call)).length
      const known = (lease.reductions?.length ?? 0) + asked
      return parts.length > known && !resolvedByHand && `is lowered ${parts.length} times instead of ${known}`
    },
  },
  {
    name: "no call is repeated after it took effect",
    broken: ({ service, sentAgain }) =>
      !sentAgain && service.repeated.length > 0 && `${service.repeated[0]} came again`,
  },
  {
    name: "no call takes effect without a request",
    broken: ({ service: { took, application, elsewhere }, lease }, { pendingCalls }) => {
      // A call may be dropped if someone else made it unnecessary.
      if (elsewhere || lease.application_id !== application) return null
      const unasked = took.find((effect) => !pendingCalls.some(({ kind }) => EFFECT_OF[kind] === effect))
      return unasked && `${unasked} took effect`
    },
  },
  {
    name: "each form is sent once",
    broken: ({ service: { applied }, forms }) => applied > forms && `${forms} forms were sent ${applied} times`,
  },
  {
    name: "the amount paid equals the amount signed",
    broken: ({ order, lease, service: { signed } }) => {
      const { payments = [] } = (order && paidBy(order, lease)) ?? {}
      const other = payments.find(({ captured }) => captured > 0 && captured !== signed)
      return other && `${other.captured} cents are captured, and ${signed} are signed`
    },
  },
  {
    name: "exclusive calls are made one at a time",
    broken: (m) => {
      const open = m.pendingCalls.filter((call) => isOpen(call) && isExclusive(call.kind))
      const sent = m.processes.filter(({ waits }) => isWrite(waits.call) && !isTooLate(m, waits))
      return (
        (open.length > 1 && `${open.map(({ kind }) => kind)} are open`) || (sent.length > 1 && "two are on their way")
      )
    },
  },
  {
    name: "there is no order and no payment without a signature",
    broken: (m) => {
      const { order, isDraft } = m
      if (isPlaced(m.lease) && m.lease.evidence === "none") return "is placed without a signature"
      if (isDraft && order?.status === "pending" && leasesOf(m).every(({ signed_at }) => !signed_at))
        return "is no draft any more"
      const isUnsure = (lease: LeaseRecord) => !isEnded(lease) && !isSure(lease)
      const paid = leasesOf(m).find((lease) => isUnsure(lease) && order && held(paidBy(order, lease)) > 0)
      return paid && `is captured on evidence "${paid.evidence}"`
    },
  },
  {
    name: "Medusa's amounts equal the ledger's, or there is an alert",
    atRest: true,
    broken: (m) => {
      const { lease, order } = m
      if (!order || told(m) || isAccepted(m) || lease.order_id !== order.id) return null
      // A reconciliation that is due will close the lease's own payment.
      if (isEnded(lease))
        return leasesOf(m).every(({ reconcile_at }) => !reconcile_at) && held(order) !== 0 && "its money is held"
      if (!isPlaced(lease)) return null
      if (order.heldElsewhere > Math.max(0, order.total - (lease.amount ?? 0))) return "is paid twice"
      if (order.payments.some((payment) => payment.leaseId !== lease.id && isOpenPayment(payment)))
        return "a former payment is open"
      if (held(order) === restOf(lease)) return null
      if (held(order) !== 0) return "another sum is held"
      const waits =
        !isSure(lease) || order.canceled || isPending(m, "capture_payment") || isPending(m, "authorize_payment")
      return !waits && "its payment is neither captured nor pending"
    },
  },
  {
    name: "an order that isn't canceled has a lease, or there is an alert",
    atRest: true,
    broken: (m) => {
      const { lease, order } = m
      if (!order || order.canceled || told(m) || isAccepted(m)) return null
      const isPaid = order.payments.some(({ canceled }) => !canceled)
      if (!isEnded(lease)) return !lease.order_id && isPaid && "is written down on no lease"
      const isOpenStill = order.payments.some(({ captured, canceled }) => !captured && !canceled)
      return lease.status !== "returned" && isOpenStill && `the lease is ${lease.status}, and the payment is open`
    },
  },
  {
    name: "the ledger agrees with the service, or there is an alert",
    atRest: true,
    broken: (m) => {
      const { lease, service } = m
      if (told(m) || isResolvedByHand(m) || service.elsewhere) return null
      const says = `is ${lease.status}, and the service has ${service.state}`
      if (lease.status === "returned") return service.state !== "returned" && says
      if (isEnded(lease)) return IN_FORCE.includes(service.state) && says
      if (lease.status === "delivered" && reducedBy(lease.reductions) !== sumOf(service.parts))
        return `is lowered by ${service.parts} there`
      if (lease.status === "delivered") return service.state !== "funded" && says
      return ["signed", "placed"].includes(lease.status) && isSure(lease) && service.state !== "lease_accepted" && says
    },
  },
  {
    name: "no signed contract is forgotten",
    atRest: true,
    broken: (m) => {
      const { lease, now, service } = m
      if (told(m) || isPending(m, "cancel_contract") || isResolvedByHand(m)) return null
      const late = now - DAY
      if (["signed", "placing"].includes(lease.status) && (lease.signed_at ?? lease.status_at).getTime() < late)
        return "signed, and nothing came of it"
      const isSaid = service.talks && !isPending(m, "read_status")
      const isUnread = lease.status === "signing" && IN_FORCE.includes(service.state) && isSaid
      return isUnread && (lease.checked_at ?? lease.status_at).getTime() < late && "it is signed, and nobody reads it"
    },
  },
  {
    name: "no call that is due is forgotten",
    atRest: true,
    broken: (m) => {
      const { lease, order } = m
      if (told(m) || !order || lease.status !== "placed" || lease.order_id !== order.id) return null
      if (order.canceled)
        return !isPending(m, "cancel_contract") && "its order is canceled, and its contract is still in force"
      const isListed = isResolvedByHand(m) && lease.to_confirm_since !== null
      const isLeft = order.deliveredAt && isSure(lease) && !isPending(m, "confirm_delivery") && !isListed
      return isLeft && "its goods are delivered, and nobody is told"
    },
  },
  {
    name: "the card, the job and the guards agree on the alerts",
    broken: (m) => {
      const { now, order, lease } = m
      if (!order || lease.order_id !== order.id) return null
      const card = facts(m)
      const open = card.lease.alerts.map(({ code }) => code)
      const known = { lease, order: card.order, pendingCalls: card.pendingCalls, recipientDiffers: false, cart: null }
      const { raise, clear, calls } = decideCalls({ ...known, now: new Date(now) }, OPTIONS)
      const unshown = raise.filter((code) => alertOf(code).holds && !open.includes(code))
      const outdated = open.filter((code) => clear.includes(code))
      if (unshown.length || outdated.length)
        return `the card has ${open}, and the job raises ${raise} and clears ${clear}`
      const held = calls.find(({ kind }) => kind === "capture_payment" || kind === "confirm_delivery")
      if (!blockingOf(card.lease.alerts)) return null
      if (mayDo(card, "confirm_delivery")) return `${open} are open, and the delivery may be confirmed`
      return held && `${open} are open, and the job makes ${held.kind}`
    },
  },
  {
    name: "every state has a way out",
    broken: (m) => {
      const { lease, pendingCalls, processes } = m
      if (processes.length || isEnded(lease) || (SHOPPERS.includes(lease.status) && !orderAwaits(lease))) return null
      const open = pendingCalls.filter(isOpen)
      if (open.some(({ state }) => state === "unknown") && !told(m)) return "a call is unknown, and nobody is told"
      if (lease.reconcile_at !== null || told(m)) return null
      if (lease.status === "canceling" && !isPending(m, "cancel_contract")) return "it is never canceled"
      if (lease.status === "returning" && !isPending(m, "return_lease")) return "it is never returned"
      return !open.length && "nothing leads on from here"
    },
  },
]

/** Rules for an order awaiting its lease, as in `test/faults/replacement-rules.ts`. */
const replacementRules: Rule[] = [
  {
    name: "an order that waits for its new contract isn't shipped or captured",
    broken: ({ lease, order, turned }) => {
      // After the clock was set back, the order of two times is unknown.
      if (!order || !orderAwaits(lease) || turned) return null
      const isLater = (moment: Date | null) => moment !== null && moment > (lease.linked_at ?? lease.created_at)
      if (isLater(order.shippedAt) && !order.heldByOthers) return "its goods have left"
      return order.payments.some(({ capturedAt }) => isLater(capturedAt)) && "its order is captured"
    },
  },
  {
    name: "goods shipped without a signature raise an alert",
    atRest: true,
    broken: (m) => orderAwaits(m.lease) && m.order?.shipped && !m.order.canceled && !told(m) && "its goods left",
  },
  {
    name: "an order keeps its payment until its new contract is signed",
    broken: ({ lease, former, order, refunding }) => {
      // A process that died before removing a refund leaves its row; the new contract is paid anyway. An order by link has no payment.
      if (!order || order.canceled || !orderAwaits(lease) || lease.linked_at || lease.signed_at || refunding)
        return null
      const { payments } = paidBy(order, former.find(({ signed_at }) => signed_at) ?? lease)
      return payments.length > 0 && !payments.some(isOpenPayment) && "its payment is closed"
    },
  },
  {
    name: "nothing waits for an order that is gone",
    atRest: true,
    broken: ({ lease, order }) => {
      const isGone = order ? order.canceled : lease.linked_at !== null
      return orderAwaits(lease) && isGone && SHOPPERS.includes(lease.status) && `it is ${lease.status}`
    },
  },
  {
    name: "a replaced contract has a successor",
    broken: ({ lease, pendingCalls }) => {
      const ended = pendingCalls.find(
        ({ kind, state, detail }) => kind === "cancel_contract" && (state === "done" || detail.outcome === "canceled"),
      )
      const isReplaced = lease.status === "canceled" && ended?.detail.cause === "replaced"
      return isReplaced && "no lease is open for its order"
    },
  },
]

/** The first rule broken at this moment, and its violation. */
export function brokenRule(whole: Moment, isResting = isAtRest(whole)): { rule: string; what: string } | undefined {
  // An earlier lease of the cart keeps its own pending calls.
  const m = whole.former.length
    ? { ...whole, pendingCalls: whole.pendingCalls.filter((call) => call.lease_id === whole.lease.id) }
    : whole
  for (const { name: rule, atRest, broken } of [...rules, ...replacementRules]) {
    const what = (!atRest || isResting) && broken(m, whole)
    if (what) return { rule, what }
  }
  return undefined
}

/** At rest: no process runs, and the job has nothing to do soon. If the clock was set back, times are later by that much. */
export function isAtRest(m: Moment): boolean {
  const { lease, former, pendingCalls, processes, unseen } = m
  const isSoon = (at: Date | null) => at !== null && at.getTime() <= elapsed(m) + 20 * MINUTE
  if (processes.length || isSoon(lease.reconcile_at) || (unseen && lease.reconcile_at)) return false
  if (former.some(({ reconcile_at }) => isSoon(reconcile_at))) return false
  return !pendingCalls.some(({ state, due_at }) => (state === "due" || state === "running") && isSoon(due_at))
}
