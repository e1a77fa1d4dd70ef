import type { Seen } from "../connection"
import type { Finding } from "../finding"
import { hasNoContract, type LeaseReading, readLease } from "../lease-predicates"
import { ARTICLE } from "./cart"
import { once } from "./once"
import { refusedFields } from "./refuse"
import { authorization, isSuccessOf, returnCall } from "./return"
import type { Room } from "./room"

const LINE = { lineNumber: 1, sku: ARTICLE.identifier }
const LOWERED = 150

/** How a partial return ended. `whole` means that the service ignored the lines and returned everything. */
type End = "taken" | "refused" | "whole" | "unclear" | "not eligible"
type Attempt = { end: End; answer?: Seen | undefined; before: LeaseReading; after: LeaseReading; less: number }

/**
 * Sends back one unit of a delivered lease, then lowers the price of the rest. Each call has its own authorization and is made once. Stops after an
 * unclear response.
 */
export async function partFindings(room: Room, id: string): Promise<Finding[]> {
  const start = await readLease(room.connection, id)
  const { returnAction } = room.connection.settings.dialect
  const back = await part(room, id, { actionType: returnAction, ...LINE, quantity: 1 }, start, ARTICLE.unitPrice)
  const findings = [returned(back, room), named(back, returnAction)]
  if (back.end !== "taken" && back.end !== "refused")
    return [...findings, { ...PRICE, seen: NOT_TRIED[back.end], verdict: "skipped" }, after(back)]
  const quantity = back.end === "taken" ? ARTICLE.quantity - 1 : ARTICLE.quantity
  const line = { actionType: "PriceAdj", ...LINE, quantity, priceEach: LOWERED }
  const lower = await part(room, id, line, back.after, (ARTICLE.unitPrice - LOWERED) * quantity)
  return [...findings, lowered(lower, back), after(back.end === "taken" ? back : lower)]
}

const NOT_TRIED = {
  whole: "the whole lease was returned",
  unclear: "not tried: the outcome of the return was unclear",
  "not eligible": "not tried: not eligible",
} as const
const PRICE = { row: "7 a lowered price", assumed: "PriceAdj and priceEach, if lines are accepted" } as const
const ASK_FIELDS =
  "Ask the operator which fields a line needs, and which word marks a line that is returned (dialect.returnAction)."

/** Sends one partial return, once. `less` is the expected reduction of `invoiceTotal`, in dollars. */
async function part(room: Room, id: string, line: object, before: LeaseReading, less: number): Promise<Attempt> {
  const { isEligible, code } = await authorization(room, id)
  if (!isEligible) return { end: "not eligible", before, after: before, less }
  const isLess = ({ total }: LeaseReading) => total !== undefined && total === (before.total ?? 0) - less * 100
  const isWhole = (reading: LeaseReading) => reading.status === "returned" || hasNoContract(reading)
  const answer = await once(room, id, {
    about: "reduce",
    call: { ...returnCall(room, id, code, { merchandiseItems: [line] }), name: "POST return, partial" },
    isDone: (reading) => isWhole(reading) || isLess(reading),
    asks: "Ask the operator whether the partial return was recorded.",
  })
  const after = await readLease(room.connection, id)
  const attempt = { answer, before, after, less }
  if (isWhole(after)) {
    room.journal.write({ about: "returned", id })
    return { ...attempt, end: "whole" }
  }
  const success = isSuccessOf(answer, room.connection)
  const isNo = answer && (success === false || [400, 404, 409, 422].includes(answer.status))
  const isTaken = isLess(after) || (success === true && after.status === "funded")
  if (isNo || isTaken) room.journal.write({ about: "reduced", id })
  return { ...attempt, end: isNo ? "refused" : isTaken ? "taken" : "unclear" }
}

/** Checks whether returns of individual lines are accepted. The option stays off until the account has accepted such a return. */
function returned({ end, answer }: Attempt, { connection }: Room): Finding {
  const isOn = connection.settings.dialect.returnLines
  const row = { row: "7 return of a part", assumed: isOn ? "lines are accepted" : "off, so only whole leases" } as const
  if (end === "taken" || end === "whole") {
    const isTaken = end === "taken"
    const seen = isTaken ? "one unit was returned" : "lines are ignored, so the whole lease was returned"
    const found = { ...row, seen, speaks: { rules: { returnLines: isTaken ? "taken" : "ignored" } } }
    if (isOn === isTaken) return { ...found, verdict: "same" }
    return { ...found, verdict: "differs", write: { dialect: { returnLines: isTaken } } }
  }
  if (end === "not eligible") return { ...row, seen: NOT_TRIED[end], verdict: "skipped" }
  if (end === "unclear") {
    const advice =
      "Ask the operator what happened to the unit, and whether the account accepts lines (dialect.returnLines)."
    return {
      ...row,
      seen: `${answer?.status ?? "no response"}, and nothing shows a partial return`,
      verdict: "differs",
      advice,
    }
  }
  const seen = `${answer?.status}: refused`
  if (!isOn) return { ...row, seen, verdict: "same" }
  return { ...row, seen, verdict: "differs", advice: "Ask the operator whether the account accepts lines." }
}

function named({ end, answer }: Attempt, word: string): Finding {
  const row = { row: "7 lines that go back", assumed: `actionType ${word}, lineNumber, sku, quantity` } as const
  const speaks = word === "Return" ? {} : { speaks: { requests: { returnAction: word } } }
  if (end === "taken") return { ...row, seen: "accepted", verdict: "same", ...speaks }
  const fields = answer ? refusedFields(answer) : []
  if (end !== "refused" || !fields.length) return { ...row, seen: "no line was accepted", verdict: "skipped" }
  return { ...row, seen: `refused: ${fields.slice(0, 4).join(", ")}`, verdict: "differs", advice: ASK_FIELDS }
}

function lowered({ end, answer }: Attempt, back: Attempt): Finding {
  const speaks = { speaks: { rules: { lowerPrices: "taken" } } }
  if (end === "taken" && back.end === "taken") return { ...PRICE, seen: "accepted", verdict: "same", ...speaks }
  if (end === "taken") {
    const advice =
      "This account lowers prices but does not accept returned units. dialect.returnLines turns on both, so ask the operator about both."
    return { ...PRICE, seen: "accepted", verdict: "differs", advice, ...speaks }
  }
  if (end === "whole" || end === "not eligible") return { ...PRICE, seen: NOT_TRIED[end], verdict: "skipped" }
  const seen = end === "refused" ? `${answer?.status}: refused` : "unclear"
  if (end === "refused" && back.end === "refused") return { ...PRICE, seen, verdict: "same" }
  const advice =
    "The service does not accept a lower price. Ask the operator which fields it needs, or have the operator lower prices for you."
  return { ...PRICE, seen, verdict: "differs", advice }
}

/** Compares the status and `invoiceTotal` before and after a partial return. The plugin relies on them if a response is lost. */
function after({ end, before, after: now, less }: Attempt): Finding {
  const row = { row: "7 after a part", assumed: "the same status, with invoiceTotal reduced by the part" } as const
  if (end !== "taken") return { ...row, seen: "no partial return was accepted", verdict: "skipped" }
  const advice =
    "There is no option for this. If a partial return gets no response, staff must ask the operator and mark the lease as resolved."
  if (now.total === undefined) return { ...row, seen: "without invoiceTotal", verdict: "new", advice }
  const speaks = { rules: { totalAfterPart: "kept" } }
  if (now.total === before.total) return { ...row, seen: "invoiceTotal as before", verdict: "new", advice, speaks }
  const isLess = now.total === (before.total ?? 0) - less * 100
  if (isLess) return { ...row, seen: `${now.status ?? "no status"}, reduced by the part`, verdict: "same" }
  return {
    ...row,
    seen: "a different amount",
    verdict: "differs",
    advice: "Ask the operator how much one unit takes off the lease.",
  }
}
