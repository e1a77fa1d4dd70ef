import { DAY_MS } from "./moments"
import type { Flow } from "./state-machine"

/**
 * The steps of a lease, in order. A lease that reached a step also reached every step before it, so no step has more leases than the one before. The
 * columns and entries that prove a step are never cleared, so a lease keeps its furthest step when it is canceled, expires, is returned or is erased.
 *
 * - `started`: the lease exists, because a shopper sent the application, a shopper opened the operator's widget, or staff offered the lease by link
 * - `applied`: the service has the application, or may have it
 * - `approved`: the service approved the application
 * - `priced`: the service priced the cart
 * - `signed`: the service, the browser or staff reported the signature, or the widget reported success
 * - `ordered`: Medusa placed the order, or an existing order is paid by the lease
 * - `delivered`: the delivery is confirmed
 */
export const FUNNEL_STEPS = ["started", "applied", "approved", "priced", "signed", "ordered", "delivered"] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** The steps of hosted leases. Their application, approval and price are known only to the operator's widget. */
const HOSTED_STEPS: readonly FunnelStep[] = ["started", "signed", "ordered", "delivered"]

/** The steps from which every lease has an amount. */
const WITH_AMOUNT: readonly FunnelStep[] = ["priced", "signed", "ordered", "delivered"]

/** The types of history entries of a lease that continues another one, whose reference is in `detail.from`. */
export const CONTINUING = ["approval_taken", "contract_replaced"]

/** SQL for a lease whose status and columns don't show how far it got. */
export const ENDED_UNPRICED = "status IN ('expired', 'superseded') AND priced_at IS NULL"

/** With fewer leases, the figures of one account could show what one shopper did. */
export const FEWEST_LEASES = 5

/** How many leases have the same week, account, flow, currency, furthest step and days from start to signature, and the sum of their amounts (cents). */
export type CountedLeases = {
  /** Counted from 0, the first week. */
  week: number
  account_id: string | null
  flow: Flow
  currency_code: string
  /** Its place in `FUNNEL_STEPS`. */
  step: number
  /** Whole days. Null if the signature wasn't recorded. */
  days: number | null
  count: number
  amount: number
}

/** The leases that reached a step: how many, and the sums of their amounts (cents), by currency. There are no sums before the price. */
export type ReachedStep = { step: FunnelStep; count: number; sums: { currency_code: string; amount: number }[] }

/** `days_to_sign` is the median of the whole days from the start to the signature; null if no lease is signed. */
export type Funnel = { steps: ReachedStep[]; days_to_sign: number | null }

/** A funnel for the whole time and for each week. */
export type FunnelByWeek<F = Funnel> = { total: F; weeks: F[] }

/** The leases of one flow. `accounts` is empty unless there are several; a funnel of theirs is null if it has fewer leases than `FEWEST_LEASES`. */
export type FlowFunnel = { flow: Flow } & FunnelByWeek & {
    accounts: ({ account_id: string | null } & FunnelByWeek<Funnel | null>)[]
  }

/** Returns the Mondays (`YYYY-MM-DD`) of this many weeks, oldest first. The last week is that of `today`. */
export function mondaysUntil(today: string, weeks: number): string[] {
  const day = Date.parse(today)
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
  return Array.from({ length: weeks }, (_, week) =>
    new Date(monday - (weeks - 1 - week) * 7 * DAY_MS).toISOString().slice(0, 10),
  )
}

type Some = readonly CountedLeases[]

/** Returns a funnel for each flow that has leases. The top-level account comes first. */
export function funnelsOf(counted: Some, weeks: number): FlowFunnel[] {
  const flows = [...new Set(counted.map(({ flow }) => flow))].sort()
  return flows.map((flow) => {
    const leases = counted.filter((some) => some.flow === flow)
    const whole = (some: Some): Funnel => ({ steps: stepsOf(flow, some), days_to_sign: medianDays(some) })
    const unlessFew = (some: Some) => (isFew(some) ? null : whole(some))
    const ids = [...new Set(leases.map(({ account_id }) => account_id ?? ""))].sort()
    const accounts = ids.map((id) => {
      const own = leases.filter(({ account_id }) => (account_id ?? "") === id)
      return { account_id: id || null, ...byWeek(own, weeks, unlessFew) }
    })
    return { flow, ...byWeek(leases, weeks, whole), accounts: accounts.length > 1 ? accounts : [] }
  })
}

function byWeek<F>(leases: Some, weeks: number, of: (some: Some) => F): FunnelByWeek<F> {
  const each = Array.from({ length: weeks }, (_, week) => of(leases.filter((some) => some.week === week)))
  return { total: of(leases), weeks: each }
}

function isFew(leases: Some): boolean {
  const count = total(leases, "count")
  return count > 0 && count < FEWEST_LEASES
}

function stepsOf(flow: Flow, leases: Some): ReachedStep[] {
  const steps = flow === "hosted" ? HOSTED_STEPS : FUNNEL_STEPS
  const currencies = [...new Set(leases.map(({ currency_code }) => currency_code))].sort()
  return steps.map((step) => {
    const reached = leases.filter((some) => some.step >= FUNNEL_STEPS.indexOf(step))
    const sums = currencies.flatMap((currency_code) => {
      const same = reached.filter((some) => some.currency_code === currency_code)
      return same.length ? [{ currency_code, amount: total(same, "amount") }] : []
    })
    return { step, count: total(reached, "count"), sums: WITH_AMOUNT.includes(step) ? sums : [] }
  })
}

function total(leases: Some, column: "count" | "amount"): number {
  return leases.reduce((sum, some) => sum + some[column], 0)
}

/** The lower median, so that it is a whole number of days. */
function medianDays(leases: Some): number | null {
  const signed = leases
    .flatMap(({ days, count }) => (days === null ? [] : [{ days, count }]))
    .sort((a, b) => a.days - b.days)
  const half = signed.reduce((sum, { count }) => sum + count, 0) / 2
  let before = 0
  for (const { days, count } of signed) {
    before += count
    if (before >= half) return days
  }
  return null
}
