/** What a call is about, under the names by which its answer may repeat it. */
export type Subject = Readonly<Record<string, string>>

/**
 * The name under which an answer says that it is about something else than `subject`; undefined if it says nothing else, or nothing at all.
 * Looks into groups, but not into lists, which may hold a person's other applications. Names are compared as {@link lettersOf} reads them.
 */
export function otherSubject(answer: unknown, subject: Subject): string | undefined {
  const own = new Map(Object.entries(subject).map(([name, value]) => [lettersOf(name), { name, value }]))
  const groups = [answer]
  while (groups.length > 0) {
    for (const [key, value] of Object.entries(asGroup(groups.pop()))) {
      const known = own.get(lettersOf(key))
      if (known && isOther(value, known.value)) return known.name
      // The errors of a refusal are texts under the names of fields (reference 10).
      if (key !== "errors") groups.push(value)
    }
  }
  return undefined
}

/** A name without case, `_` and `-`. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "")
}

/** Accounts write an id as text or as a number, with or without leading zeros. Blank and `null` are no id. */
function isOther(value: unknown, own: string): boolean {
  if (typeof value === "number") return value !== Number(own)
  return typeof value === "string" && value.trim() !== "" && plain(value) !== plain(own)
}

function plain(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d+$)/, "")
}

function asGroup(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}
}
