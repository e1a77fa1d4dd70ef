import { hmac } from "../../rules/keys"

/** The shortest code that can't recur by chance (characters). A shorter one may recur with another lease's ID. */
const UNIQUE_CODE = 16

type Named = { id: string | null | undefined; urls: readonly (string | undefined)[] }

/**
 * Returns an HMAC of everything in a success report that identifies the operator's lease (spec 4.2, 6.2): its ID (`leaseId` in one-time URLs) and the
 * URLs' codes. If a URL has neither, all of it is used. `operator` is the service's URL, because two operators may assign the same ID.
 */
export function leaseNames({ id, urls }: Named, operator: string, secret: string): string[] {
  const names = [...(id ? [nameOfId(id, operator)] : []), ...urls.flatMap((url) => namesIn(url, operator))]
  return [...new Set(names)].map((name) => hmac("hosted lease", name, secret))
}

const nameOfId = (id: string, operator: string) => `id\n${operator}\n${id}`

/** Reads every parameter with a name, case-insensitively, because a browser may have added one that the operator ignores. */
function namesIn(url = "", operator: string): string[] {
  if (!URL.canParse(url)) return []
  const { pathname, search, searchParams } = new URL(url)
  const valuesOf = (wanted: string) =>
    [...searchParams].flatMap(([name, value]) => (name.toLowerCase() === wanted.toLowerCase() ? [value.trim()] : []))
  const ids = valuesOf("leaseId").filter(Boolean)
  // Operators may compare codes case-insensitively.
  const codes = valuesOf("code").filter(({ length }) => length >= UNIQUE_CODE)
  const names = [...ids.map((id) => nameOfId(id, operator)), ...codes.map((code) => `code\n${code.toLowerCase()}`)]
  return names.length ? names : [`url\n${pathname}${search}`]
}
