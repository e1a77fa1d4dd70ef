import { mayDo } from "../../../src/modules/lease/card/allowed-actions"
import { decideCalls } from "../../../src/modules/lease/decide/decide-calls"
import { isOpenPayment, orderAwaits, type PendingCall, paidBy } from "../../../src/modules/lease/ledger"
import type { RaisedAlertCode } from "../../../src/modules/lease/rules/alert-codes"
import { alertOf, blockingOf } from "../../../src/modules/lease/rules/alerts"
import { rules } from "../../faults/rules"
import { FULL } from "../../faults/support/size"
import { type Rules, violations, type World } from "../../faults/support/world"
import { wrongExplanation } from "./explained"
import { elapsed, type Moment } from "./moment"
import { facts } from "./people"
import { isTooLate, OPTIONS } from "./process"
import { EFFECT_OF, isWrite, STATUS_TEXTS } from "./service"

const MINUTE = 60_000

/** The world of one cart's leases, at one moment of a life. */
type Life = World & { m: Moment }
const broken = (of: (m: Moment, life: Life) => string | false | null | undefined) => (life: Life) => {
  const what = of(life.m, life)
  return what ? [what] : []
}

/** Rules about what only a simulated life records. */
const lifeRules: Rules<Life> = {
  always: {
    "no internal error occurs": broken(({ wrong }) => wrong[0]),
    "a signed contract is seen when its page asks": broken(({ unread }) => unread),
    "no call takes effect without a request": broken(({ lease, pendingCalls, service }) => {
      const { effects, application, elsewhere } = service
      // A call may be dropped if someone else made it unnecessary.
      if (elsewhere || lease.application_id !== application) return null
      const other = effects.find((effect) => !pendingCalls.some(({ kind }) => EFFECT_OF[kind] === effect))
      return other && `${other} took effect`
    }),
    "each form is sent once": broken(
      ({ service: { applied }, forms }) => applied > forms && `${forms} forms were sent ${applied} times`,
    ),
    "the amount paid equals the amount signed": broken(({ lease, order, service: { signed } }) => {
      const { payments = [] } = (order && paidBy(order, lease)) ?? {}
      const other = payments.find(({ captured }) => captured > 0 && captured !== signed)
      return other && `${other.captured} cents are captured, and ${signed} are signed`
    }),
    "no two exclusive calls are on their way at once": broken((m) => {
      const sent = m.processes.filter(({ waits }) => isWrite(waits.call) && !isTooLate(m, waits))
      return sent.length > 1 && `${sent.map(({ waits }) => waits.call)} are on their way`
    }),
    "a draft becomes an order only with a signature": broken(({ isDraft, order }, { leases }) => {
      const isOrder = isDraft && order?.status === "pending"
      return isOrder && leases.every(({ signed_at }) => !signed_at) && "is no draft any more"
    }),
    "the card, the job and the guards agree on the alerts": broken((m) => {
      const { now, order, lease } = m
      if (!order || lease.order_id !== order.id) return null
      const card = facts(m)
      const open = card.lease.alerts.map(({ code }) => code)
      const known = { lease, order: card.order, pendingCalls: card.pendingCalls, recipientDiffers: false, cart: null }
      const { raise, clear, calls } = decideCalls({ ...known, now: new Date(now) }, OPTIONS)
      // The job raises and clears this alert as time passes, and the card shows what is recorded.
      const isDetermined = (code: RaisedAlertCode) => alertOf(code).holds && code !== "signed_without_order"
      const unshown = raise.filter((code) => isDetermined(code) && !open.includes(code))
      const outdated = open.filter((code) => isDetermined(code) && clear.includes(code))
      if (unshown.length || outdated.length)
        return `the card has ${open}, and the job raises ${raise} and clears ${clear}`
      const held = calls.find(({ kind }) => kind === "capture_payment" || kind === "confirm_delivery")
      if (!blockingOf(card.lease.alerts)) return null
      if (mayDo(card, "confirm_delivery")) return `${open} are open, and the delivery may be confirmed`
      return held && `${open} are open, and the job makes ${held.kind}`
    }),
    "an order keeps its payment until its new contract is signed": broken(({ lease, former, order, refunding }) => {
      // A process that died before removing a refund leaves its row; the new contract is paid anyway. An order by link has no payment.
      if (!order || order.canceled || !orderAwaits(lease) || lease.linked_at || lease.signed_at || refunding)
        return null
      const { payments } = paidBy(order, former.find(({ signed_at }) => signed_at) ?? lease)
      return payments.length > 0 && !payments.some(isOpenPayment) && "its payment is closed"
    }),
  },
}

/** Every day, only where no process runs: a process that runs changes what is explained only when it writes. */
const explanationRules: Rules<Life> = {
  [FULL ? "always" : "idle"]: { "a lease's explanation fits its row": broken(wrongExplanation) },
}

/** The first rule broken at this moment, and its violation. */
export function brokenRule(m: Moment, isResting = isAtRest(m)): { rule: string; what: string } | undefined {
  const { value } = violations(worldOf(m, isResting), [lifeRules, ...rules, explanationRules]).next()
  return value || undefined
}

function worldOf(m: Moment, isAtRest: boolean): Life {
  const { lease, former, order, service, resolvedByHand, processes, turned } = m
  const { application, state, talks: hasStatus, cart, signed, effects, elsewhere } = service
  const leases = [lease, ...former]
  const pendingCalls = new Map<string, PendingCall[]>()
  for (const call of m.pendingCalls) pendingCalls.set(call.lease_id, [...(pendingCalls.get(call.lease_id) ?? []), call])
  const effectOf = (kind: keyof typeof EFFECT_OF) => effects.filter((effect) => effect === EFFECT_OF[kind]).length
  const kindOf = (effect: string) => KINDS.find((kind) => EFFECT_OF[kind] === effect) ?? []
  return {
    ...{ m, leases, pendingCalls, options: OPTIONS, now: new Date(m.now), isLongAtRest: false },
    ...{ isTurned: Boolean(turned), isIdle: !processes.length, isAtRest, orders: order ? [order] : [] },
    resolved: new Set(resolvedByHand === null ? [] : [resolvedByHand]),
    sentAgain: new Set(m.sentAgain ? leases.map(({ id }) => id) : []),
    // A successor is opened in the transaction that cancels the contract.
    successorsOf: ({ id, order_id, status_at }) => {
      const next = order_id ? leases[leases.findIndex((one) => one.id === id) - 1] : undefined
      return next?.created_at.getTime() === status_at.getTime() ? [next] : []
    },
    service: [
      {
        ...{ applicationId: application, status: STATUS_TEXTS[state], hasStatus, isSigned: signed !== null, elsewhere },
        ...{ left: cart ?? 0, parts: service.parts, contracts: 1, repeated: service.repeated.flatMap(kindOf) },
        effects: {
          cancel_contract: effectOf("cancel_contract"),
          confirm_delivery: effectOf("confirm_delivery"),
          return_lease: effectOf("return_lease"),
        },
      },
    ],
  }
}
const KINDS = ["cancel_contract", "confirm_delivery", "return_lease"] as const

/** At rest: no process runs, and the job has nothing to do soon. If the clock was set back, times are later by that much. */
export function isAtRest(m: Moment): boolean {
  const { lease, former, pendingCalls, processes, unseen } = m
  const isSoon = (at: Date | null) => at !== null && at.getTime() <= elapsed(m) + 20 * MINUTE
  if (processes.length || isSoon(lease.reconcile_at) || (unseen && lease.reconcile_at)) return false
  if (former.some(({ reconcile_at }) => isSoon(reconcile_at))) return false
  return !pendingCalls.some(({ state, due_at }) => (state === "due" || state === "running") && isSoon(due_at))
}
