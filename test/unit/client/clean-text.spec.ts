import fc from "fast-check"
import { canonicalText, cleanText, sentText } from "../../../src/client"

/** Characters that the compared form changes, and invisible ones. */
const SIGNS = [
  ..."ŉ‴\u1ffd½¼⅓↉²₃ﬁﬃ™ℓⅣ№①㎏ＡＢ１２ｶﾞ·´′″‘’“”`–—‑−",
  ...[
    "\u00a0",
    "\u2007",
    "\u202f",
    "\u3000",
    "\u200b",
    "\u200d",
    "\u200e",
    "\u202a",
    "\u202c",
    "\u2066",
    "\ufeff",
    "\u00ad",
    "\ufe0f",
  ],
  ...["\u3164", "\u034f", "\u0301", "\u0327", "\u0338", "\u2028", "\0", "\ud800", "\udc00", "가", "각", "ᆨ", "Å", "ẛ"],
]
const typed = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.oneof(fc.constantFrom(...SIGNS), fc.constantFrom(..."a1 -/'\"#")) }),
)

/** The characters that a reader sees. */
const visible = (text: string) =>
  [...text.normalize("NFC")]
    .filter((sign) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]/u.test(sign) && !/\p{DI}/u.test(sign))
    .join("")

describe("the two forms of a text", () => {
  it("the sent form reads as typed, on one line and without invisible characters", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const sent = sentText(text)
        expect(visible(sent)).toBe(visible(text.replace(/[\p{DI}\p{Cf}\p{Cs}]/gu, "")))
        expect(sent).not.toMatch(/[\p{Cf}\p{Cs}\p{Cc}\p{DI}]|[^\S ]|^ | $| {2}/u)
      }),
      { numRuns: 2000 },
    )
  })
  it("both forms are idempotent, and a text and its sent form have the same compared form", () => {
    fc.assert(
      fc.property(typed, (text) => {
        const [sent, compared] = [sentText(text), canonicalText(text)]
        expect(sentText(sent)).toBe(sent)
        expect(canonicalText(compared)).toBe(compared)
        expect(canonicalText(sent)).toBe(compared)
      }),
      { numRuns: 2000 },
    )
  })
  it("all compatible spellings of a text have one compared form", () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(canonicalText(text.normalize("NFD"))).toBe(canonicalText(text))
        for (const sign of ["\u200b", "\u202a", "\ufe0f"])
          expect(canonicalText(`${sign}${text}`)).toBe(canonicalText(text))
      }),
    )
  })
  it.each([
    ["123½ Elm Street", "123 1/2 Elm Street"],
    ["123 1⁄2 Elm Street", "123 1/2 Elm Street"],
    ["ＡＢ１２", "AB12"],
    ["ﬁfth", "fifth"],
    ["12‑34", "12-34"],
    ["O’Neil", "O'Neil"],
    ["72″", '72"'],
    ["ŉ", "'n"],
    ["7‴", "7'''"],
    ["x²", "x2"],
  ])("%s compares as %s, and is sent as it is", (text, compared) => {
    expect([canonicalText(text), sentText(text)]).toEqual([compared, text])
  })
  it("a letter keeps 30 marks, because the time to normalize them grows with their square", () => {
    const marked = `e${"\u0315\u0300".repeat(50_000)} f`
    for (const form of [sentText, canonicalText]) expect(form(marked).normalize("NFD")).toHaveLength(33)
  })
  it("someone else's text is cut between characters", () => {
    expect(cleanText("so\u00adfa 🛋🛋", 6)).toBe("sofa …")
    expect(cleanText("sofa", 4)).toBe("sofa")
  })
})
