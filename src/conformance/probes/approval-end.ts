import { momentIn } from "../../lease-service"
import type { DialectPart, Finding } from "../finding"
import type { Seen, Wire } from "../wire"

/** The places in which the plugin reads the end of an approval (reference 3), with the answers that hold them. */
type Answers = { application: Seen; pricing?: Seen | undefined }

/** A date of another name that is not about a payment, a delivery or a person may be the end of the approval. */
const OTHER = /pay|deliver|due|birth|sign/i
/** A key of an object can hold a value. */
const IS_NAME = /^[A-Za-z_]\w{0,60}$/
const LIKE_AN_END = /(expir|until|validthrough|goodthrough)/i

/** Until when an approval holds: in the answer to the application, or beside the state in the pricing. Names of fields alone, no dates. */
export function approvalEnd({ application, pricing }: Answers, { settings }: Wire): Finding {
  const keys = settings.wire.approvalEndKeys
  const row = { row: "3 end of the approval", assumed: "may be there; else approvalDays counts" } as const
  const groups = [
    { place: "application", group: recordOf(application.json) },
    { place: "pricing", group: recordOf(recordOf(pricing?.json).appStatus) },
  ]
  const known = groups.flatMap(({ place, group }) => {
    const key = keys.find((name) => momentIn(group, [name]))
    return key === undefined ? [] : { place, key }
  })[0]
  if (known) {
    const isOther = known.key !== "approvalExpirationDate"
    const names: DialectPart = isOther ? { names: { approvalExpirationDate: known.key } } : {}
    const speaks = { answers: { approvalEnd: known.place }, ...names }
    return { ...row, seen: `${known.key}, in the ${known.place}`, verdict: "same", speaks }
  }
  const others = groups.flatMap(({ place, group }) => ends(group).map((key) => ({ place, key })))
  const [only, ...more] = others
  if (only && !more.some(({ key }) => key !== only.key)) {
    const write = { wire: { approvalEndKeys: [only.key, ...keys] } }
    const advice = "Ask the operator whether this is until when the approval holds."
    const speaks = { answers: { approvalEnd: only.place } }
    return { ...row, seen: `${only.key}, in the ${only.place}`, verdict: "differs", write, advice, speaks }
  }
  const advice = "Ask the operator until when an approval holds, and which field says so (wire.approvalEndKeys)."
  if (only) return { ...row, seen: others.map(({ key }) => key).join(", "), verdict: "differs", advice }
  const [elsewhere] = [application, pricing].flatMap((seen) => Object.keys(seen?.shape ?? {}).filter(isLikeAnEnd))
  if (elsewhere) return { ...row, seen: `${elsewhere}, which is not read`, verdict: "differs", advice }
  return { ...row, seen: "absent", verdict: "same" }
}

const isLikeAnEnd = (path: string) => LIKE_AN_END.test(path.replace(/[_-]/g, "")) && !OTHER.test(path)

/** Names under which a moment to come stands. */
function ends(group: Record<string, unknown>): string[] {
  return Object.keys(group).filter((name) => {
    const at = OTHER.test(name) || !IS_NAME.test(name) ? undefined : momentIn(group, [name])
    return at !== undefined && at.getTime() > Date.now()
  })
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
