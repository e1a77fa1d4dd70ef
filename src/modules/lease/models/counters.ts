import { model } from "@medusajs/framework/utils"

/** How often one network had the service asked about one cart, in the window that began at `since`. */
export const LeaseAsking = model
  .define("lease_asking", {
    /** HMAC of network and cart. */
    id: model.text().primaryKey(),
    since: model.dateTime(),
    asked: model.number(),
  })
  .indexes([{ name: "IDX_lease_asking_since", on: ["since"] }])

/** The origins from which contracts were shown: what a storefront's content security policy has to name. Never a path or a query. */
export const LeaseOrigin = model.define("lease_origin", {
  /** Such as `https://sign.operator.example`. */
  id: model.text().primaryKey(),
})

/** The calls that an account's service has left unanswered since its last answer; no row while it answers. All processes share it. */
export const LeaseOutage = model.define("lease_outage", {
  /** The account: its `baseUrl`. */
  id: model.text().primaryKey(),
  /** Calls without an answer, and since when. */
  failures: model.number(),
  since: model.dateTime(),
  /** When the next call may go to see whether it is back; null while calls still go as always. */
  probe_at: model.dateTime().nullable(),
  /** How many went for that so far. */
  probes: model.number(),
})

/** The turns of the calls to an account's service under option `rate`; no row without it. All processes share it. */
export const LeaseRate = model.define("lease_rate", {
  /** The account: its `baseUrl`. */
  id: model.text().primaryKey(),
  /** When the next call may go: turns up to then are given. */
  next_at: model.dateTime(),
  /** The calls that are being made: `{ id, until }`. One whose process died has gone by `until`. */
  slots: model.json(),
  /** The call that got the last turn. */
  taken_by: model.text(),
  /** A call of this rank waits until then, and those of higher ranks give way to it. */
  waits_rank: model.number(),
  waits_until: model.dateTime(),
})
