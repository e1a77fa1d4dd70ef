import { z } from "zod"
import { canonicalText, isCalendarDate } from "../../../../client"
import {
  FLOWS,
  LEASE_ORDERS,
  LEASE_STATUSES,
  LEASE_TABS,
  type LeaseFilters,
  type PageCursor,
  RAISED_ALERT_CODES,
  sortColumn,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal } from "../../../../modules/lease/texts/messages"
import { plainText } from "../../../schemas"
import { EXPORT_COLUMNS, type ExportColumn } from "../leases/export/columns"

/** Accepts one value, repeated values, or comma-separated values. */
const many = <T extends z.ZodType<string, string>>(one: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat().flatMap((part) => part.split(",")))
    .pipe(z.array(one).max(50))

const flag = z.enum(["true", "false"]).transform((text) => text === "true")

/** A date, or a time with a UTC offset. */
const when = z.string().refine((text) => isCalendarDate(text) || (text.charAt(10) === "T" && isMoment(text)))

/** The maximum length of a search (characters), enough for the whole text of an email that mentions a lease. */
export const LONGEST_SEARCH = 2000

export const ListQuery = z.strictObject({
  q: plainText(LONGEST_SEARCH, 0).optional(),
  tab: z.enum(["all", ...LEASE_TABS]).optional(),
  status: many(z.enum(LEASE_STATUSES)).optional(),
  alerts: flag.optional(),
  alert: z.enum(RAISED_ALERT_CODES).optional(),
  to_confirm: flag.optional(),
  flow: z.enum(FLOWS).optional(),
  test: flag.optional(),
  sales_channel_id: many(plainText(100)).optional(),
  created_from: when.optional(),
  created_to: when.optional(),
  delivered_from: when.optional(),
  delivered_to: when.optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
})

export const ExportQuery = ListQuery.omit({ limit: true, cursor: true }).extend({
  // Accepts one comma-separated value, because the query parser reads more than 20 repeated values as an object.
  columns: z
    .string()
    .transform((names) => names.split(","))
    .pipe(z.array(plainText(100, 0).meta({ enum: [...EXPORT_COLUMNS] })).max(50))
    .optional(),
})

/** `limit` is the number of leases to return. */
export const AttentionQuery = z.strictObject({
  limit: z.coerce.number<number | string>().int().min(0).max(10).default(5),
})

/** `weeks` is the number of weeks, of which the last is the current one. */
export const FunnelQuery = z.strictObject({
  weeks: z.coerce.number<number | string>().int().min(1).max(52).default(12),
})

/** The minimum length of a search (characters). A single letter would match half the table. */
const SHORTEST_SEARCH = 2

/** Reads the query parameters of `GET /admin/lease-to-own/leases`. Throws a LedgerRefusal that names the invalid parameter. */
export function readListQuery(query: unknown): { filters: LeaseFilters; limit: number; place?: PageCursor } {
  const { limit, cursor, ...wanted } = parsed(ListQuery, query)
  const filters = filtersOf(wanted)
  return { filters, limit, ...(cursor && { place: readCursor(cursor, filters) }) }
}

/** Parses a query with its schema. Throws a LedgerRefusal that names the invalid parameter. */
export function parsed<T>(schema: z.ZodType<T>, query: unknown): T {
  const { success, data, error } = schema.safeParse(query)
  if (success) return data
  const [issue] = error.issues
  const field = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : String(issue?.path[0] ?? "")
  throw new LedgerRefusal("list_filter_invalid", { field }, { kind: "invalid" })
}

/** Returns the requested columns (by default, all) in the file's order. Throws a LedgerRefusal that names the first unknown column. */
export function columnsOf({ columns = EXPORT_COLUMNS }: { columns?: readonly string[] | undefined }): ExportColumn[] {
  const column = columns.find((name) => !EXPORT_COLUMNS.some((one) => one === name))
  if (column !== undefined) throw new LedgerRefusal("export_column_unknown", { column }, { kind: "invalid" })
  return EXPORT_COLUMNS.filter((one) => columns.includes(one))
}

/** Converts the query parameters to filters. Throws LedgerRefusal if the search is too short. */
export function filtersOf({ q, tab, ...wanted }: Omit<z.output<typeof ExportQuery>, "columns">): LeaseFilters {
  const search = canonicalText(q ?? "") || undefined
  if (search && search.length < SHORTEST_SEARCH && !/^\d$/.test(search))
    throw new LedgerRefusal("search_too_short", {}, { kind: "invalid" })
  return {
    search,
    tab: tab === "all" ? undefined : tab,
    status: wanted.status,
    alerts: wanted.alerts,
    alert: wanted.alert,
    toConfirm: wanted.to_confirm,
    flow: wanted.flow,
    test: wanted.test,
    salesChannels: wanted.sales_channel_id,
    created: { from: wanted.created_from, to: wanted.created_to },
    delivered: { from: wanted.delivered_from, to: wanted.delivered_to },
  }
}

const Cursor = z.tuple([z.enum(LEASE_ORDERS), z.string().refine(isMoment), plainText(100), z.enum(["after", "before"])])

export function cursorOf({ order, at, id, side }: PageCursor): string {
  return Buffer.from(JSON.stringify([order, at, id, side])).toString("base64url")
}

/** Decodes a cursor. Throws LedgerRefusal if it is invalid or belongs to a different sort order. */
function readCursor(text: string, filters: LeaseFilters): PageCursor {
  try {
    const [order, at, id, side] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")))
    if (order === sortColumn(filters)) return { order, at, id, side }
  } catch {
    // Refused below, like a cursor for a different sort order.
  }
  throw new LedgerRefusal("cursor_invalid", {}, { kind: "invalid" })
}

/** A time as PostgreSQL or JSON writes it, limited to what both accept: year 1 or later, and a real UTC offset. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4])(?::[0-5]\d)?)$/

function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1]
  return day !== undefined && isCalendarDate(day) && !Number.isNaN(Date.parse(text.replace(/([+-]\d\d)$/, "$1:00")))
}
