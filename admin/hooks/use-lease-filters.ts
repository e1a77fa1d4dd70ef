import type { LeaseListQuery } from "../../src/api/admin-types"
import { useQueryString } from "../lib/router"

/** The filters in the URL, in the form that the list's route accepts. */
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
/** The URL's filters, and the place in the list. The page number is only for people, because the store finds the place by the cursor. */
const NAMES = ["q", "tab", ...FILTERS, "cursor", "page"] as const satisfies readonly (keyof LeaseListQuery | "page")[]

export type Filter = (typeof FILTERS)[number]
export type LeaseQuery = Partial<Record<(typeof NAMES)[number], string>>

/** The list's query. All of it is in the URL, so that it survives a reload and can be shared. */
export function useLeaseFilters() {
  const [params, setParams] = useQueryString()
  const query: LeaseQuery = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )

  /** Changes some filters and keeps the others. A cursor isn't valid after the list has changed, so it is dropped. */
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
    /** Whether the list is narrowed by anything other than the page. */
    narrowed: NAMES.some((name) => !["cursor", "page"].includes(name) && query[name] && query[name] !== "all"),
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  }
}
