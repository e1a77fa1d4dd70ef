import {
  attest,
  type CardFacts,
  cancelContract,
  checkShippable,
  checkStatus,
  claimMs,
  confirmDelivery,
  decideReversal,
  isOpen,
  type LeaseRecord,
  look,
  make,
  mayDo,
  type Order,
  type Outcome,
  outcomesOf,
  restOf,
  retry,
  returnLease,
  settle,
  type TaskKind,
  type TaskRecord,
  verifySignature,
} from "../../support/ledger"
import { type Left, type Moment, type Process, type Service, set, type Tools } from "./moment"
import { CART, canceledOrder, isTooLate, isUnlocked, OPTIONS, proceed } from "./process"
import { dueOf } from "./rows"
import { EFFECT_OF, isRead, noAnswer, notSent, serve } from "./service"

const MINUTE = 60_000
/** Longer than any wait. */
const DAY = 25 * 60 * MINUTE
const STAFF = { by: "merchant", id: "user_1" } as const
export const SHOPPER = { customerId: "cus_1" }
const NOTE = "The operator says so."

// Waits are spread at random. Here they are the shortest, so that a path can be gone again.
Math.random = () => 0

/** Something that may happen next, by the name under which a path lists it. Changes the moment that it is given. `spends`: it happens so often. */
export type Step = { name: string; spends?: keyof Left; take(m: Moment): void | Promise<void> }

type Does = (tools: Tools & Pick<Moment, "lease" | "order">) => Promise<unknown>
export type Act = { may(m: Moment): boolean; does: Does }

const facts = ({ lease, order, tasks, now }: Moment): CardFacts => ({
  ...{ ...OPTIONS, lease, order, now: new Date(now), tasks: tasks.filter(({ lease_id }) => lease_id === lease.id) },
  ...{ returnNumber: null, partDue: null, claimed: false, returnCheck: null },
})

const hasTaken = ({ service }: Moment, { kind }: TaskRecord) => service.took.some((call) => call === EFFECT_OF[kind])
/** None of the open calls has taken effect. */
const noneTook = (m: Moment) => !m.tasks.some((task) => isOpen(task) && hasTaken(m, task))

/** A person says what the operator says, and that is true. */
const settles = (outcome: Outcome, isTrue: (m: Moment) => boolean): Act => ({
  may: (m) => isTrue(m) && mayDo(facts(m), "settle") && outcomesOf(m.lease).includes(outcome),
  does: async ({ desk, io, m, lease, order }) => {
    const seen = lease.attention.map(({ code }) => code)
    const own = order?.id === lease.order_id ? order : null
    await settle(desk, lease, { outcome, note: NOTE, seen, order: own, actor: STAFF })
    // What was true when it was asked may no longer be: the request has arrived since.
    const isOutdated = (task: TaskRecord) => outcome === "nothing" && task.state === "settled" && hasTaken(m, task)
    const note = () => set(m, { settled: true, sentAgain: m.sentAgain || m.tasks.some(isOutdated) })
    await io(note, "it is noted")
  },
})
export const at =
  (...states: Service["state"][]) =>
  ({ service }: Moment) =>
    states.includes(service.state)

/** What people ask for, as the routes ask the ledger. */
export const PEOPLE: Record<string, Act> = {
  "the shopper's page asks for the signature": {
    may: ({ lease }) => lease.status === "signing",
    does: ({ desk }) => verifySignature(desk, CART.id, SHOPPER, "done"),
  },
  "the shopper completes the cart": {
    may: (m) => !m.order && isUnlocked(m) && ["signing", "signed", "placing"].includes(m.lease.status),
    does: ({ medusa, lease }) => medusa.call.place_order(lease).catch(() => {}),
  },
  "staff cancel the order": {
    may: ({ order, lease }) => order?.id === lease.order_id && order?.cancelable === true,
    does: async ({ desk, medusa, lease }) => {
      const isOver = ["canceled", "expired", "returned", "superseded"].includes(lease.status)
      if (!isOver) await cancelContract(desk, lease, STAFF, { cancel_order: true })
      await medusa.call.cancel_order(lease)
    },
  },
  "staff refund the payment": {
    may: ({ order, lease }) =>
      order?.id === lease.order_id && order?.payments.some(({ captured, refunded }) => captured > refunded) === true,
    does: async ({ desk, medusa, lease, order }) => {
      const { status, order_id } = lease
      const sums = { amount: restOf(lease), leased: restOf(lease) }
      const found = decideReversal({ ...sums, status, hasOrder: order_id !== null, shipped: order?.shipped ?? false })
      if (found.do === "refuse") return
      if (found.do === "cancel") await cancelContract(desk, lease, STAFF, { cause: "refunded" })
      if (found.do === "return") await returnLease(desk, lease, { actor: STAFF })
      await medusa.call.close_payment(lease)
    },
  },
  "staff cancel the contract": {
    may: (m) => mayDo(facts(m), "cancel_contract"),
    does: ({ desk, medusa, lease }) => {
      const cancel = (now: LeaseRecord) => cancelContract(desk, now, STAFF, { cause: "by_hand" })
      if (lease.order_id) return cancel(lease)
      return medusa.lockCart(CART.id, async () => {
        const now = await desk.store.byId(lease.id)
        if (now?.status === lease.status) await cancel(now)
      })
    },
  },
  "staff confirm the delivery": {
    may: (m) => mayDo(facts(m), "confirm_delivery"),
    does: ({ desk, lease }) => {
      const date = desk.now().toISOString().slice(0, 10)
      return confirmDelivery(desk, lease, { date, count: { pieces: 1, delivered: 1 }, actor: STAFF })
    },
  },
  "staff return the lease": {
    may: (m) => mayDo(facts(m), "return_lease"),
    does: ({ desk, lease }) => returnLease(desk, lease, { actor: STAFF }),
  },
  "staff ask for the status": {
    may: (m) => mayDo(facts(m), "check_status"),
    does: ({ desk, lease }) => checkStatus(desk, lease, STAFF),
  },
  "staff attest the signature": {
    may: (m) => at("lease_accepted")(m) && mayDo(facts(m), "attest"),
    does: ({ desk, lease }) => attest(desk, lease, { note: NOTE, actor: STAFF }),
  },
  "staff try again": {
    may: (m) => noneTook(m) && mayDo(facts(m), "retry"),
    does: ({ desk, lease }) => retry(desk, lease, STAFF),
  },
  "staff settle it as canceled": settles("canceled", at("approved", "contracts_expired")),
  "staff settle it as returned": settles("returned", at("returned")),
  "staff settle it as delivered": settles("delivered", at("funded")),
  "staff settle it as nothing": settles("nothing", noneTook),
  "the goods leave and arrive": {
    may: ({ order }) => order?.canceled === false && !order.shipped,
    does: async ({ desk, io, m, lease }) => {
      await checkShippable(desk, lease, CART)
      const moment = { deliveredAt: desk.now(), shippedAt: desk.now() }
      const columns = { ...moment, shipped: true, cancelable: false, delivered: 1 }
      await io(() => change(m, columns), "the order is written")
    },
  },
}

const change = (m: Moment, columns: Partial<Order>) =>
  set(m, { order: m.order && { ...m.order, ...columns }, unseen: true })
const becomes =
  (state: Service["state"], elsewhere = true) =>
  (m: Moment) =>
    set(m, { service: { ...m.service, state, elsewhere } })

/** What happens without the ledger. Events are lost, so that only a look finds it. */
const ELSEWHERE: Record<string, { may(m: Moment): boolean; take: Step["take"] }> = {
  "the contract expires": { may: at("contracts"), take: becomes("contracts_expired", false) },
  "the operator cancels the contract": { may: at("lease_accepted"), take: becomes("approved") },
  "the operator starts the lease": { may: at("lease_accepted"), take: becomes("funded") },
  "the operator takes the goods back": { may: at("funded"), take: becomes("returned") },
  "the goods are sold out": { may: ({ soldOut, order }) => !soldOut && !order, take: (m) => set(m, { soldOut: true }) },
  "code cancels the order": {
    may: ({ order }) => order?.canceled === false,
    take: (m) => set(m, { order: canceledOrder(m), unseen: true }),
  },
  "code edits the order": {
    may: ({ order }) => order?.canceled === false && order.total % 100 === 0,
    take: (m) => change(m, { total: (m.order?.total ?? 0) + 1 }),
  },
  "the goods come back": {
    may: ({ order }) => order !== null && order.delivered > order.returned,
    take: (m) => change(m, { returned: 1 }),
  },
}

/** Everything that may happen next. */
export function stepsFrom(m: Moment): Step[] {
  const { processes, left } = m
  const isQuiet = !processes.length && !isLookDue(m) && !dueOf(m).length
  const mayBegin = processes.length < 2
  return [
    ...jobsFrom(m, mayBegin),
    ...(mayBegin && left.acts > 0 ? peopleFrom(m) : []),
    ...(at("contracts")(m) && m.service.isOut ? [SIGNS] : []),
    ...(left.changes > 0 ? changesFrom(m) : []),
    ...processes.flatMap((process, place) => goingOn(m, process, place)),
    // The job runs each minute, so that nothing waits that is due.
    ...(isQuiet ? [{ name: "time passes", take: pass }] : []),
    ...(isQuiet && !m.order ? [{ name: "a day passes", take: passes(DAY) }] : []),
  ]
}

const isLookDue = ({ lease, former, now }: Moment) =>
  [lease, ...former].some(({ look_at }) => look_at !== null && look_at.getTime() <= now)
export const SIGNS: Step = {
  name: "the shopper signs",
  take: (m) => set(m, { service: { ...m.service, state: "lease_accepted", signed: m.service.cart } }),
}
/** Time passes without anything else. */
export const passes = (ms: number) => (m: Moment) => set(m, { now: m.now + ms })

/** What the job may do now. `calls`: also make calls. */
export function jobsFrom(m: Moment, calls: boolean): Step[] {
  const looks = begin("the job looks", ({ desk, medusa }) => look(desk, medusa))
  const made = calls ? dueOf(m).map(({ kind }) => begin(`the job makes ${kind}`, job(kind))) : []
  return isLookDue(m) ? [looks, ...made] : made
}

/** What people may ask for now. */
export const peopleFrom = (m: Moment, people: Record<string, Act> = PEOPLE): Step[] =>
  Object.entries(people).flatMap(([name, { may, does }]) => (may(m) ? spending("acts", begin(name, acting(does))) : []))

/** What may happen without the ledger. */
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
      return (m.goOn ?? proceed)(m, { id: m.ids, does: name, began: m.now, heard: [] }, does)
    },
  }
}

/** A route reads lease and order first. */
const acting = (does: Does) => async (tools: Tools) =>
  does({ ...tools, ...(await tools.io(() => ({ lease: tools.m.lease, order: tools.m.order }), "all is read")) })

/** A call that is due is claimed by one process. */
const job =
  (kind: TaskKind) =>
  async ({ desk, medusa }: Tools) => {
    const [task] = await desk.store.tasks.claimDue({ kinds: [kind], limit: 1, ms: claimMs(desk) })
    if (task) await make(desk, medusa, { task, lease: (await desk.store.byId(task.lease_id)) ?? undefined })
  }

/** What may become of a process. */
export function goingOn(m: Moment, process: Process, place: number): Step[] {
  const { left } = m
  const { waits, does, id } = process
  const { call } = waits
  const others = ({ processes }: Moment) => processes.filter((other) => other.id !== id)
  const goOn = (next: Moment, { at: _, ...answer }: Process["heard"][number]) => {
    set(next, { processes: others(next) })
    const act = PEOPLE[does] ? acting(PEOPLE[does].does) : job(does.replace("the job makes ", "") as TaskKind)
    return (m.goOn ?? proceed)(next, { ...process, heard: [...process.heard, { ...answer, at: next.now }] }, act)
  }
  const arrive = (refuses: boolean) => (next: Moment) => {
    const answer = serve(next, waits, refuses)
    if (isRead(call)) return goOn(next, answer)
    const waiting: Process = { ...process, waits: { ...waits, for: "answer", answer } }
    set(next, { processes: next.processes.map((one) => (one.id === id ? waiting : one)) })
  }
  // Only where nothing is left to wait for is a lock gone with its process.
  const die = (next: Moment) =>
    set(next, { processes: others(next), lock: next.lock === id && !next.goOn ? null : next.lock })
  const step = (what: string, take: Step["take"]): Step => ({
    name: `${does}${place ? ` (${place + 1})` : ""}: ${what}`,
    take,
  })
  if (isTooLate(m, waits)) return [step(`${call} takes too long`, (next) => goOn(next, noAnswer(next, call)))]
  if (waits.for === "arrival" && (m.away ?? 0) > m.now)
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
  // Who has written nothing leaves nothing.
  const hasBegun = m.lock === id || waits.for === "turn" || m.tasks.some(({ state }) => state === "running")
  if (left.crashes > 0 && hasBegun) steps.push(spending("crashes", step("dies", die)))
  return steps
}

/** Time passes until something is due. */
export function pass(m: Moment): void {
  const open = m.tasks.filter(({ state }) => state === "due" || state === "running")
  const looks = [m.lease, ...m.former].map(({ look_at }) => look_at)
  const moments = [...looks, ...open.map(({ due_at }) => due_at)].flatMap((moment) => moment?.getTime() ?? [])
  const next = Math.min(...moments.filter((moment) => moment > m.now))
  set(m, { now: Math.max(m.now + 10 * MINUTE, Number.isFinite(next) ? next + 1 : 0) })
}
