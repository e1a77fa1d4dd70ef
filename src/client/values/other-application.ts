/** As {@link lettersOf} reads them. */
const NAME = "applicationId".toLowerCase()
/** The groups whose application is that of the answer. Others, such as an earlier lease or a vendor's, may have ids of their own. */
const GROUPS = ["data", "appStatus", "application", "lease", "cart", "contract"].map((name) => name.toLowerCase())

/**
 * Whether an answer says at its top, or in one of its groups, that it is about another application than `applicationId`. The names of fields may be
 * written in any way, and an answer without the id says nothing else.
 */
export function namesOtherApplication(answer: unknown, applicationId: string): boolean {
  return Object.entries(asGroup(answer)).some(([key, value]) => {
    const name = lettersOf(key)
    if (name === NAME) return isOther(value, applicationId)
    return GROUPS.includes(name) && namesOtherApplication(value, applicationId)
  })
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
