/** In the form of {@link lettersOf}. */
const NAME = "applicationId".toLowerCase()
/** The groups that are about the answer's own application. Others, such as an earlier lease or a vendor, may have their own ids. */
const GROUPS = ["data", "appStatus", "application", "lease", "cart", "contract"].map((name) => name.toLowerCase())

/**
 * Whether an answer names another application than `applicationId`, at its top or in one of its groups. Field names may have any spelling. An answer
 * without an id names none.
 */
export function namesOtherApplication(answer: unknown, applicationId: string): boolean {
  return Object.entries(asGroup(answer)).some(([key, value]) => {
    const name = lettersOf(key)
    if (name === NAME) return isOther(value, applicationId)
    return GROUPS.includes(name) && namesOtherApplication(value, applicationId)
  })
}

/** Returns a name without case, `_` and `-`. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "")
}

/** Accounts send an id as text or number, with or without leading zeros. Blank and `null` are no id. */
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
