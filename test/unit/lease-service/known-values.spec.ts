import fc from "fast-check"
import { valuesIn } from "../../../src/lease-service/values/known-values"
import { clip, mask } from "../../../src/lease-service/values/mask"
import { clientOf, localService, plain } from "./support/local-service"
import { failureOf, form } from "./support/samples"

const local = localService()

/** The ways in which a number may be grouped in somebody's sentence. */
const GROUPED = [
  ..."512-68-3097 512_68_3097 512–68–3097 512:68:3097 512*68*3097 512'68'3097".split(" "),
  ...["512\u200b68\u200b3097", "５１２６８３０９７", "5 1 2 6 8 3 0 9 7", "512\u00a068\u00ad3097", "\\x35126830\\x397"],
  ...["&#53;12683097", "%35%31%32683097", "\\u0035126-8-3097"],
]

describe("a value of the call in flight", () => {
  it.each(GROUPED)("is found as %j", (text) => {
    expect(mask(`the number ${text} is wrong`, ["512683097"])).toBe("the number *** is wrong")
  })
  it.each([
    ["MARISOL  okonkwo", "Marisol Okonkwo"],
    ["Marisol+Okonkwo", "Marisol Okonkwo"],
    ["M%C3%BCller%20K.", "Müller K."],
    ["ＭＡＲＩＳＯＬ", "marisol"],
  ])("%j is %j", (text, value) => expect(mask(`of ${text}!`, [value])).toMatch(/^of \*{3}[.!]/))
  it("is found where the text breaks off inside it", () => {
    expect(mask("sent by Marisol Okon", ["Marisol Okonkwo"])).toBe("sent by ***")
  })
  it("of few signs counts only where it stands alone", () => {
    expect(mask("Annette, not Ann; room 4711, not 14711", ["Ann", "4711"])).toBe(
      "Annette, not ***; room ***, not 14711",
    )
  })
  it("of marks alone is found as it is", () => expect(mask("is !!$$ right", ["!!$$"])).toBe("is *** right"))
  it("longer than a search is masked to its end", () => {
    expect(mask(`<${"ab".repeat(300)}>`, ["ab".repeat(300)])).toBe("<***>")
  })
})

describe("numbers that are not known beforehand", () => {
  it.each(["SSN ending in 6789", "last four: 6789", "last 4 digits 6789", "512_68_3097", "５１２-６８-３０９７"])(
    "%s",
    (text) => expect(mask(text)).not.toMatch(/6789|3097|３０９７/),
  )
  it.each(["at the last step", "HTTP 409 at 2026-11-21"])("%s stays", (text) => expect(mask(text)).toBe(text))
})

/** Ten times what the dearest texts take. A pattern that grows with them takes minutes. */
const MOST_MS = 250
const RUNS = 10

/** Processor time of the work (ms), the cheapest of some runs: others on the machine make a run dearer, never cheaper. */
function cheapest(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && least >= MOST_MS; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

const LONGEST_ANSWER = 20_000

/** Texts of few different signs, in which a search finds most false beginnings. */
const monotonous = fc
  .tuple(
    fc.constantFrom("a", "1", " ", ">", "+", "ab", "a ", "1-", "\\", "%41", "&#x41;", "\ufdfa", "(", "\u0301"),
    fc.nat(300),
  )
  .map(([sign, times]) => sign.repeat(times))
const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), monotonous, fc.string({ maxLength: 200 }))
const value = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""))
/** An answer with text of its own and values that were sent. */
const answerOf = (values: string[]) =>
  fc
    .array(fc.oneof(piece, fc.constantFrom("", ...values)), { maxLength: 20 })
    .map((pieces) => pieces.join(" ") || " ")
    .map((text) => text.repeat(Math.ceil(LONGEST_ANSWER / text.length)).slice(0, LONGEST_ANSWER))

describe("what masking costs", () => {
  it("is little for any values and any answer", () => {
    const talk = fc
      .array(value, { minLength: 1, maxLength: 150 })
      .chain((values) => fc.tuple(fc.constant(values), answerOf(values)))
    fc.assert(
      fc.property(talk, ([values, answer]) => {
        expect(cheapest(() => clip(answer, valuesIn(values)))).toBeLessThan(MOST_MS)
      }),
      // Shrinking a cost would take hours and tell less than the first text does.
      { numRuns: 60, endOnFailure: true },
    )
  })

  it.each([
    ["blanks", `a${" ".repeat(28)}c`, " "],
    ["blanks and pluses", `a${" +".repeat(14)}c`, " +"],
    ["one letter, then another", `${"a".repeat(150)}b`, "a"],
    ["another letter, then one", `b${"a".repeat(150)}`, "a"],
    ["one letter", "a".repeat(150), "a"],
  ])("is little for %s", (_, sent, unit) => {
    const values = Array.from({ length: 100 }, (__, index) => sent + index)
    expect(cheapest(() => clip(unit.repeat(LONGEST_ANSWER), valuesIn(values)))).toBeLessThan(MOST_MS)
  })
})

it("a form made to cost much fails like any other, whatever the service answers", async () => {
  const sent = form()
  sent.customer.firstName = `>${" ".repeat(60)}x`
  sent.customer.lastName = `a${" ".repeat(28)}c`
  local().answer(plain(`<p>${" ".repeat(60)}`.repeat(300), 502))
  const error = await failureOf(clientOf(local().url).service.submitApplication(sent as never))
  expect(error.message).toBe("submitApplication: the lease service answered HTTP 502")
})
