import en from "../../i18n/en.json" with { type: "json" }

/** The export's columns by group, in the same order as the translations. */
export const COLUMN_GROUPS = Object.entries(en.exportColumns).map(([group, texts]) => ({
  group,
  columns: Object.keys(texts),
}))

const ALL = COLUMN_GROUPS.flatMap(({ columns }) => columns)
const KEY = "lease-to-own-export-columns"

export function areAll(columns: readonly string[]): boolean {
  return columns.length === ALL.length
}

/** Returns the columns that this browser remembers, or all columns by default. */
export function rememberedColumns(): string[] {
  try {
    const names = localStorage.getItem(KEY)?.split(",") ?? []
    const known = ALL.filter((column) => names.includes(column))
    return known.length ? known : ALL
  } catch {
    // The browser blocks site data.
    return ALL
  }
}

/** Remembers the columns. If all are chosen, forgets them instead, so that later exports include columns added by a new version. */
export function rememberColumns(columns: readonly string[]): void {
  try {
    if (areAll(columns)) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, columns.join())
  } catch {
    // Without site data, the next export starts with all columns.
  }
}
