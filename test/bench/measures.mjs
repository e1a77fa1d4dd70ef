/**
 * Everything that `npm run bench` measures, by part and in printed order. The table of docs/speed.md has eight of them.
 *
 * @typedef {{ name: string, goal: number } | { name: string, atLeast: number }} Measure `goal`: the ratio may be that much at
 *   most; `atLeast`: where more is better
 * @typedef {Measure & { ratio: number }} Result
 */
export const MEASURES = {
  client: {
    price: { name: "price request, over bare undici, 32 at a time", goal: 1.15 },
  },
  boot: {
    start: { name: "store start, with vs. without the plugin", goal: 1.1 },
  },
  ledger: {
    draining: {
      name: "draining 10,000 pending calls, 8 at a time, over the bare calls with a SELECT and two UPDATEs, speed",
      atLeast: 0.5,
    },
    outage: { name: "a cancellation amid 10,000 calls after an outage, until it is sent, over 2 seconds", goal: 1 },
    list: { name: "list of leases with a search, 1,000,000 vs. 1,000 leases", goal: 2 },
    funnel: { name: "funnel of 12 weeks, by week and account, among 1,000,000 leases, over 100 ms", goal: 1 },
  },
  payouts: {
    time: { name: "payouts of 100,000 lines against 1,000,000 leases, over a minute", goal: 1 },
    memory: { name: "the memory that this takes, over 512 MB", goal: 1 },
  },
  // Steps, deliveries, refunds and cancellations are measured without the service's own time; orders without a lease have the system provider.
  shop: {
    stepAlone: { name: "checkout step with a lease vs. a cart update in Medusa", goal: 1.2 },
    stepTogether: { name: "the same with 32 shoppers at once, up to the signature", goal: 1.2 },
    overStripe: { name: "completing a cart with a lease vs. with Stripe", goal: 1.1 },
    delivery: { name: "marking as delivered, with vs. without a lease", goal: 1.2 },
    refund: { name: "refund, with vs. without a lease", goal: 1.2 },
    cancel: { name: "cancellation, with vs. without a lease", goal: 1.2 },
    orderPage: { name: "Lease card vs. the dashboard's own request for the order", goal: 1 },
    silentService: { name: "other requests while 200 shoppers wait for the service, 95th percentile", goal: 1.2 },
  },
  // A cart that isn't leased, in a store with our tax provider vs. the same store with Medusa's own.
  tax: {
    taxInCart: { name: "cart update with our tax provider, where no operator charges sales tax", goal: 1.05 },
    taxByOperator: { name: "the same where an operator charges sales tax", goal: 1.15 },
  },
  dashboard: {
    bundle: { name: "growth of the dashboard's files, gzipped, over 60 kB", goal: 1 },
  },
}

/** @param {Measure} measure @param {number} ratio shown with three decimals @returns {Result} */
export function toResult(measure, ratio) {
  if (Number.isNaN(ratio)) throw new Error(`"${measure.name}" was not measured.`)
  return { ...measure, ratio: Math.round(ratio * 1000) / 1000 }
}

/** @param {Result} result */
export function isMet(result) {
  return "atLeast" in result ? result.ratio >= result.atLeast : result.ratio <= result.goal
}

/** @param {Measure} measure @returns {string} the goal as text */
export function wanted(measure) {
  return "atLeast" in measure ? `at least ${measure.atLeast.toFixed(2)}` : `at most ${measure.goal.toFixed(2)}`
}

/** @param {Result} result @returns {string} */
export function lineOf(result) {
  return `${result.ratio.toFixed(2).padStart(5)}  ${wanted(result).padEnd(14)}  ${result.name}${isMet(result) ? "" : "  MISSED"}`
}
