import { useEffect, useState } from "react"
import type { LeaseRow } from "../../src/api/admin-types"

type Rows = ReadonlyMap<string, LeaseRow>

const NONE: Rows = new Map()

/**
 * The leases selected on all pages of the list. Keeps their rows, because the table has only the current page's. While `enabled` is false, nothing is
 * selected, so that no action applies to leases that the user can't see.
 */
export function useSelection(enabled: boolean, shown: readonly LeaseRow[]) {
  const [rows, setRows] = useState(NONE)
  useEffect(() => {
    if (!enabled) setRows(NONE)
  }, [enabled])
  const select = (ids: readonly string[]) => {
    const chosen = [...rows.values(), ...shown].filter(({ id }) => ids.includes(id))
    setRows(new Map(chosen.map((row) => [row.id, row])))
  }
  return {
    enabled,
    selected: enabled ? [...rows.values()] : [],
    clear: () => setRows(NONE),
    /** The table's options for selecting rows. */
    rowSelection: {
      state: Object.fromEntries(enabled ? [...rows.keys()].map((id) => [id, true]) : []),
      enableRowSelection: ({ original }: { original: LeaseRow }) => original.can_mark_delivered,
      onRowSelectionChange: (state: Record<string, boolean>) => select(Object.keys(state).filter((id) => state[id])),
    },
    deselect: (done: readonly LeaseRow[]) =>
      setRows((before) => new Map([...before].filter(([id]) => !done.some((row) => row.id === id)))),
  }
}
