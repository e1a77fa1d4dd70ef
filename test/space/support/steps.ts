import { claimMs } from "../../../src/modules/lease/accounts/deps"
import type { CallKind } from "../../../src/modules/lease/ledger"
import { make } from "../../../src/modules/lease/outbox/make"
import { reconcile } from "../../../src/modules/lease/outbox/reconcile"
import { canceledOrder } from "../../faults/support/medusa"
import { isUnpaid } from "../../faults/support/staff"
import { elapsed, type Left, type Moment, type Process, type Service, set, type Tools } from "./moment"
import { type Act, at, change, holderOf, mustSee, PEOPLE } from "./people"
import { amountOf, CART, isTooLate, isUnlocked, OTHER_CART, proceed } from "./process"
import { dueOf } from "./rows"
import { isRead, noAnswer, notSent, serve } from "./service"

const MINUTE = 60_000
/** Longer than any wait. */
const DAY = 25 * 60 * MINUTE

// Back-off without random jitter, so that a path can be replayed.
Math.random = () => 0

/** A possible next step, by its name in a path. Changes the given moment. `spends`: what it uses up of `left`. */
export type Step = { name: string; spends?: keyof Left; take(m: Moment): void | Promise<void> }

const becomes =
  (state: Service["state"], elsewhere = true) =>
  (m: Moment) =>
    set(m, { service: { ...m.service, state, elsewhere } })

/** Changes outside the ledger. Their events are lost, so only a reconciliation finds them. */
const ELSEWHERE: Record<string, { may(m: Moment): boolean; take: Step["take"] }> = {
  "the contract expires": { may: at("contracts"), take: becomes("contracts_expired", false) },
  "the operator cancels the contract": { may: at("lease_accepted"), take: becomes("approved") },
  "the operator starts the lease": { may: at("lease_accepted"), take: becomes("funded") },
  "the operator takes the goods back": { may: at("funded"), take: becomes("returned") },
  "the goods are sold out": { may: ({ soldOut, order }) => !soldOut && !order, take: (m) => set(m, { soldOut: true }) },
  "code cancels the order": {
    may: ({ order }) => order?.canceled === false,
    take: (m) => set(m, { order: m.order && canceledOrder(m.order, new Date(m.now)), unseen: true }),
  },
  "code edits the order": {
    may: ({ order }) => order?.canceled === false,
    take: (m) => {
      const asCart = m.order?.total === amountOf(CART) ? OTHER_CART : CART
      change(m, { asCart, total: amountOf(asCart) })
    },
  },
  "another method pays the order": {
    may: ({ order }) => isUnpaid(order) && !order.sessions.length,
    take: (m) => change(m, { heldByOthers: true, heldElsewhere: m.order?.total ?? 0 }),
  },
  "the draft is deleted": {
    may: ({ order }) => order?.status === "draft",
    take: (m) => set(m, { order: null, unseen: true }),
  },
  "the goods come back": {
    may: ({ order }) => order !== null && order.delivered > order.returned,
    take: (m) => change(m, { returned: 1 }),
  },
}

/** All possible next steps. */
export function stepsFrom(m: Moment): Step[] {
  const { processes, left } = m
  const isQuiet = !processes.length && !isReconcileDue(m) && !dueOf(m).length
  const mayBegin = processes.length < 2
  return [
    ...jobsFrom(m, mayBegin),
    ...(mayBegin && left.acts > 0 ? peopleFrom(m) : []),
    ...(at("contracts")(m) && m.service.isOut ? [SIGNS] : []),
    ...(left.changes > 0 ? changesFrom(m) : []),
    ...processes.flatMap((process, place) => goingOn(m, process, place)),
    // The job runs each minute, so time passes only when nothing is due.
    ...(isQuiet ? [{ name: "time passes", take: pass }] : []),
    ...(isQuiet && !m.order ? [{ name: "a day passes", take: passes(DAY) }] : []),
  ]
}

const isReconcileDue = ({ lease, former, now }: Moment) =>
  [lease, ...former].some(({ reconcile_at }) => reconcile_at !== null && reconcile_at.getTime() <= now)
export const SIGNS: Step = {
  name: "the shopper signs",
  take: (m) => set(m, { service: { ...m.service, state: "lease_accepted", signed: m.service.cart } }),
}
/** Time passes and nothing else happens. */
export const passes = (ms: number) => (m: Moment) => set(m, { now: m.now + ms })

/** The store's clock is set, and no time passes. */
export const turns = (ms: number) => (m: Moment) => set(m, { now: m.now + ms, turned: (m.turned ?? 0) + ms })

/** The job's possible steps. `calls`: also make calls. */
export function jobsFrom(m: Moment, calls: boolean): Step[] {
  const reconciles = begin("the job reconciles", ({ deps, medusa }) => reconcile(deps, medusa))
  const made = calls ? dueOf(m).map(({ kind }) => begin(`the job makes ${kind}`, job(kind))) : []
  return isReconcileDue(m) ? [reconciles, ...made] : made
}

/** People's possible steps. */
export const peopleFrom = (m: Moment, people: Record<string, Act> = PEOPLE): Step[] =>
  Object.entries(people).flatMap(([name, { may, does }]) => (may(m) ? spending("acts", begin(name, acting(does))) : []))

/** Possible changes outside the ledger. */
export const changesFrom = (m: Moment): Step[] =>
  Object.entries(ELSEWHERE).flatMap(([name, { may, take }]) => (may(m) ? spending("changes", { name, take }) : []))

const spending = (what: keyof Left, { name, take }: Step): Step => ({
  name,
  spends: what,
  take: (m) => {
    set(m, { left: { ...m.left, [what]: m.left[what] - 1 } })
    return take(m)
  },
})

function begin(name: string, does: (tools: Tools) => Promise<unknown>): Step {
  return {
    name,
    take: (m) => {
      set(m, { ids: m.ids + 1 })
      return (m.goOn ?? proceed)(m, { id: m.ids, does: name, began: m.now, results: [] }, does)
    },
  }
}

/** Routes read the lease and the order first. */
const acting =
  (does: Act["does"]) =>
  async ({ m, ...tools }: Tools) => {
    const read = () => ({ lease: m.lease, order: m.order, holder: holderOf(m), mustSee: mustSee(m) })
    return does({ ...tools, m, ...(await tools.io(read, "all is read")) })
  }

/** One process claims a due call. */
const job =
  (kind: CallKind) =>
  async ({ deps, medusa }: Tools) => {
    const [call] = await deps.store.pendingCalls.claimDue({ kinds: [kind], limit: 1, ms: claimMs(deps) })
    if (call) await make(deps, medusa, { call, lease: (await deps.store.byId(call.lease_id)) ?? undefined })
  }

/** A process's possible next steps. */
export function goingOn(m: Moment, process: Process, place: number): Step[] {
  const { left } = m
  const { waits, does, id } = process
  const { call } = waits
  const others = ({ processes }: Moment) => processes.filter((other) => other.id !== id)
  const goOn = (next: Moment, { at: _, ...answer }: Process["results"][number]) => {
    set(next, { processes: others(next) })
    const act = PEOPLE[does] ? acting(PEOPLE[does].does) : job(does.replace("the job makes ", "") as CallKind)
    return (m.goOn ?? proceed)(next, { ...process, results: [...process.results, { ...answer, at: next.now }] }, act)
  }
  const arrive = (refuses: boolean) => (next: Moment) => {
    const answer = serve(next, waits, refuses)
    if (isRead(call)) return goOn(next, answer)
    const waiting: Process = { ...process, waits: { ...waits, for: "answer", answer } }
    set(next, { processes: next.processes.map((one) => (one.id === id ? waiting : one)) })
  }
  // Only the simulation keeps a dead process's lock until it expires.
  const die = (next: Moment) =>
    set(next, { processes: others(next), lock: next.lock === id && !next.goOn ? null : next.lock })
  const step = (what: string, take: Step["take"]): Step => ({
    name: `${does}${place ? ` (${place + 1})` : ""}: ${what}`,
    take,
  })
  if (isTooLate(m, waits)) return [step(`${call} takes too long`, (next) => goOn(next, noAnswer(next, call)))]
  if (waits.for === "arrival" && (m.away ?? 0) > elapsed(m))
    return [step(`${call} finds nobody`, (next) => goOn(next, notSent(next, call)))]
  const steps: Step[] = []
  const answered = waits.answer ?? { at: m.now, value: undefined }
  if (waits.for === "arrival") steps.push(step(`${call} arrives`, arrive(false)))
  else if (waits.for !== "cart" || isUnlocked(m))
    steps.push(step(waits.for === "turn" ? call : `${call} is answered`, (next) => goOn(next, answered)))
  if (left.losses > 0 && waits.for === "arrival") {
    steps.push(
      spending(
        "losses",
        step(`${call} is lost`, (next) => goOn(next, noAnswer(next, call))),
      ),
    )
    if (!isRead(call))
      steps.push(
        spending(
          "losses",
          step(`${call} is not sent`, (next) => goOn(next, notSent(next, call))),
        ),
      )
  }
  if (left.losses > 0 && waits.for === "answer")
    steps.push(
      spending(
        "losses",
        step(`the answer to ${call} is lost`, (next) => goOn(next, noAnswer(next, call))),
      ),
    )
  if (left.refusals > 0 && waits.for === "arrival" && !isRead(call))
    steps.push(spending("refusals", step(`${call} is refused`, arrive(true))))
  // A process that wrote nothing leaves nothing behind.
  const hasBegun = m.lock === id || waits.for === "turn" || m.pendingCalls.some(({ state }) => state === "running")
  if (left.crashes > 0 && hasBegun) steps.push(spending("crashes", step("dies", die)))
  return steps
}

/** Lets time pass until something is due. */
export function pass(m: Moment): void {
  const open = m.pendingCalls.filter(({ state }) => state === "due" || state === "running")
  const reconciles = [m.lease, ...m.former].map(({ reconcile_at }) => reconcile_at)
  const moments = [...reconciles, ...open.map(({ due_at }) => due_at)].flatMap((moment) => moment?.getTime() ?? [])
  const next = Math.min(...moments.filter((moment) => moment > m.now))
  set(m, { now: Math.max(m.now + 10 * MINUTE, Number.isFinite(next) ? next + 1 : 0) })
}
