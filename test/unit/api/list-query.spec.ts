import { cursorOf, readListQuery } from "../../../src/api/admin/lease-to-own/list/list-query"
import type { PageCursor } from "../../../src/modules/lease/tables/lease-list"

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
])("a place in the list is none with %j", (change) => {
  expect(() => read({ cursor: place(change) })).toThrow(expect.objectContaining({ code: "cursor_invalid" }))
})
