import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { TaxedBy } from "../../../lease-cart"
import type { RaisedAlertCode } from "../rules/alert-codes"
import { alertsThat } from "../rules/alerts"
import { AWAITING_ORDER, isSure, PLACED, UNSIGNED } from "../rules/lease-predicates"
import type { LeaseRecord } from "../rules/records"
import { EVIDENCE, type LeaseStatus, UNFINISHED } from "../rules/state-machine"
import { type LeaseSearch, readSearch } from "./lease-search"
import { NEWER } from "./newer"
import { columns } from "./table"

/** The list's standard filters, each with its own index. */
export const LEASE_TABS = [
  "needs_attention",
  "to_confirm",
  "undelivered",
  "overdue",
  "awaiting",
  "signed_without_order",
  "without_order",
] as const

/** An inclusive range of times, or of dates (`YYYY-MM-DD`) in the store's time zone. */
type Range = { from?: string; to?: string }

export type LeaseFilters = {
  tab?: (typeof LEASE_TABS)[number]
  search?: string
  /** The IDs of orders that Medusa's search found by name or phone number. */
  orders?: readonly string[]
  /** By default, `open` leases (without an application) are included only when searching or filtering by alerts. */
  status?: readonly LeaseStatus[]
  alerts?: boolean
  /** Lists the leases with this raised alert. */
  alert?: RaisedAlertCode
  /** Lists the leases that a newer version of the plugin has written, without an index. */
  newer?: true
  toConfirm?: boolean
  flow?: LeaseRecord["flow"]
  test?: boolean
  salesChannels?: readonly string[]
  /** Lists the leases with this customer ID and those with this email address. Use it instead of a search. */
  customer?: { id: string; email?: string | null }
  created?: Range
  delivered?: Range
}

/** The leases that the operator pays for once their orders are delivered. Hosted leases were already paid by virtual card. */
const UNDELIVERED = { status: "placed", flow: "api" }
const UNSURE = EVIDENCE.filter((evidence) => !isSure({ evidence }))

export const LEASE_ORDERS = ["status_at", "created_at", "delivered_at"] as const
type LeaseOrder = (typeof LEASE_ORDERS)[number]

/** The column to sort by: the last status change, or the date that a range filters on, so that the index skips later leases. */
export function sortColumn({ created, delivered }: LeaseFilters): LeaseOrder {
  if (created?.from || created?.to) return "created_at"
  return delivered?.from || delivered?.to ? "delivered_at" : "status_at"
}

/** A position in the list. The page is on this `side` of the position. */
export type PageCursor = { order: LeaseOrder; at: string; id: string; side: "after" | "before" }

/** The columns that the list reads, none of them large. */
const COLUMNS = [
  ...columns(
    "id reference cart_id order_id linked_at placed_at order_display_id email application_id hosted_id flow test account_id",
  ),
  ...columns(
    "status status_at evidence service_status amount currency_code alerts accepted_order reductions signed_at",
  ),
  ...columns("delivered_at delivery_date created_at claim_token claimed_until order_link delivery_link approved_until"),
  ...columns("held_at approval_amount contracts_received_at sales_channel_id"),
] satisfies (keyof LeaseRecord)[]

/** A lease in the list. `place` is its sort value as text, which is more precise than a JavaScript date. */
export type ListedLease = Pick<LeaseRecord, (typeof COLUMNS)[number]> & { place: string }

/** What only the export reads: when the lease ended and, from the cart as sent, amounts in cents and who charges the sales tax. */
const EXPORTED = `canceled_at, returned_at, snapshot->>'taxedBy' as taxed_by, (snapshot->>'tax')::int as tax,
  ((snapshot->'cart'->>'deliveryCost')::numeric * 100)::int as delivery`

/** A lease in the export. What is read from its cart is null before the first offer. */
export type ExportedLease = ListedLease &
  Pick<LeaseRecord, "canceled_at" | "returned_at"> & {
    taxed_by: TaxedBy | null
    tax: number | null
    delivery: number | null
  }

/** SQL for a lease with the raised alert that is bound to the placeholder. The first condition lets PostgreSQL use the index of alerts. */
export const WITH_ALERT = "(lease.alerts <> '[]' and lease.alerts @> cast(? as jsonb))"

/** How many leases in one currency there are, and the sum of their amounts in cents. */
export type Sum = { currency_code: string; count: number; amount: number }

/** The sums of a query's rows, starting with the currency of the most leases. PostgreSQL returns large numbers as text. */
export function toSums(rows: object[]): Sum[] {
  const sums = (rows as Record<keyof Sum, string>[]).map(({ currency_code, count, amount }) => ({
    ...{ currency_code, count: Number(count), amount: Number(amount) },
  }))
  return sums.sort((a, b) => b.count - a.count || (a.currency_code < b.currency_code ? -1 : 1))
}

const LATE = alertsThat(({ accepts }) => accepts === "delivery")

export type LeasePage = { leases: ListedLease[]; next: PageCursor | null; previous: PageCursor | null; count: number }

/** The batch size of `all`. */
const PART = 200
export const COUNTED = 1000
/** How late a reconciliation must be before its lease is reported as overdue. */
const LATE_MS = 600_000
/** A search with this many matches barely narrows the list, so reading the list in order quickly fills a page. */
const MORE_THAN_FEW = 5001

/** Statuses of leases without an order. Canceled ones have their own index, because most canceled leases had an order. */
const WITHOUT_ORDER = [...UNSIGNED, "submitting", "pending", "undecided", "denied", "expired", "canceled"] as const

/** Pages of leases, newest first. Page one million costs the same as page one, because each filter has an index in this order (`models/lease.ts`). */
export class LeaseList {
  constructor(
    private readonly knex: Knex,
    private readonly timeZone: string,
  ) {}

  /** Returns a page and the number of matching leases, counted up to `COUNTED` + 1. */
  async page(filters: LeaseFilters, { limit, place }: { limit: number; place?: PageCursor }): Promise<LeasePage> {
    const backwards = place?.side === "before"
    const wanted = await this.searched(filters)
    const [found, count] = await Promise.all([this.rows(wanted, { limit: limit + 1, place }), this.count(wanted)])
    const more = found.length > limit
    const leases = found.slice(0, limit)
    if (backwards) leases.reverse()
    return {
      leases,
      next: backwards || more ? cursorAt(filters, leases.at(-1), "after") : null,
      previous: place && (!backwards || more) ? cursorAt(filters, leases[0], "before") : null,
      count,
    }
  }

  /** All matching leases in list order, a batch at a time. Leases that change in the meantime may be missing or appear twice. */
  all(filters: LeaseFilters): AsyncGenerator<ListedLease[]> {
    return this.inParts(filters)
  }

  /** Like `all`, with the columns that only the export reads. */
  exported(filters: LeaseFilters): AsyncGenerator<ExportedLease[]> {
    return this.inParts<ExportedLease>(filters, [this.knex.raw(EXPORTED)])
  }

  private async *inParts<Row extends ListedLease>(filters: LeaseFilters, more?: Knex.Raw[]): AsyncGenerator<Row[]> {
    const wanted = await this.searched(filters)
    let place: PageCursor | null | undefined
    do {
      const leases = await this.rows<Row>(wanted, { limit: PART, place }, more)
      if (leases.length) yield leases
      place = leases.length === PART ? cursorAt(filters, leases.at(-1), "after") : null
    } while (place)
  }

  /** The number of leases placed before `since` that still have an unused one-time URL. */
  async heldLinks(since: Date): Promise<number> {
    const [row] = await this.leases()
      .where({ flow: "hosted" })
      .whereIn("status", [...PLACED])
      .where("placed_at", "<", since)
      .whereRaw("(order_link is not null or delivery_link is not null)")
      .count({ held: "id" })
    return Number(row?.held ?? 0)
  }

  /** Counts, by account, the unfinished leases of accounts not in `accounts`, and the live ones of accounts that are in mode `test` now. */
  async unfinishedBeyond(
    accounts: readonly { account_id: string | null; test: boolean }[],
  ): Promise<{ account_id: string | null; count: number }[]> {
    const idsOf = (some: typeof accounts) => some.map(({ account_id }) => account_id ?? "")
    const [known, live] = [idsOf(accounts), idsOf(accounts.filter(({ test }) => !test))]
    const rows: { account_id: string | null; count: string }[] = await this.leases()
      .whereIn("status", [...UNFINISHED])
      .whereRaw("coalesce(account_id, '') <> all(case when test then ?::text[] else ?::text[] end)", [known, live])
      .groupBy("account_id")
      .orderBy("account_id")
      .select("account_id")
      .count({ count: "id" })
    return rows.map(({ account_id, count }) => ({ account_id, count: Number(count) }))
  }

  /** How many unfinished leases were made without sales tax, because the operator charges it. */
  async unfinishedUntaxed(): Promise<number> {
    const chosen = this.knex("lease_choice").whereNull("deleted_at").whereNull("taken_back_at").select("id")
    const leases = this.leases().whereIn("status", [...UNFINISHED])
    const [row] = await leases.whereIn("cart_id", chosen).count({ count: "id" })
    return Number(row?.count)
  }

  /** How many leases that aren't held are overdue for reconciliation (counted up to `COUNTED`), and since when. */
  async overdue(now: Date): Promise<{ count: number; since: string | null }> {
    const late = this.leases()
      .select("reconcile_at")
      .where("reconcile_at", "<", new Date(now.getTime() - LATE_MS))
      .whereNull("held_at")
      .orderBy("reconcile_at")
      .limit(COUNTED)
    const row = await this.knex.from(late.as("late")).count({ count: "*" }).min({ since: "reconcile_at" }).first()
    return { count: Number(row?.count ?? 0), since: row?.since ? new Date(row.since).toISOString() : null }
  }

  /**
   * Counts and sums, by currency, the leases that the operator pays for after the delivery, and those of them with an alert about the delivery.
   * `test` selects the test leases or the live ones. A lease isn't reduced before its delivery, so its amount is what is left of it.
   */
  async waiting(test: boolean): Promise<{ undelivered: Sum[]; overdue: Sum[] }> {
    const sums = () =>
      this.leases()
        .where(UNDELIVERED)
        .whereRaw(test ? "test" : "not test")
        .groupBy("currency_code")
        .select("currency_code")
        .count({ count: "*" })
        .sum({ amount: "amount" })
    const [undelivered, late] = await Promise.all([sums(), overdue(sums())])
    return { undelivered: toSums(undelivered), overdue: toSums(late) }
  }

  private async rows<Row = ListedLease>(filters: Wanted, part: Part, more: Knex.Raw[] = []): Promise<Row[]> {
    const place = this.knex.raw("??::text as place", [sortColumn(filters)])
    return this.inOrder(filters, [...COLUMNS, place, ...more], part)
  }

  private async count(filters: Wanted): Promise<number> {
    const some = this.inOrder(filters, ["id", sortColumn(filters)], { limit: COUNTED + 1 })
    const row = await this.knex.from(some.as("some")).count({ count: "*" }).first()
    return Number(row?.count ?? 0)
  }

  /** The first rows of the list. Queries each status separately, because an index is ordered within one status only. */
  private inOrder(filters: Wanted, columns: (string | Knex.Raw)[], { limit, place }: Part): Knex.QueryBuilder {
    const direction = place?.side === "before" ? "asc" : "desc"
    const order = sortColumn(filters)
    const sorted = (query: Knex.QueryBuilder) => query.orderBy(order, direction).orderBy("id", direction).limit(limit)
    const leases = () => {
      const query = sorted(this.leases().select(columns))
      if (place)
        query.whereRaw(`(??, id) ${direction === "asc" ? ">" : "<"} (?::timestamptz, ?)`, [order, place.at, place.id])
      this.applyFilters(query, filters)
      return query
    }
    const [first = leases().whereRaw("false"), ...more] = conditionsOf(filters).map((where) => where(leases()))
    if (!more.length) return first
    return sorted(this.knex.select("*").from(this.knex.unionAll([first, ...more], true).as("parts")))
  }

  private applyFilters(query: Knex.QueryBuilder, filters: Wanted): void {
    const { search, orders, found, alerts, alert, toConfirm, flow, test, salesChannels } = filters
    if (found) query.whereRaw("id = any(?)", [found])
    else if (search)
      query.where((q) => {
        const wanted = readSearch(search)
        for (const { column, pattern } of startsOf(wanted)) q.orWhereRaw(`${column} like ?`, [pattern])
        if (wanted.orderNumber !== undefined) q.orWhere({ order_display_id: wanted.orderNumber })
        if (orders?.length) q.orWhereRaw("order_id = any(?)", [[...orders]])
      })
    if (alerts || filters.tab === "needs_attention") query.whereRaw("alerts <> '[]'")
    if (alert) query.whereRaw(WITH_ALERT, [JSON.stringify([{ code: alert }])])
    if (filters.newer) query.whereRaw(NEWER)
    if (alerts === false) query.whereRaw("alerts = '[]'")
    if (toConfirm || filters.tab === "to_confirm") query.whereNotNull("to_confirm_since").where("status", "placed")
    if (toConfirm === false) query.where((q) => q.whereNull("to_confirm_since").orWhereNot("status", "placed"))
    if (flow) query.where({ flow })
    if (test !== undefined) query.whereRaw(test ? "test" : "not test")
    if (salesChannels?.length) query.whereIn("sales_channel_id", [...salesChannels])
    this.applyRange(query, "created_at", filters.created)
    this.applyRange(query, "delivered_at", filters.delivered)
  }

  /** Resolves a search or customer to lease IDs (`found`), with a separate index for each kind of match. */
  private async searched(filters: LeaseFilters): Promise<Wanted> {
    const { search, customer, orders } = filters
    const ids = () => this.leases().select("id").limit(MORE_THAN_FEW)
    const kinds: Knex.QueryBuilder[] = []
    if (customer) kinds.push(ids().where({ customer_id: customer.id }))
    if (customer?.email) kinds.push(ids().whereRaw("lower(email) = lower(?)", [customer.email]))
    const wanted = readSearch(search ?? "")
    // Sort in the index's order, so that PostgreSQL reads no more of it than needed.
    for (const { column, pattern } of startsOf(wanted))
      kinds.push(ids().whereRaw(`${column} like ?`, [pattern]).orderByRaw(`${column} using ~<~`))
    if (wanted.reference) kinds.push(ids().where({ reference: wanted.reference }))
    if (wanted.orderNumber !== undefined) kinds.push(ids().where({ order_display_id: wanted.orderNumber }))
    if (orders?.length) kinds.push(ids().whereRaw("order_id = any(?)", [[...orders]]))
    if (!customer && search === undefined) return filters
    const found: { id: string }[][] = await Promise.all(kinds)
    const all = [...new Set(found.flat().map(({ id }) => id))]
    return { ...filters, found: customer || all.length < MORE_THAN_FEW ? all : null }
  }

  private leases() {
    return this.knex("lease").whereNull("deleted_at")
  }

  private applyRange(query: Knex.QueryBuilder, column: string, range: Range = {}): void {
    const moment = (text: string, days: number) =>
      isDay(text)
        ? this.knex.raw("((?::date + ?::int)::timestamp at time zone ?)", [text, days, this.timeZone])
        : this.knex.raw("?::timestamptz", [text])
    if (range.from) query.where(column, ">=", moment(range.from, 0))
    if (range.to) query.where(column, isDay(range.to) ? "<" : "<=", moment(range.to, 1))
  }
}

/** The filters with the search resolved. `found` contains the IDs of the matching leases; it is null if there are too many to narrow the list. */
type Wanted = LeaseFilters & { found?: string[] | null }
type Part = { limit: number; place?: PageCursor | null | undefined }

function cursorAt(filters: LeaseFilters, lease: ListedLease | undefined, side: PageCursor["side"]): PageCursor | null {
  return lease ? { order: sortColumn(filters), at: lease.place, id: lease.id, side } : null
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The columns to search by prefix, each with its `like` pattern. Each column has an index. */
function startsOf({ email, operatorId, referenceStart }: LeaseSearch): { column: string; pattern: string }[] {
  const starts: [column: string, start: string | undefined][] = [
    ["lower(email)", email],
    ["reference", referenceStart],
    ["lower(application_id)", operatorId],
    ["lower(hosted_id)", operatorId],
  ]
  return starts.flatMap(([column, start]) =>
    start === undefined ? [] : { column, pattern: `${start.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` },
  )
}

type Condition = (query: Knex.QueryBuilder) => Knex.QueryBuilder

/** Adds the condition that a lease has an alert about its delivery. */
function overdue(undelivered: Knex.QueryBuilder): Knex.QueryBuilder {
  const isLate = LATE.map(() => "alerts @> ?::jsonb").join(" or ")
  const codes = LATE.map((code) => JSON.stringify([{ code }]))
  return undelivered.whereRaw(`alerts <> '[]' and (${isLate})`, codes)
}

/** The conditions to query separately, each served by one index. If there are none, no lease can match. */
function conditionsOf({ tab, status, found, alerts, alert }: Wanted): Condition[] {
  const isWanted = (one: LeaseStatus) => !status?.length || status.includes(one)
  const ofStatus =
    (one: LeaseStatus): Condition =>
    (query) =>
      query.where("status", one)
  // Exclude a lease for an edited order's new contract, because it already has that order.
  const unordered =
    (one: LeaseStatus): Condition =>
    (query) =>
      ofStatus(one)(query).whereNull("order_id")
  const unsure: Condition = (query) => query.where({ status: "placed", flow: "api" }).whereIn("evidence", UNSURE)
  if (tab === "awaiting") return isWanted("placed") ? [unsure] : []
  if (tab === "undelivered") return isWanted("placed") ? [(query) => query.where(UNDELIVERED)] : []
  if (tab === "overdue") return isWanted("placed") ? [(query) => overdue(query.where(UNDELIVERED))] : []
  if (tab === "signed_without_order") return AWAITING_ORDER.filter(isWanted).map(unordered)
  if (tab === "without_order") return WITHOUT_ORDER.filter(isWanted).map(unordered)
  if (status?.length) return [...new Set(status)].map(ofStatus)
  // By default, leave out leases without an application.
  return [(query) => (found || alerts || alert || tab === "needs_attention" ? query : query.whereNot("status", "open"))]
}
