import type { AccountDeps } from "../../../src/modules/lease/accounts/deps"
import {
  apply,
  attachSession,
  contract,
  isEnded,
  isForExistingOrder,
  isOpen,
  offer,
} from "../../../src/modules/lease/ledger"
import type { LeaseStatus } from "../../../src/modules/lease/rules/state-machine"
import { elapsed, type Left, type Moment, set } from "./moment"
import { type Act, at, goodsOf, LEAVING, PEOPLE, shopperOf } from "./people"
import { CART, isUnlocked, OPTIONS, OTHER_CART, SESSION } from "./process"
import { edited, opened, placed, unpaid } from "./roots"
import { brokenRule, isAtRest } from "./rules"
import { drawing, living, numbersOf } from "./scheduler"
import { changesFrom, goingOn, jobsFrom, pass, passes, peopleFrom, SIGNS, type Step, turns } from "./steps"

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 25 * HOUR
/** Maximum number of concurrent requests and calls: a shopper's tabs, two jobs, and staff. */
const CROWD = 5
/**
 * After a life, this many days pass without new actions, each until everything is at rest or up to this many steps: enough for the hours that the
 * clock was set back, because calls wait that long.
 */
const DAYS = 3
const LONGEST_DAY = 300
/** A few hundred steps are usual. */
const LONGEST = 20_000

const send = async ({ deps, m }: { deps: AccountDeps; m: Moment }) => {
  const cart = goodsOf(m)
  if (!cart) return
  await apply(deps, {
    ...{
      cart,
      application: { customer: { emailAddress: cart.email } },
      consent: { accepted: ["application"], version: OPTIONS.consent.version },
    },
    ...{ idempotencyKey: `form ${m.forms}`, shopper: shopperOf(m) },
  })
}

/** A shopper's actions before the signature, in any number of tabs. */
const SHOPPING: Record<string, Act> = {
  "the shopper applies": {
    may: (m) => goodsOf(m) !== null && ["open", "undecided", "canceled", "expired"].includes(m.lease.status),
    does: async (tools) => {
      await tools.io(() => set(tools.m, { forms: tools.m.forms + 1 }), "the form is filled in")
      await send(tools)
    },
  },
  "the shopper sends the form twice": {
    may: ({ forms, lease }) => forms > 0 && ["open", "submitting", "undecided", "approved"].includes(lease.status),
    does: send,
  },
  "the shopper asks for the offer": {
    may: (m) => goodsOf(m) !== null && ["approved", "offered", "signing"].includes(m.lease.status),
    does: async ({ deps, m }) => {
      const cart = goodsOf(m)
      if (cart) await offer(deps, cart, shopperOf(m))
    },
  },
  "the shopper opens the contract": {
    may: (m) => goodsOf(m) !== null && ["offered", "signing"].includes(m.lease.status),
    does: async ({ deps, m }) => {
      const cart = goodsOf(m)
      if (!cart) return
      await contract(deps, cart, shopperOf(m))
      if (!isForExistingOrder(m.lease)) await attachSession(deps, CART, SESSION, m.order !== null)
    },
  },
  "the shopper changes the cart": {
    may: (m) => !m.order && isUnlocked(m),
    does: ({ io, m }) => io(() => set(m, { cart: m.cart === CART ? OTHER_CART : CART }), "the cart is changed"),
  },
}
/** The next action if nothing goes wrong: for an order awaiting its lease, and for any other. */
const FIRST = ["staff send the link", "staff replace the contract"]
const NEXT: Partial<Record<LeaseStatus, string>> = {
  ...{ open: "the shopper applies", undecided: "the shopper applies", approved: "the shopper asks for the offer" },
  ...{ offered: "the shopper opens the contract", signing: "the shopper's page asks for the signature" },
  ...{
    signed: "the shopper completes the cart",
    placed: "the goods leave and arrive",
    delivered: "staff lower the price",
  },
}
const named = (begins: string) => Object.fromEntries(Object.entries(PEOPLE).filter(([name]) => name.startsWith(begins)))
const [SHOPPERS, STAFF] = [{ ...SHOPPING, ...LEAVING, ...named("the ") }, named("staff ")]

/** Longer pauses during a process are rare (see `TROUBLE`). */
const MOMENTS: Step[] = [
  { name: "a second passes", take: passes(SECOND) },
  { name: "a minute passes", take: passes(MINUTE) },
]
/** Taken after hours of nothing but routine reconciliations. */
const NIGHT: Step = { name: "a day passes", take: passes(DAY) }
const TIMES: Step[] = [
  ...MOMENTS,
  { name: "time passes", take: pass },
  { name: "an hour passes", take: passes(HOUR) },
  { name: "a day passes", take: passes(DAY) },
]
/** Setting the clock ahead is the same as time passing without a process. */
const TURNS: Step[] = [
  { name: "the clock is set back by a minute", take: turns(-MINUTE) },
  { name: "the clock is set back by twenty minutes", take: turns(-20 * MINUTE) },
  { name: "summer time ends", take: turns(-HOUR) },
]
const TROUBLE: Step[] = [
  { name: "all stands still for ten minutes", take: passes(10 * MINUTE) },
  { name: "every process dies", take: (m) => set(m, { processes: [] }) },
  { name: "the service is away for an hour", take: (m) => set(m, { away: elapsed(m) + HOUR }) },
]

const people = (m: Moment, acts: Record<string, Act>) => (m.processes.length < CROWD ? peopleFrom(m, acts) : [])
const signs = (m: Moment) => (at("contracts")(m) && m.service.isOut ? [SIGNS] : [])
const goOn = (m: Moment) => m.processes.flatMap((process, place) => goingOn(m, process, place))
/** What may happen next, by kind. */
const SORTS = {
  on: (m: Moment) => goOn(m).filter(({ spends }) => !spends),
  fault: (m: Moment) => goOn(m).filter(({ spends }) => spends),
  job: (m: Moment) => jobsFrom(m, m.processes.length < CROWD),
  next: (m: Moment) => {
    const then = NEXT[m.lease.status]
    const name = FIRST.find((first) => STAFF[first]?.may(m)) ?? then ?? ""
    const act = SHOPPERS[name] ?? STAFF[name]
    return [...(act ? people(m, { [name]: act }) : []), ...signs(m)]
  },
  shopper: (m: Moment) => [...people(m, SHOPPERS), ...signs(m)],
  staff: (m: Moment) => people(m, STAFF),
  change: (m: Moment) => (m.left.changes > 0 ? changesFrom(m) : []),
  time: ({ processes }: Moment) => (processes.length ? MOMENTS : TIMES),
  trouble: () => TROUBLE,
  turn: () => TURNS,
}
type Sort = keyof typeof SORTS

/** A life's steps come from a seed, or from a recorded path of names. */
type Origin = { seed: number } | { path: readonly string[] }
/** Database tables in place of the rows in memory. */
type Tables = { store: AccountDeps["store"]; read(): Promise<Pick<Moment, "lease" | "former" | "pendingCalls">> }
export type Life = { ends: LeaseStatus; path: string[]; trace: string[]; found?: ReturnType<typeof brokenRule> }

/** How lives begin; `an order` only in a path. */
const ROOTS: Record<string, (left: Left) => Moment> = {
  "a shopper": (left) => opened(true, left),
  "a shopper, where the service gives no status": (left) => opened(false, left),
  "an order": (left) => placed(true, left),
  "an edited order": (left) => edited(true, left),
  "an edited order, where the service gives no status": (left) => edited(false, left),
  "an order that nobody has paid": (left) => unpaid(false, left),
  "a draft order": (left) => unpaid(true, left),
}
const rootOf = drawing({
  ...{ "a shopper": 55, "a shopper, where the service gives no status": 15, "an edited order": 12 },
  ...{
    "an edited order, where the service gives no status": 4,
    "an order that nobody has paid": 7,
    "a draft order": 7,
  },
})

/** One lease from its first application on. `traced`: also records the state after each step. */
export async function live(
  origin: Origin,
  { traced = false, tablesOf }: { traced?: boolean; tablesOf?: (m: Moment) => Promise<Tables> } = {},
): Promise<Life> {
  const number = numbersOf("seed" in origin ? origin.seed : 0)
  const real = Math.random
  try {
    const upTo = (most: number) => Math.floor(number() * (most + 1))
    const left = { crashes: upTo(3), losses: upTo(4), refusals: upTo(2), acts: 1000, changes: upTo(3) }
    const [root = ""] = "path" in origin ? origin.path : [rootOf(number())]
    const m = ROOTS[root]?.("path" in origin ? PLENTY : left)
    if (!m) throw new Error(`No life begins as "${root}".`)
    // Back-off jitter depends only on the time, so that a path can be replayed, even on tables.
    Math.random = () => numbersOf(m.now)()
    const tables = await tablesOf?.(m)
    set(m, { goOn: living(), ...(tables && { tables: tables.store }) })
    const life: Life = { ends: m.lease.status, path: [root], trace: [] }
    const next = "seed" in origin ? decided(number) : along(origin.path)
    for (let step = next(m); step && !life.found; step = next(m)) {
      if (!tables && step === NIGHT) life.found = brokenRule(m, true)
      set(m, { now: m.now + 1 })
      await step.take(m)
      life.path.push(step.name)
      if (tables) set(m, await tables.read())
      if (!tables) life.found ??= brokenRule(m)
      if (life.path.length > LONGEST) life.found ??= { rule: "every life comes to rest", what: step.name }
      else if (m.wrong.length) throw new Error(m.wrong[0])
      if (traced) life.trace.push(`${new Date(m.now).toISOString()} ${step.name} → ${inBrief(m)}`)
    }
    return { ...life, ends: m.lease.status }
  } finally {
    Math.random = real
  }
}

const PLENTY = { crashes: 1000, losses: 1000, refusals: 1000, acts: 1000, changes: 1000 }

/** The next step of a path. */
function along(path: readonly string[]): (m: Moment) => Step | undefined {
  let place = 0
  return (m) => {
    place += 1
    const name = path[place]
    if (name === undefined) return undefined
    const step = Object.values(SORTS)
      .flatMap((sort) => sort(m))
      .find((one) => one.name === name)
    if (!step) throw new Error(`"${name}" is not possible here.`)
    return step
  }
}

/** Steps drawn from a seed: at first anything, then days in which everything comes to rest. Each life has its own weights. */
function decided(number: () => number): (m: Moment) => Step | undefined {
  const one = <T>(all: readonly T[]): T => all[Math.floor(number() * all.length)] as T
  const draw = drawing<Sort>({
    ...{ on: 60, job: 15, next: 8, shopper: one([1, 4, 15]), staff: one([0, 0, 0.5, 3, 10]), change: one([0, 0.3, 1]) },
    ...{ fault: one([0, 1, 5]), time: one([1, 3, 8]), trouble: one([0.05, 0.3]), turn: one([0, 0.1, 1]) },
  })
  const busy = 60 + Math.floor(number() * 300)
  let [taken, days, ofDay] = [0, 0, 0]
  const any = (m: Moment): Step => {
    const steps = SORTS[draw(number())](m)
    return steps.length ? one(steps) : any(m)
  }
  return (m) => {
    // Little happens after a lease has ended.
    taken += isEnded(m.lease) || m.lease.status === "denied" ? 5 : 1
    if (taken <= busy) return any(m)
    ofDay += 1
    const steps = [...SORTS.on(m), ...SORTS.job(m)]
    if (steps.length) return one(steps)
    // A lease that needs a person to act is reconciled forever.
    if (!isAtRest(m) && ofDay < LONGEST_DAY) return { name: "time passes", take: pass }
    days += 1
    ofDay = 0
    return days > DAYS ? undefined : NIGHT
  }
}

/** The part of a moment that a trace records. */
function inBrief({ lease, former, pendingCalls, order, service, lock }: Moment): string {
  const { status, evidence, alerts, reconcile_at } = lease
  const calls = pendingCalls.filter(isOpen).map(({ kind, state, due_at, attempts, sent }) => {
    return `${kind} ${state}${sent ? " sent" : ""} ${attempts} ${due_at.toISOString()}`
  })
  const money = order?.payments.map(
    ({ captured, refunded, canceled }) => `${captured}-${refunded}${canceled ? " canceled" : ""}`,
  )
  const words = [...former.map((one) => one.status), status, evidence, ...alerts.map(({ code }) => code)]
  return JSON.stringify([
    ...[
      words.join(" "),
      reconcile_at,
      calls.sort(),
      order && [order.canceled ? "canceled" : "stands", ...(money ?? [])],
    ],
    ...[[service.state, service.cart, service.signed].join(" "), lock !== null],
  ])
}
