import {
  ConsentSchema,
  consentOf,
  DEFAULT_CONSENT,
  missingConsents,
  shownConsent,
} from "../../../../src/modules/lease/options/consent"

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
  const consent = read({ es: "Acepto.", version: "1" })
  expect(consent).toMatchObject({ text: "Acepto.", language: "es" })
  expect(missingConsents(consent)).toEqual(["en"])
})

it("an operator without a name has a substitute in each language", () => {
  const { texts } = read(DEFAULT_CONSENT, "the leasing company")
  expect(texts.en).toContain("sent to the leasing company,")
  expect(texts.es).toContain("a la empresa de arrendamiento,")
})

const CONSENT = 'Write consent: { en: "…", es: "…", version: "1" }: what a shopper agrees to before applying.'
it.each([
  ["I agree.", `: ${CONSENT}`],
  [{ version: "1" }, `: ${CONSENT}`],
  [{ text: "", version: "1" }, 'text: Write consent: { text: "…" }.'],
  [{ en: "", version: "1" }, 'en: Write consent: { en: "…" }.'],
  [{ es: "", version: "1" }, 'es: Write consent: { es: "…" }.'],
  [{ en: "I agree." }, 'version: Write consent: { version: "1" }.'],
  [{ en: "Yes.", text: "Yes.", version: "1" }, ": Write either consent.text or consent.en: both are the English text."],
  [
    { en: "I agree.", french: "Oui.", version: "1" },
    'french: Write a language in place of french, such as consent: { en: "…" }.',
  ],
  [{ en: "I agree.", fr: "", version: "1" }, `fr: ${CONSENT}`],
])("%j stops the start: %s", (option, line) => {
  const issues = ConsentSchema.safeParse(option).error?.issues ?? []
  expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([line])
})

it("a consent counts only in a language that it has", () => {
  const consent = read({ en: "I agree.", es: "Acepto.", version: "1" })
  expect(shownConsent(consent)).toEqual({ language: "en", text: "I agree." })
  expect(shownConsent(consent, "es")).toEqual({ language: "es", text: "Acepto." })
  expect(shownConsent(consent, "toString")).toBeUndefined()
})
