import type { LeaseListQuery } from "../../src/api/admin-types"
import { useQueryString } from "../lib/router"

/** The filters of the list as they stand in the address, and as the route of the list takes them. */
export const FILTERS = [
  "status",
  "alerts",
  "to_confirm",
  "flow",
  "test",
  "sales_channel_id",
  "created_from",
  "created_to",
  "delivered_from",
  "delivered_to",
] as const
/** What narrows the list, and the place in it. The number of the page is for people: the store knows the place by the cursor alone. */
const NAMES = ["q", "tab", ...FILTERS, "cursor", "page"] as const satisfies readonly (keyof LeaseListQuery | "page")[]

export type Filter = (typeof FILTERS)[number]
export type LeaseQuery = Partial<Record<(typeof NAMES)[number], string>>

/** The query of the list. All of it stands in the address, so that it survives a reload and can be sent to somebody. */
export function useLeaseFilters() {
  const [params, setParams] = useQueryString()
  const query: LeaseQuery = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )

  /** Changes some and keeps the rest; a page of the list before the change is none of the list after it. */
  const change = (changes: LeaseQuery, { replace = false } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries({ cursor: undefined, page: undefined, ...changes })) {
          if (value) after.set(name, value)
          else after.delete(name)
        }
        return after
      },
      { replace },
    )

  return {
    query,
    change,
    /** Whether anything but the page narrows the list. */
    narrowed: NAMES.some((name) => !["cursor", "page"].includes(name) && query[name] && query[name] !== "all"),
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  }
}
