import { valuesIn } from "../../../src/client/values/known-values"
import { clip, mask } from "../../../src/client/values/mask"

/** The ways to group a number's digits in a sentence. */
const GROUPED = [
  ..."512-68-3097 512_68_3097 512–68–3097 512:68:3097 512*68*3097 512'68'3097".split(" "),
  ...["512\u200b68\u200b3097", "５１２６８３０９７", "5 1 2 6 8 3 0 9 7", "512\u00a068\u00ad3097", "\\x35126830\\x397"],
  ...["&#53;12683097", "%35%31%32683097", "\\u0035126-8-3097"],
]

describe("a value of the current call", () => {
  it.each(GROUPED)("is found as %j", (text) => {
    expect(mask(`the number ${text} is wrong`, ["512683097"])).toBe("the number *** is wrong")
  })
  it.each([
    ["MARISOL  okonkwo", "Marisol Okonkwo"],
    ["Marisol+Okonkwo", "Marisol Okonkwo"],
    ["M%C3%BCller%20K.", "Müller K."],
    ["ＭＡＲＩＳＯＬ", "marisol"],
    ["ﬁona, 123½ Elm", "ﬁona, 123½ Elm"],
    ["Fiona", "ﬁona"],
  ])("%j is %j", (text, value) => expect(mask(`of ${text}!`, [value])).toMatch(/^of \*{3}[.!]/))
  it("a value is found even if the text breaks off inside it", () => {
    expect(mask("sent by Marisol Okon", ["Marisol Okonkwo"])).toBe("sent by ***")
  })
  it("a short value counts only if it stands alone", () => {
    expect(mask("Annette, not Ann; room 4711, not 14711", ["Ann", "4711"])).toBe(
      "Annette, not ***; room ***, not 14711",
    )
  })
  it("a value of punctuation is found unchanged", () => expect(mask("is !!$$ right", ["!!$$"])).toBe("is *** right"))
  it("a very long value is masked to its end", () => {
    expect(mask(`<${"ab".repeat(300)}>`, ["ab".repeat(300)])).toBe("<***>")
  })
})

/** Repeated characters, with values that begin like them. A pattern made from the values would take minutes. */
it.each([
  [`a${" ".repeat(28)}c`, " "],
  [`a${" +".repeat(14)}c`, " +"],
  [`${"a".repeat(150)}b`, "a"],
  [`b${"a".repeat(150)}`, "a"],
  ["a".repeat(150), "a"],
])("a hundred values such as %j are masked in a very long answer of %j", (sent, unit) => {
  const values = Array.from({ length: 100 }, (_, index) => sent + index)
  expect(clip(unit.repeat(20_000), valuesIn(values)).length).toBeLessThan(2100)
})
