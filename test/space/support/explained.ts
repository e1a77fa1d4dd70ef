import { cardOf } from "../../../src/modules/lease/card/card"
import { type ExplainedFacts, explain } from "../../../src/modules/lease/explanation/explain"
import { replay } from "../../../src/modules/lease/explanation/replay"
import type { LeaseRecord } from "../../../src/modules/lease/ledger"
import { LEASE_STATUSES, type LeaseStatus, transitions } from "../../../src/modules/lease/rules/state-machine"
import type { Moment } from "./moment"
import { facts } from "./people"
import { OPTIONS, orderOf, SESSION } from "./process"

/** What a lease's page explains at this moment. */
export function explainedFacts(m: Moment): ExplainedFacts {
  const { lease, now, order, isDraft } = m
  const cart = order || isDraft ? null : { completed: false, payments: [], sessionIds: [SESSION] }
  return {
    ...{
      lease,
      order: orderOf(m, lease),
      recipientDiffers: false,
      cart,
      now: new Date(now),
      stopped: null,
      away: false,
    },
    pendingCalls: m.pendingCalls.filter(({ lease_id }) => lease_id === lease.id),
    history: m.history.filter(({ lease_id }) => lease_id === lease.id),
    alert: cardOf(facts(m), "Acorn").main_alert,
  }
}

/** More sentences than this are too many for the phone. */
const MOST = { past: 8, waits: 8, each: 4 }

/** The calls and order with which a lease's row was last found to be explained. Rows never change. */
const explained = new WeakMap<LeaseRecord, unknown[]>()

/** Why a lease's explanation doesn't fit its row; null if it does. */
export function wrongExplanation(m: Moment): string | null {
  const rows = [m.pendingCalls, m.order]
  if (explained.get(m.lease)?.every((row, place) => row === rows[place])) return null
  const wrong = misfitOf(m)
  if (wrong === null) explained.set(m.lease, rows)
  return wrong
}

function misfitOf(m: Moment): string | null {
  const { past, waits, next } = explain(explainedFacts(m), OPTIONS)
  const { lease, history } = m
  const named = past.map(({ code }) => code).filter((code) => LEASE_STATUSES.some((status) => status === code))
  if (named.at(-1) !== lease.status) return `it says ${named}, and the lease is ${lease.status}`
  const own = replay(
    lease,
    history.filter(({ lease_id }) => lease_id === lease.id),
  )
  const gap = own.findIndex(({ status }, place) => place > 0 && !isNext(own[place - 1]?.status, status))
  if (gap > 0) return `nothing leads from ${own[gap - 1]?.status} to ${own[gap]?.status}`
  if (past.length > MOST.past || waits.length > MOST.waits) return `it has ${past.length} and ${waits.length} sentences`
  if (!waits.length) return "it waits for nothing, and doesn't say so"
  const silent = next.find(({ sentences }) => !sentences.length || sentences.length > MOST.each)
  return silent ? `${silent.condition.code} has ${silent.sentences.length} sentences` : null
}

/** Whether an event leads from one status to another, if need be by way of a status that is left without an entry. */
function isNext(from: LeaseStatus | undefined, to: LeaseStatus): boolean {
  const ways: { from: readonly LeaseStatus[]; to: LeaseStatus }[] = Object.values(transitions)
  const leads = (one: LeaseStatus, other: LeaseStatus) => ways.some((way) => way.to === other && way.from.includes(one))
  return (
    from !== undefined &&
    (leads(from, to) || LEASE_STATUSES.some((between) => leads(from, between) && leads(between, to)))
  )
}
