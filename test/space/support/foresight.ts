import { isServiceCall } from "../../../src/modules/lease/calls"
import type { DecisionFacts } from "../../../src/modules/lease/decide/decision"
import { foresee } from "../../../src/modules/lease/explanation/foresee"
import { type Condition, outcomes } from "../../../src/modules/lease/explanation/what-if"
import { isOpen, type LeaseRecord, type PendingCall } from "../../../src/modules/lease/ledger"
import { isExclusive, isUnderWay } from "../../../src/modules/lease/rules/pending-calls"
import { canceledOrder } from "../../faults/support/medusa"
import { explainedFacts } from "./explained"
import { type Moment, set } from "./moment"
import { OPTIONS } from "./process"
import { goingOn, jobsFrom, SIGNS } from "./steps"

const MINUTE = 60_000
/** How many reconciliations to follow. */
const FOLLOWED = 8
const LEFT = { crashes: 0, losses: 0, refusals: 9, acts: 0, changes: 9 }

type Happened = { does: string[]; from: number; to: number }

/** Runs the processes to their end, without faults. `refuses`: the service refuses calls. */
async function complete(m: Moment, refuses = false): Promise<void> {
  while (m.processes[0]) {
    const steps = goingOn(m, m.processes[0], 0)
    const step = (refuses && steps.find(({ name }) => name.endsWith("is refused"))) || steps[0]
    await step?.take(m)
  }
}

async function job(m: Moment, does: string, refuses = false): Promise<boolean> {
  const step = jobsFrom(m, true).find(({ name }) => name === `the job ${does}`)
  await step?.take(m)
  await complete(m, refuses)
  return step !== undefined
}

const openKinds = ({ pendingCalls }: Moment) =>
  pendingCalls.flatMap((call) => (isOpen(call) && call.kind !== "read_status" ? [call.kind] : []))
/** What a reading may change. */
const inBrief = ({ lease: { status, evidence, service_status, alerts, contracts_received_at, fingerprint } }: Moment) =>
  JSON.stringify([status, evidence, service_status, alerts.map(({ code }) => code), contracts_received_at, fingerprint])

/** How a reconciliation itself changed the lease. */
function movesOf(before: LeaseRecord, { lease }: Moment): string[] {
  if (before.order_id !== null && (lease.order_id === null || lease.status === "superseded")) return ["release_order"]
  return lease.status === before.status ? [] : [lease.status]
}

/** What the job does first if nobody does anything. Null if a reading finds something new. */
async function follow(m: Moment): Promise<Happened | null> {
  const kinds = openKinds(m)
  const alerts = m.lease.alerts.map(({ code }) => code)
  for (let left = FOLLOWED; left > 0; left--) {
    const { reconcile_at } = m.lease
    if (!reconcile_at) break
    const from = m.now
    set(m, { now: Math.max(m.now, reconcile_at.getTime()) + 1 })
    const before = m.lease
    await job(m, "reconciles")
    const calls = openKinds(m).filter((kind) => !kinds.includes(kind))
    const moved = movesOf(before, m)
    // An order that is recorded is also compared with its contract.
    const raised = moved.includes("placed")
      ? []
      : m.lease.alerts.flatMap(({ code }) => (alerts.includes(code) ? [] : [code]))
    if (calls.length || raised.length || moved.length)
      return { does: [...calls, ...raised, ...moved].sort(), from, to: m.now }
    const known = inBrief(m)
    if (m.pendingCalls.some((call) => call.kind === "read_status")) await job(m, "makes read_status")
    if (inBrief(m) !== known) return null
  }
  return { does: [], from: m.now, to: m.now }
}

/** The same from the explanation's foresight. */
function foreseen(facts: DecisionFacts) {
  const { acts } = foresee(facts, OPTIONS)
  const moves: Record<string, string> = { lapse: "undecided", record_order: "placed" }
  const does = acts.map((act) => (act.does === "raise_alert" ? act.alert : (moves[act.does] ?? act.does))).sort()
  const at = acts.map((act) => act.at.getTime()).sort()
  return { does, from: at[0] ?? Number.POSITIVE_INFINITY }
}

function difference(said: ReturnType<typeof foreseen>, happened: Happened | null, now: number): string | null {
  if (!happened) return null
  if (!happened.does.length) return said.from > happened.to ? null : `${said.does} was said, and nothing happened`
  if (`${said.does}` !== `${happened.does}`) return `${said.does || "nothing"} was said, and ${happened.does} happened`
  const isInTime = said.from >= happened.from - 2 * MINUTE && said.from <= happened.to + 2 * MINUTE
  return isInTime
    ? null
    : `${said.does} was said for ${(said.from - now) / MINUTE} minutes later, and happened by ${(happened.to - now) / MINUTE}`
}

/** How each condition comes true. Returns false if it can't here. */
const COMES_TRUE: Partial<Record<Condition, (m: Moment) => Promise<boolean>>> = {
  if_signed: async (m) => {
    const { state, isOut, cart, talks } = m.service
    if (!talks || state !== "contracts" || !isOut || cart !== m.lease.amount || !m.lease.fingerprint) return false
    await SIGNS.take(m)
    return read(m)
  },
  if_confirmed: async (m) => {
    if (m.service.state !== "lease_accepted" || m.service.signed !== m.lease.amount) return false
    set(m, { service: { ...m.service, talks: true } })
    return read(m)
  },
  if_accepted: (m) => makes(m, "done"),
  if_refused: (m) => makes(m, "refused"),
  if_order_canceled: async (m) => {
    if (!m.order?.cancelable) return false
    set(m, { order: canceledOrder(m.order, new Date(m.now)), lease: { ...m.lease, reconcile_at: new Date(m.now) } })
    return true
  },
}

/** Reads the status now. */
async function read(m: Moment): Promise<boolean> {
  if (m.pendingCalls.some((call) => isUnderWay(call))) return false
  const call = {
    ...(m.pendingCalls[0] ?? {}),
    ...READING,
    lease_id: m.lease.id,
    due_at: new Date(m.now),
    created_at: new Date(m.now),
  }
  set(m, { pendingCalls: [call as PendingCall, ...m.pendingCalls] })
  await job(m, "makes read_status")
  return !m.pendingCalls.some(({ kind }) => kind === "read_status")
}
const READING = {
  ...{ id: "reading", kind: "read_status", state: "due", attempts: 0, claim_token: null, sent: false, detail: {} },
  ...{ actor: "system", actor_id: null, last_error: null, finished_at: null },
} as const

/** The open call to the service. */
function callOf({ pendingCalls, lease }: Moment): PendingCall | undefined {
  const open = pendingCalls.filter((call) => isOpen(call) && isServiceCall(call.kind) && call.lease_id === lease.id)
  return open.find(({ kind }) => isExclusive(kind)) ?? open[0]
}

/** Makes the open call to the service, and returns whether it ends in this state. */
async function makes(m: Moment, ends: PendingCall["state"]): Promise<boolean> {
  const call = callOf(m)
  if (call?.state !== "due" || call.due_at.getTime() > m.now) return false
  await job(m, `makes ${call.kind}`, ends === "refused")
  return m.pendingCalls.some(({ id, state }) => id === call.id && state === ends)
}

/** What the explanation says would happen, and doesn't; null if it all does. */
export async function wrongForesight(given: Moment): Promise<string | null> {
  const m: Moment = { ...given, left: LEFT }
  if (m.processes.length || m.wrong.length) return null
  const facts = explainedFacts(m)
  if (!m.pendingCalls.some((call) => isUnderWay(call))) {
    const wrong = difference(foreseen(facts), await follow({ ...m }), m.now)
    if (wrong) return `if nobody does anything: ${wrong}`
  }
  for (const [condition, comesTrue] of Object.entries(COMES_TRUE) as [Condition, (m: Moment) => Promise<boolean>][]) {
    // The service accepts or refuses a call when it is made.
    const isMade = condition === "if_accepted" || condition === "if_refused"
    const next: Moment = { ...m, now: Math.max(m.now, isMade ? (callOf(m)?.due_at.getTime() ?? 0) : 0) }
    const outcome = outcomes[condition](explainedFacts(next))
    if (!outcome || outcome.sentences.includes("shipped_first") || !(await comesTrue(next))) continue
    const { lease, pendingCalls } = outcome.facts
    const own = [next.lease, ...next.former].find(({ id }) => id === lease.id)
    if (own?.status !== lease.status) return `${condition}: ${lease.status} was said, and it is ${own?.status}`
    const expected = pendingCalls.filter(isOpen).map(({ kind }) => kind)
    const open = next.pendingCalls.filter((call) => isOpen(call) && call.lease_id === lease.id).map(({ kind }) => kind)
    if (`${expected.sort()}` !== `${[...open].sort()}`)
      return `${condition}: ${expected} was said, and ${open} are open`
    if (own.id !== next.lease.id) continue
    const wrong = difference(foreseen(outcome.facts), await follow(next), next.now)
    if (wrong) return `${condition}: ${wrong}`
  }
  return null
}
