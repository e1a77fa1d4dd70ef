/**
 * Everything that `npm run bench` measures, by part and in the order in which it is printed. The table of docs/speed.md says the same.
 *
 * @typedef {{ name: string, goal: number } | { name: string, atLeast: number }} Measure `goal`: the ratio may be that much at
 *   most; `atLeast`: where more is better
 */
export const MEASURES = {
  client: {
    price: { name: "price request, over bare undici, 32 at a time", goal: 1.15 },
  },
  boot: {
    start: { name: "start of a store with the plugin, over one without", goal: 1.1 },
  },
  ledger: {
    draining: {
      name: "draining 10,000 pending calls, 8 at a time, over the bare calls with the same two UPDATEs, speed",
      atLeast: 0.5,
    },
    outage: { name: "a cancellation amid 10,000 calls after an outage, until it is sent, over 2 seconds", goal: 1 },
    list: { name: "the list of leases and a search in it, among 1,000,000 over among 1,000", goal: 2 },
  },
  shop: {
    stepAlone: {
      name: "a step of a checkout by lease, less the service's time, over a cart update of Medusa's, 1 shopper",
      goal: 1.2,
    },
    stepTogether: { name: "the same with 32 shoppers at once, up to the signature", goal: 1.2 },
    overStripe: {
      name: "completing a cart by lease, over Medusa's Stripe provider with a Stripe on the same machine",
      goal: 1.1,
    },
    delivery: { name: "marking as delivered by lease, less the service's time, over the system provider", goal: 1.2 },
    refund: { name: "refunding by lease, less the service's time, over the system provider", goal: 1.2 },
    cancel: { name: "canceling by lease, less the service's time, over the system provider", goal: 1.2 },
    orderPage: { name: "the lease on the order page, over the dashboard's own request for the order", goal: 1 },
    silentService: { name: "other requests while 200 shoppers wait for the service, 95th percentile", goal: 1.2 },
  },
  dashboard: {
    bundle: { name: "growth of the dashboard's files, gzipped, over 60 kB", goal: 1 },
  },
}
