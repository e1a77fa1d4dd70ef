/**
 * Everything that `npm run bench` measures, by part and in the order in which it is printed. The table of docs/speed.md says the same.
 *
 * @typedef {{ name: string, goal: number } | { name: string, atLeast: number }} Measure `goal`: the ratio may be that much at
 *   most; `atLeast`: where more is better
 */
export const MEASURES = {
  client: {
    priceAlone: { name: "price request, over bare undici, 1 at a time", goal: 1.15 },
    priceTogether: { name: "price request, over bare undici, 32 at a time", goal: 1.15 },
    cartAlone: { name: "cart request, over bare undici, 1 at a time", goal: 1.15 },
    cartTogether: { name: "cart request, over bare undici, 32 at a time", goal: 1.15 },
    account: { name: "finding the account of a cart among 100, over 1 ms", goal: 1 },
  },
  boot: {
    time: { name: "start of a store with the plugin, over one without, time", goal: 1.1 },
    memory: { name: "start of a store with the plugin, over one without, memory", goal: 1.1 },
  },
  owed: {
    draining: {
      name: "draining 10,000 owed calls, 8 at a time, over the bare calls with the same two UPDATEs, speed",
      atLeast: 0.7,
    },
    slowly: { name: "owed calls of 50 ms, 8 at a time, over the bare calls, speed", atLeast: 0.95 },
    overGraphile: {
      name: "draining 10,000 owed calls that send nothing, over graphile-worker with the same two UPDATEs, speed",
      atLeast: 0.5,
    },
    overPgBoss: { name: "the same over pg-boss, speed", atLeast: 1 },
    outageProbes: { name: "calls to a service that is away for 30 minutes, over one each 30 seconds", goal: 1 },
    outageAlerts: { name: "alerts of that outage with 10,000 calls due, over one", goal: 1 },
    outageRate: { name: "speed after that outage, over the calls a second that option `rate` allows", atLeast: 0.9 },
    outageCancel: { name: "a cancellation in the middle of them, until it is sent, over 2 seconds", goal: 1 },
    finding: { name: "finding and making one owed call, among 1,000,000 leases over among 1,000", goal: 1.2 },
    history: { name: "the history of a lease, among 10,000,000 entries over among 10,000", goal: 1.5 },
    page: { name: "a page of the list of leases, among 1,000,000 over among 1,000", goal: 2 },
    search: { name: "a search in the list, among 1,000,000 over among 1,000", goal: 2 },
    filter: { name: "the list of what needs attention, among 1,000,000 over among 1,000", goal: 2 },
    upgrade: { name: "upgrade of 1,000,000 leases from version 0.1.0, over one UPDATE of all of them", goal: 2 },
  },
  storefront: {
    checkoutScript: {
      name: "script of the lease's first screen in React, on a processor slowed 4 times, over 30 ms",
      goal: 1,
    },
    checkoutFiles: { name: "growth of the checkout page's files in React, gzipped, over 25 kB", goal: 1 },
  },
  shop: {
    wholeCheckout: { name: "service calls of a whole checkout, over 5", goal: 1 },
    resumedCheckout: { name: "service calls of a resumed checkout, over 2", goal: 1 },
    completion: { name: "completing a cart by lease, over the system provider", goal: 1.12 },
    overStripe: {
      name: "completing a cart by lease, over Medusa's Stripe provider with a Stripe on the same machine",
      goal: 1.1,
    },
    orderPage: { name: "the lease on the order page, over the dashboard's own request for the order", goal: 1 },
    orderContent: {
      name: "an order page in the browser until the order shows, with the card over without",
      goal: 1.05,
    },
    bundle: { name: "growth of the dashboard's files, gzipped, over 60 kB", goal: 1 },
    widgetConfig: { name: "the hosted widget's configuration of a cart of 100 lines, over the cart itself", goal: 1.3 },
    delivery: { name: "marking as delivered by lease, less the service's time, over the system provider", goal: 1.2 },
    refund: { name: "refunding by lease, less the service's time, over the system provider", goal: 1.2 },
    cancel: { name: "canceling by lease, less the service's time, over the system provider", goal: 1.2 },
    slowService: { name: "other requests while 200 shoppers wait for the service, 95th percentile", goal: 1.2 },
  },
}
