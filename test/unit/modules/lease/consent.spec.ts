import { ConsentSchema, consentOf, DEFAULT_CONSENT, shownConsent } from "../../../../src/modules/lease/options/consent"

const read = (option: unknown, operator = "Harbor Leasing") => consentOf(ConsentSchema.parse(option), operator)

it("a text without a language is the English one", () => {
  expect(read({ text: "I agree.", version: "7" })).toEqual({
    text: "I agree.",
    language: "en",
    version: "7",
    texts: { en: "I agree." },
  })
})

it("the consent has a text for each language, with the operator's name", () => {
  const option = { en: "{operator} decides.", es: "{operator} decide.", version: "1" }
  expect(read(option).texts).toEqual({ en: "Harbor Leasing decides.", es: "Harbor Leasing decide." })
})

it("the consent accepts any language, even one without a package", () => {
  expect(read({ en: "I agree.", pl: "Zgadzam się.", "pt-BR": "Aceito.", version: "1" }).texts).toEqual({
    en: "I agree.",
    pl: "Zgadzam się.",
    "pt-BR": "Aceito.",
  })
})

it("a consent in one language is shown in that language", () => {
  expect(read({ es: "Acepto.", version: "1" })).toMatchObject({ text: "Acepto.", language: "es" })
})

it("an operator without a name has a substitute in each language", () => {
  const { texts } = read(DEFAULT_CONSENT, "the leasing company")
  expect(texts.en).toContain("sent to the leasing company,")
  expect(texts.es).toContain("a la empresa de arrendamiento,")
})

it.each([
  [{ version: "1" }, "Write consent"],
  [{ text: "", version: "1" }, "Write consent: { text"],
  [{ en: "I agree." }, "Write consent: { version"],
  [{ en: "I agree.", text: "I do.", version: "1" }, "both are the English text"],
  [{ en: "I agree.", french: "Oui.", version: "1" }, "Write a language in place of french"],
  [{ en: "I agree.", fr: "", version: "1" }, "Write consent"],
])("%j stops the start", (option, words) => {
  expect(JSON.stringify(ConsentSchema.safeParse(option).error?.issues)).toContain(words)
})

it("a consent counts only in a language that it has", () => {
  const consent = read({ en: "I agree.", es: "Acepto.", version: "1" })
  expect(shownConsent(consent)).toEqual({ language: "en", text: "I agree." })
  expect(shownConsent(consent, "es")).toEqual({ language: "es", text: "Acepto." })
  expect(shownConsent(consent, "toString")).toBeUndefined()
})
