import { isRecord } from "./read"

const NAME = "applicationId".toLowerCase()
/** The groups that describe the response's own application. Other groups, such as an earlier lease or a vendor, may have IDs of their own. */
const GROUPS = ["data", "appStatus", "application", "lease", "cart", "contract"].map((name) => name.toLowerCase())

/**
 * Whether a response names an application other than `applicationId`, at its top level or in one of its groups, under any spelling of the key. False
 * if the response contains no ID.
 */
export function namesOtherApplication(answer: unknown, applicationId: string): boolean {
  if (!isRecord(answer)) return false
  return Object.keys(answer).some((key) => {
    const name = lettersOf(key)
    if (name === NAME) return isOther(answer[key], applicationId)
    return GROUPS.includes(name) && namesOtherApplication(answer[key], applicationId)
  })
}

export function lettersOf(name: string): string {
  const lower = name.toLowerCase()
  // Most names have neither, and searching is faster than replacing. Every response's keys are compared.
  return lower.includes("_") || lower.includes("-") ? lower.replace(/[_-]/g, "") : lower
}

/** Accounts send IDs as text or numbers, with or without leading zeros. Blank text and `null` aren't IDs. */
function isOther(value: unknown, own: string): boolean {
  if (typeof value === "number") return value !== Number(own)
  return typeof value === "string" && value.trim() !== "" && plain(value) !== plain(own)
}

function plain(id: string): string {
  const text = id.trim().toLowerCase()
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, "") : text
}
