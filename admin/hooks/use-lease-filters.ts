import type { LeaseListQuery } from "../../src/api/admin-types"
import { useQueryString } from "../lib/router"

/** The filters in the URL, as the list's route takes them. */
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
/** The URL's filters, and the place in the list. The page number is only for people: the store finds the place by the cursor. */
const NAMES = ["q", "tab", ...FILTERS, "cursor", "page"] as const satisfies readonly (keyof LeaseListQuery | "page")[]

export type Filter = (typeof FILTERS)[number]
export type LeaseQuery = Partial<Record<(typeof NAMES)[number], string>>

/** The query of the list. All of it is in the URL, so that it survives a reload and can be sent to somebody. */
export function useLeaseFilters() {
  const [params, setParams] = useQueryString()
  const query: LeaseQuery = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value ? [[name, value]] : []
    }),
  )

  /** Changes some filters and keeps the rest. A cursor of the list before the change isn't valid after it. */
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
