import { EXPORT_COLUMNS } from "../../../src/api/admin/lease-to-own/leases/export/columns"
import { columnsOf, cursorOf, readListQuery } from "../../../src/api/admin/lease-to-own/list/list-query"
import type { LeaseFilters, PageCursor } from "../../../src/modules/lease/tables/lease-list"

const read = (query: Record<string, unknown>) => readListQuery(query)
const place = (change: Partial<PageCursor>): string =>
  cursorOf({ order: "status_at", at: "2026-11-22 07:00:00.123456+00", id: "lease_1", side: "after", ...change })

it.each([
  "2026-11-22",
  "2026-11-22T07:00:00Z",
  "2026-11-22T07:00:00.123Z",
  "2026-11-22T07:00+05:30",
  "2026-11-22T07:00:00-08:00",
])("a date of the list's filters may be %s", (created_from) =>
  expect(read({ created_from }).filters.created).toEqual({ from: created_from }),
)
it.each([
  ...["yesterday", "2026-02-30", "2026-02-30T07:00:00Z", "2026-11-22T07:00:00", "2026-11-22T25:00:00Z"],
  ...["+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", "0000-01-01", "0000-01-01T00:00:00Z"],
  ...["2026-11-22T07:00:00+23:59", "T+00:00", "2026-11-22T\0Z", `2026-11-22T${"0".repeat(16_000)}+00`],
])("a date of the list's filters is not %j", (created_from) => {
  expect(() => read({ created_from })).toThrow(expect.objectContaining({ params: { field: "created_from" } }))
})

it.each(["2026-11-22 07:00:00.123456+00", "2026-11-22T07:00:00.123Z", "2026-11-22 07:00:00+00"])(
  "a place in the list is read at %s",
  (at) => {
    expect(read({ cursor: place({ at }) }).place).toMatchObject({ at })
  },
)
it.each([
  { at: "+275760-09-13T00:00:00Z" },
  { at: "0000-01-01 00:00:00+00" },
  { at: "1" },
  { at: "November 22, 2026" },
  { id: "lease\0" },
])("a cursor of the list is invalid with %j", (change) => {
  expect(() => read({ cursor: place(change) })).toThrow(expect.objectContaining({ code: "cursor_invalid" }))
})
it("a cursor of the list is invalid with other filters", () => {
  expect(() => read({ cursor: place({}), created_from: "2020-01-01" })).toThrow(
    expect.objectContaining({ code: "cursor_invalid" }),
  )
})

it.each<[Record<string, unknown>, LeaseFilters]>([
  [{ tab: "needs_attention" }, { tab: "needs_attention" }],
  [
    { alerts: "false", to_confirm: "true", test: "false" },
    { alerts: false, toConfirm: true, test: false },
  ],
  [{ status: "denied,signed" }, { status: ["denied", "signed"] }],
  [
    { status: ["denied", "signed"], flow: "hosted" },
    { status: ["denied", "signed"], flow: "hosted" },
  ],
  [
    { sales_channel_id: "sc_1", q: " \u200ePat@ " },
    { salesChannels: ["sc_1"], search: "Pat@" },
  ],
  [{ delivered_to: "2026-02-28" }, { delivered: { to: "2026-02-28" } }],
])("%j are the filters %j", (query, filters) => expect(read(query).filters).toMatchObject(filters))

it.each<[field: string, query: Record<string, unknown>]>([
  ["tab", { tab: "everything" }],
  ["status", { status: { $ne: "open" } }],
  ["created_to", { created_to: "2026-02-30" }],
  ["q", { q: "x".repeat(2001) }],
  ["q", { q: "\0\0" }],
  ["limit", { limit: "1000" }],
  ["offset", { offset: "20" }],
])("an invalid filter is refused by its name: %s, in %j", (field, query) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ code: "list_filter_invalid", params: { field } }))
})

it("a search for one letter is refused", () => {
  for (const q of ["r", "r\u200b", "#"])
    expect(() => read({ q })).toThrow(expect.objectContaining({ code: "search_too_short" }))
})

it("the export's columns come in the file's order, each once, and all by default", () => {
  expect(columnsOf({ columns: ["refunded", "order", "refunded"] })).toEqual(["order", "refunded"])
  expect(columnsOf({})).toEqual([...EXPORT_COLUMNS])
})
