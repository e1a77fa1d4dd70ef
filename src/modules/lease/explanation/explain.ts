import type { DecisionFacts } from "../decide/decision"
import { blockingOf, evaluateAlerts } from "../rules/alerts"
import { isPastEnd } from "../rules/approval"
import {
  awaitsDelivery,
  awaitsFirstPayment,
  isCanceled,
  isCanceling,
  isForExistingOrder,
  isHosted,
  isMaybeSigned,
  isNew,
  isSigned,
  isSure,
  isUnsigned,
} from "../rules/lease-predicates"
import { DAY_MS } from "../rules/moments"
import { isNewer } from "../rules/newer"
import { isOpen, isUnderWay, lastCall, type PendingCall } from "../rules/pending-calls"
import type { HistoryRecord } from "../rules/records"
import type { LeaseStatus } from "../rules/state-machine"
import { alertTitles } from "../texts/dashboard-messages"
import { type ExplanationCode, explanationTexts, type Sentence } from "../texts/explanation"
import { fill, type MessageParams } from "../texts/messages"
import { type Act, type ForesightOptions, foresee } from "./foresee"
import { replay } from "./replay"
import { CONDITIONS, dueCall, outcomes } from "./what-if"

/** What an explanation depends on. */
export type ExplainedFacts = DecisionFacts & {
  /** Oldest first. */
  history: readonly HistoryRecord[]
  /** The code of the card's main alert. */
  alert: string | null
  /** Why nothing is sent for any lease of this store or account; null if that isn't so. */
  stopped: "store_held" | "account_removed" | null
  /** Whether the lease service doesn't respond at the moment. */
  away: boolean
}

export type ExplanationOptions = ForesightOptions & { operator: { name: string } }

/** How the lease came here, what it waits for and until when, and what would happen if something else comes first. */
export type Explanation = {
  past: Sentence[]
  waits: Sentence[]
  next: { condition: Sentence; sentences: Sentence[] }[]
}

type Say = (code: ExplanationCode, at?: Date | null, params?: MessageParams) => Sentence

/** Explains a lease in sentences that staff can read to a customer. Everything about the future comes from the real decisions. */
export function explain(facts: ExplainedFacts, options: ExplanationOptions): Explanation {
  const say: Say = (code, at, params) => ({
    code,
    params: { operator: options.operator.name, ...params },
    ...(at && { at: at.toISOString() }),
  })
  const stopped = whyStopped(facts)
  return {
    past: pastOf(facts, say),
    waits: stopped ? [say(stopped)] : waitsOf(facts, options, say),
    next: stopped ? [] : nextOf(facts, options, say),
  }
}

/** The statuses that are told even if the lease has moved on. */
const TOLD: readonly LeaseStatus[] = ["approved", "signed", "placed", "delivered"]

function pastOf({ lease, pendingCalls, history }: ExplainedFacts, say: Say): Sentence[] {
  const stages = replay(lease, history)
  const told = stages.filter(({ status }, place) => place === stages.length - 1 || TOLD.includes(status))
  const because =
    isCanceled(lease) || isCanceling(lease) ? causeOf(lastCall({ pendingCalls }, "cancel_contract")) : null
  return [
    ...told.flatMap(({ status, at, tried }) => [
      say(status, at),
      ...(tried ? [say(`tried_${tried.status}`, tried.at)] : []),
    ]),
    ...(because ? [say(because)] : []),
  ]
}

function causeOf(call: PendingCall | undefined): ExplanationCode | null {
  if (call?.state === "resolved_by_hand") return "because_resolved"
  return call?.detail.cause && call.state !== "refused" ? `because_${call.detail.cause}` : null
}

/** Why the job leaves the lease alone; null if it doesn't. */
function whyStopped({ lease, pendingCalls, stopped }: ExplainedFacts): ExplanationCode | null {
  if (isNewer(lease, pendingCalls)) return "newer"
  return lease.held_at ? "held" : stopped
}

function waitsOf(facts: ExplainedFacts, options: ExplanationOptions, say: Say): Sentence[] {
  const { lease, pendingCalls, alert, away, now } = facts
  const { acts, readAt } = foresee(facts, options)
  // The job's own reading replaces one of a check that is due later.
  const isReplaced = ({ kind, state, detail, due_at }: PendingCall) =>
    kind === "read_status" && state === "due" && detail.check && readAt && readAt < due_at
  const open = pendingCalls.filter((call) => isUnderWay(call) && !isReplaced(call))
  const turn = whoseTurn(facts, options)
  const isBusy = open.length > 0 || acts.length > 0 || alert !== null
  const ends = isUnsigned(lease) && !isPastEnd(lease, now) ? lease.approved_until : null
  const gives = isPlacingOrder(open, acts) ? givesUpAt(facts, options) : null
  return [
    ...(away ? [say("away")] : []),
    ...(alert ? [say("staff", null, { alert })] : []),
    ...(turn === "nothing" && isBusy ? [] : [say(turn)]),
    ...(ends ? [say("approval_ends", ends)] : []),
    ...open.flatMap((call) => sentencesOf(call, say)),
    ...(readAt && !open.some(({ kind }) => kind === "read_status") ? [say("read_status", readAt)] : []),
    ...acts.map((act) => sentenceOf(act, say)),
    ...(gives ? [say("cancel_without_order", gives)] : []),
  ]
}

function sentencesOf({ kind, state, due_at, attempts, last_error }: PendingCall, say: Say): Sentence[] {
  if (state === "running") return [say("running")]
  return [...(last_error && attempts > 0 ? [say("tried", null, { count: String(attempts) })] : []), say(kind, due_at)]
}

function sentenceOf(act: Act, say: Say, now?: Date): Sentence {
  const at = now && act.at <= now ? null : act.at
  return say(act.does, at, act.does === "raise_alert" ? { alert: act.alert } : {})
}

function isPlacingOrder(open: readonly PendingCall[], acts: readonly Act[]): boolean {
  return open.some(({ kind }) => kind === "place_order") || acts.some(({ does }) => does === "place_order")
}

/** When the contract is canceled if the order keeps failing. */
function givesUpAt(facts: ExplainedFacts, options: ExplanationOptions): Date | null {
  const { pendingCalls, now } = facts
  const last_error = { code: "completion_failed", params: {}, at: now.toISOString() } as const
  const failing = { ...dueCall("place_order", facts), attempts: 1, last_error }
  const others = pendingCalls.filter((call) => call.kind !== "place_order" || !isOpen(call))
  const { acts } = foresee({ ...facts, pendingCalls: [failing, ...others] }, options)
  return acts.find(({ does }) => does === "cancel_contract")?.at ?? null
}

function nextOf(facts: ExplainedFacts, options: ExplanationOptions, say: Say): Explanation["next"] {
  return CONDITIONS.flatMap((condition) => {
    const outcome = outcomes[condition](facts)
    if (!outcome) return []
    const { now } = facts
    const after = { ...facts, ...outcome.facts }
    const acts = outcome.sentences.includes("shipped_first") ? [] : foresee(after, options).acts
    const soon = acts.filter(({ at }) => at.getTime() - now.getTime() < DAY_MS)
    const turn = whoseTurn(after, options)
    const isOthersTurn =
      !soon.some(({ at }) => at <= now) && !outcome.sentences.length && (turn !== "nothing" || !soon.length)
    const sentences = [
      ...outcome.sentences.map((code) => say(code)),
      ...(outcome.alert ? [say("raise_alert", null, { alert: outcome.alert })] : []),
      ...(isOthersTurn ? [say(turn)] : []),
      ...soon.map((act) => sentenceOf(act, say, now)),
    ]
    return [{ condition: say(condition), sentences }]
  })
}

/** Whose turn it is in statuses in which that depends on nothing else. */
const TURNS: Partial<Record<LeaseStatus, ExplanationCode>> = {
  open: "customer_applies",
  submitting: "operator_decides",
  pending: "operator_decides",
  undecided: "customer_applies_again",
  placing: "order_finishes",
  canceling: "operator_ends",
  returning: "operator_ends",
}

/** Who has to do something next. */
function whoseTurn(facts: DecisionFacts, options: ExplanationOptions): ExplanationCode {
  const { lease, order } = facts
  if (isHosted(lease)) return hostedTurn(facts)
  if (isUnsigned(lease)) {
    if (awaitsFirstPayment(lease)) return "first_payment"
    return isMaybeSigned(lease) ? "operator_confirms" : "customer_signs"
  }
  if (isSigned(lease)) {
    if (!isForExistingOrder(lease)) return "customer_orders"
    return isSure(lease) ? "payment_replaced" : "operator_confirms"
  }
  if (!awaitsDelivery(lease)) return TURNS[lease.status] ?? "nothing"
  if (order?.canceled) return "nothing"
  if (!isSure(lease)) return "operator_confirms"
  return blockingOf(evaluateAlerts(facts, options).open) ? "nothing" : goodsTurn(facts)
}

function hostedTurn(facts: DecisionFacts): ExplanationCode {
  const { lease, order } = facts
  if (isNew(lease)) return "customer_applies"
  if (isSigned(lease)) return "customer_pays_by_card"
  return awaitsDelivery(lease) && !order?.canceled ? goodsTurn(facts) : "nothing"
}

function goodsTurn({ order }: Pick<DecisionFacts, "order">): ExplanationCode {
  if (!order) return "nothing"
  if (order.deliveredAt || order.pieces === 0) return "delivery_confirmed"
  return order.shipped ? "goods_arrive" : "goods_ship"
}

/** The sentences in English, with the time in front of those that have one. */
export function inEnglish({ past, waits, next }: Explanation): Record<keyof Explanation, string[]> {
  return {
    past: past.map(textOf),
    waits: waits.map(textOf),
    next: next.map(({ condition, sentences }) => `${textOf(condition)}: ${sentences.map(textOf).join(" ")}`),
  }
}

function textOf({ code, params, at }: Sentence): string {
  const { alert = "" } = params
  const title = Object.hasOwn(alertTitles, alert) ? alertTitles[alert as keyof typeof alertTitles] : alert
  const text = fill(explanationTexts[code], { ...params, alert: title })
  return at ? `${at}: ${text}` : text
}
