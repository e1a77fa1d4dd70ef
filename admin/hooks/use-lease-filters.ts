import type { LeaseListQuery } from "../../src/api/admin-types"
import { useQueryString } from "../lib/router"

/** The filters in the URL, with the same names as in the list's route. */
export const FILTERS = [
  "status",
  "alerts",
  "alert",
  "to_confirm",
  "flow",
  "test",
  "sales_channel_id",
  "created_from",
  "created_to",
  "delivered_from",
  "delivered_to",
] as const
/** The list's query parameters in the URL. The page number is only displayed, because the store pages by cursor. */
const NAMES = ["q", "tab", ...FILTERS, "cursor", "page"] as const satisfies readonly (keyof LeaseListQuery | "page")[]

export type Filter = (typeof FILTERS)[number]
export type LeaseQuery = Partial<Record<(typeof NAMES)[number], string>>

/** The list's query, kept entirely in the URL so that it survives a reload and can be shared. */
export function useLeaseFilters() {
  const [params, setParams] = useQueryString()
  const query: LeaseQuery = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )

  /** Changes some filters and keeps the others. Drops the cursor, which isn't valid for a different list. */
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
    /** Whether a search, a tab or a filter narrows the list. */
    narrowed: NAMES.some((name) => !["cursor", "page"].includes(name) && query[name] && query[name] !== "all"),
    clear: () => change(Object.fromEntries(NAMES.map((name) => [name, undefined]))),
  }
}
