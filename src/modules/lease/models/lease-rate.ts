import { model } from "@medusajs/framework/utils"

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
