/** As {@link lettersOf} reads it. */
const NAME = "applicationId".toLowerCase()

/**
 * Whether an answer says that it is about another application than `applicationId`. Looks into groups, but not into lists, which may hold a person's
 * other applications. The name of the field may be written in any way, and an answer without it says nothing else.
 */
export function namesOtherApplication(answer: unknown, applicationId: string): boolean {
  const groups = [answer]
  while (groups.length > 0) {
    for (const [key, value] of Object.entries(asGroup(groups.pop()))) {
      if (lettersOf(key) === NAME && isOther(value, applicationId)) return true
      // The errors of a refusal are texts under the names of fields (reference 10).
      if (key !== "errors") groups.push(value)
    }
  }
  return false
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
  const text = id.trim().toLowerCase()
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, "") : text
}

function asGroup(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}
}
