import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ListedLease } from "./lease-list"
import { columns, Table } from "./table"

const COLUMNS = [
  ...columns("id reference order_display_id application_id hosted_id account_id flow status amount currency_code"),
  ...columns("reductions placed_at delivered_at created_at"),
] satisfies (keyof ListedLease)[]

/**
 * A lease to compare with a payout. `delivered_on` is the delivery date (`YYYY-MM-DD`): the one that the service has, otherwise the one on which the
 * delivery was confirmed. `changed_on` is the date of the last status change.
 */
export type PayoutLease = Pick<ListedLease, (typeof COLUMNS)[number]> & {
  delivered_on: string | null
  changed_on: string
}

/** Deliveries that were confirmed from `from` through `to` (both `YYYY-MM-DD`). */
type Delivered = { from: string; to: string; account_id: string | null; test: boolean }

/** How many leases are read at a time. */
const PART = 1000

export class PayoutReader extends Table {
  /**
   * The leases of all accounts whose operator's ID or reference is in `names` (case-insensitively), or whose order number is in `orderNumbers`. Runs
   * separate queries, so that each uses its own index.
   */
  async named(
    { names, orderNumbers }: { names: readonly string[]; orderNumbers: readonly number[] },
    timeZone: string,
  ): Promise<PayoutLease[]> {
    const lower = names.map((name) => name.toLowerCase())
    const upper = names.map((name) => name.toUpperCase())
    const leases = () => this.leases(timeZone)
    const found: PayoutLease[][] = await Promise.all([
      leases().whereRaw("lower(application_id) = any(?)", [lower]),
      leases().whereRaw("lower(hosted_id) = any(?)", [lower]),
      leases().whereRaw("reference = any(?)", [upper]),
      leases().whereRaw("order_display_id = any(?)", [[...orderNumbers]]),
    ])
    return [...new Map(found.flat().map((lease) => [lease.id, lease])).values()]
  }

  /** The delivered leases of an account's API flow, oldest delivery first, a batch at a time. */
  async *delivered({ from, to, account_id, test }: Delivered, timeZone: string): AsyncGenerator<PayoutLease[]> {
    const day = (text: string, days: number) =>
      this.knex.raw("((?::date + ?::int)::timestamp at time zone ?)", [text, days, timeZone])
    let last: (PayoutLease & { place: string }) | undefined
    do {
      const query = this.leases(timeZone, [this.knex.raw("delivered_at::text as place")])
        .where({ status: "delivered", flow: "api", account_id, test })
        .where("delivered_at", ">=", day(from, 0))
        .where("delivered_at", "<", day(to, 1))
      if (last) query.whereRaw("(delivered_at, id) > (?::timestamptz, ?)", [last.place, last.id])
      const leases: (PayoutLease & { place: string })[] = await query.orderBy(["delivered_at", "id"]).limit(PART)
      if (leases.length) yield leases
      last = leases.length === PART ? leases.at(-1) : undefined
    } while (last)
  }

  private leases(timeZone: string, more: Knex.Raw[] = []): Knex.QueryBuilder {
    const dayOf = "to_char(?? at time zone ?, 'YYYY-MM-DD')"
    return this.notDeleted("lease").select([
      ...COLUMNS,
      this.knex.raw(`coalesce(delivery_date, ${dayOf}) as delivered_on`, ["delivered_at", timeZone]),
      this.knex.raw(`${dayOf} as changed_on`, ["status_at", timeZone]),
      ...more,
    ])
  }
}
