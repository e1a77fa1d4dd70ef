/**
 * Everything that `npm run bench` measures, by part and in the order in which it is printed. The table of docs/speed.md has eight of them.
 *
 * @typedef {{ name: string, goal: number } | { name: string, atLeast: number }} Measure `goal`: the ratio may be that much at
 *   most; `atLeast`: where more is better
 */
export const MEASURES = {
  client: {
    price: { name: "price request, over bare undici, 32 at a time", goal: 1.15 },
  },
  boot: {
    start: { name: "start of a store, with the plugin over without it", goal: 1.1 },
  },
  ledger: {
    draining: {
      name: "draining 10,000 pending calls, 8 at a time, over the bare calls with the same two UPDATEs, speed",
      atLeast: 0.5,
    },
    outage: { name: "a cancellation amid 10,000 calls after an outage, until it is sent, over 2 seconds", goal: 1 },
    list: { name: "list of leases with a search, 1,000,000 leases over 1,000", goal: 2 },
  },
  // Steps, deliveries, refunds and cancellations are measured without the service's own time; orders without a lease have the system provider.
  shop: {
    stepAlone: { name: "step of a checkout by lease, over a cart update in Medusa", goal: 1.2 },
    stepTogether: { name: "the same with 32 shoppers at once, up to the signature", goal: 1.2 },
    overStripe: { name: "completing a cart by lease, over Stripe", goal: 1.1 },
    delivery: { name: "marking as delivered, over an order without a lease", goal: 1.2 },
    refund: { name: "refund, over an order without a lease", goal: 1.2 },
    cancel: { name: "cancellation, over an order without a lease", goal: 1.2 },
    orderPage: { name: "Lease card, over the dashboard's own request for the order", goal: 1 },
    silentService: { name: "other requests while 200 shoppers wait for the service, 95th percentile", goal: 1.2 },
  },
  dashboard: {
    bundle: { name: "growth of the dashboard's files, gzipped, over 60 kB", goal: 1 },
  },
}
