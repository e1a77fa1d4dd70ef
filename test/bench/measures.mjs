/**
 * Everything that `npm run bench` measures, by part and in the order in which it is printed. The README's table says the same.
 *
 * @typedef {{ name: string, goal: number } | { name: string, atLeast: number }} Measure `goal`: the ratio may be that much at
 *   most; `atLeast`: where more is better
 */
export const MEASURES = {
  client: {
    priceAlone: { name: "asking for the price, over bare undici, 1 at once", goal: 1.15 },
    priceTogether: { name: "asking for the price, over bare undici, 32 at once", goal: 1.15 },
    cartAlone: { name: "sending the cart, over bare undici, 1 at once", goal: 1.15 },
    cartTogether: { name: "sending the cart, over bare undici, 32 at once", goal: 1.15 },
  },
  boot: {
    time: { name: "starting a store with the plugin, over one without, time", goal: 1.1 },
    memory: { name: "starting a store with the plugin, over one without, memory", goal: 1.1 },
  },
  owed: {
    draining: {
      name: "draining 10,000 owed calls, 8 at once, over the bare calls with the same two UPDATEs, speed",
      atLeast: 0.7,
    },
    finding: { name: "one owed call found and made, of 1,000,000 leases over of 1,000", goal: 1.2 },
    page: { name: "a page of the list of leases, of 1,000,000 over of 1,000", goal: 2 },
    search: { name: "a search in the list, of 1,000,000 over of 1,000", goal: 2 },
    filter: { name: "the list of what needs attention, of 1,000,000 over of 1,000", goal: 2 },
  },
  shop: {
    wholeCheckout: { name: "service calls of a whole checkout, over 5", goal: 1 },
    resumedCheckout: { name: "service calls of a resumed checkout, over 2", goal: 1 },
    completion: { name: "completing a cart by lease, over the system provider", goal: 1.25 },
    orderPage: { name: "the order page's lease, over the order as the dashboard asks for it", goal: 1 },
    orderContent: {
      name: "an order's page in the browser until the order shows, with the card over without",
      goal: 1.05,
    },
    bundle: { name: "what the dashboard's files grow by, gzipped, over 60 kB", goal: 1 },
    widgetConfig: { name: "the hosted widget's configuration of a cart of 100 lines, over the cart itself", goal: 1.3 },
    delivery: { name: "marking as delivered by lease, less the service's time, over the system provider", goal: 1.2 },
    refund: { name: "refunding by lease, less the service's time, over the system provider", goal: 1.2 },
    cancel: { name: "cancelling by lease, less the service's time, over the system provider", goal: 1.2 },
  },
}
