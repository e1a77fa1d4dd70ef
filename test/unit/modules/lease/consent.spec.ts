import {
  acceptedConsent,
  ConsentSchema,
  consentOf,
  DEFAULT_CONSENT,
  missingConsents,
} from "../../../../src/modules/lease/options/consent"

const read = (option: unknown, operator = "Harbor Leasing") => consentOf(ConsentSchema.parse(option), operator)
const item = (texts: object, more: object = {}) => ({ id: "application", required: true, ...more, ...texts })
const one = (texts: object, more?: object) => ({ version: "1", items: [item(texts, more)] })

it("each item has a text for each language, with the operator's name", () => {
  const { items } = read(one({ en: "{operator} decides.", es: "{operator} decide.", "pt-BR": "Decide {operator}." }))
  expect(items[0]?.texts).toEqual({
    en: "Harbor Leasing decides.",
    es: "Harbor Leasing decide.",
    "pt-BR": "Decide Harbor Leasing.",
  })
})

it("a consent is shown in English, or else in its first language", () => {
  expect(read(one({ es: "Acepto.", en: "I agree." }))).toMatchObject({ language: "en", items: [{ text: "I agree." }] })
  const consent = read(one({ es: "Acepto." }))
  expect(consent).toMatchObject({ language: "es", items: [{ text: "Acepto." }] })
  expect(missingConsents({ consent, contractLanguages: ["en", "es"] })).toEqual(["en"])
  expect(missingConsents({ consent, contractLanguages: ["es"] })).toEqual([])
})

it.each([
  [undefined, null, {}],
  ["https://a.example/", "https://a.example/", { en: "https://a.example/", es: "https://a.example/" }],
  [
    { en: "https://a.example/", es: "https://b.example/" },
    "https://a.example/",
    { en: "https://a.example/", es: "https://b.example/" },
  ],
])("the link %j is one for all languages, or one for each", (link, shown, links) => {
  const { items } = read(one({ en: "I agree.", es: "Acepto." }, { link }))
  expect(items[0]?.link).toBe(shown)
  expect(items[0]?.links).toStrictEqual(links)
})

it("an operator without a name has a substitute in each language", () => {
  const { items } = read(DEFAULT_CONSENT, "the leasing company")
  expect(items[0]?.texts.en).toContain("sent to the leasing company,")
  expect(items[0]?.texts.es).toContain("a la empresa de arrendamiento,")
})

const CONSENT =
  'Set consent: { version: "1", items: [{ id: "application", required: true, en: "…", es: "…" }] }: what a shopper agrees to before applying.'
const ID = 'Set id: "privacy", a name of small letters, digits, - and _, 40 at most, once each.'
const REQUIRED = "Set required: true or required: false. At least one item is required: true."
const ITEM = 'Set items: [{ id: "privacy", required: true, en: "…", es: "…" }], each item in the same languages.'
const LINK =
  'Set link: "https://…", or one for each of the item\'s languages: link: { en: "https://…", es: "https://…" }.'
const [en, es] = [{ en: "I agree." }, { es: "Acepto." }]
it.each([
  ["I agree.", `: ${CONSENT}`],
  [{ version: "1" }, `items: ${CONSENT}`],
  [{ version: "1", items: [] }, `items: ${CONSENT}`],
  [{ items: [item(en)] }, 'version: Set consent: { version: "1" }.'],
  [{ ...one(en), en: "I agree." }, `: ${CONSENT}`],
  [one({}), `items.0: ${ITEM}`],
  [one({ en: "" }), `items.0.en: ${ITEM}`],
  [one({ en: "I agree.", fr: "" }), `items.0.fr: ${ITEM}`],
  [one({ ...en, french: "Oui." }), 'items.0.french: Use a language instead of french, such as items: { en: "…" }.'],
  [{ version: "1", items: ["I agree."] }, `items.0: ${ITEM}`],
  [one(en, { id: undefined }), `items.0.id: ${ID}`],
  [one(en, { id: "-application" }), `items.0.id: ${ID}`],
  [one(en, { id: "application!" }), `items.0.id: ${ID}`],
  [one(en, { id: "a".repeat(41) }), `items.0.id: ${ID}`],
  [{ version: "1", items: [item(en), item(en)] }, `items: ${ID}`],
  [one(en, { required: undefined }), `items.0.required: ${REQUIRED}`],
  [one(en, { required: false }), `items: ${REQUIRED}`],
  [{ version: "1", items: [item(en), item(es, { id: "privacy" })] }, `items: ${ITEM}`],
  [one(en, { link: "http://shop.example" }), `items.0.link: ${LINK}`],
  [one(en, { link: "https://user:word@shop.example" }), `items.0.link: ${LINK}`],
  [one(en, { link: "javascript:alert(1)" }), `items.0.link: ${LINK}`],
  [one(en, { link: 5 }), `items.0.link: ${LINK}`],
  [one(en, { link: { es: "https://shop.example" } }), `items.0.link: ${LINK}`],
  [one({ ...en, ...es }, { link: { en: "https://shop.example" } }), `items.0.link: ${LINK}`],
])("%j stops the start: %s", (option, line) => {
  const issues = ConsentSchema.safeParse(option).error?.issues ?? []
  expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([line])
})

it("the languages of items and links may be in any order", () => {
  const items = [
    item({ en: "I agree.", es: "Acepto." }),
    item({ es: "Leído.", en: "Read." }, { id: "privacy", link: { es: "https://b.example", en: "https://a.example" } }),
  ]
  for (const either of [items, [...items].reverse()])
    expect(read({ version: "1", items: either }).items.map(({ text, link }) => [text, link])).toEqual(
      expect.arrayContaining([
        ["I agree.", null],
        ["Read.", "https://a.example"],
      ]),
    )
})

describe("a consent counts", () => {
  const texts = { en: "I agree.", es: "Acepto." }
  const consent = read({
    version: "1",
    items: [item(texts), item(texts, { id: "privacy" }), item(texts, { id: "texting", required: false })],
  })
  const required = ["privacy", "application"]
  const fields = (...[given]: [Partial<Parameters<typeof acceptedConsent>[1]>]) => {
    const read = acceptedConsent(consent, { accepted: required, version: "1", ...given })
    return "fields" in read ? read.fields.map(({ field, rule }) => `${field} ${rule}`) : read
  }

  it("with each required item, in the language that was shown", () => {
    expect(fields({})).toEqual({ language: "en", texts: { application: "I agree.", privacy: "I agree." } })
    const all = { application: "Acepto.", privacy: "Acepto.", texting: "Acepto." }
    expect(fields({ accepted: [...required, "texting"], language: "es" })).toEqual({ language: "es", texts: all })
  })

  it.each([
    ["of another version", { version: "2" }, ["consent version"]],
    ["in a language that it does not have", { language: "fr" }, ["consent version"]],
    ["in a language of no prototype", { language: "toString" }, ["consent version"]],
    ["without a required item", { accepted: ["application", "texting"] }, ["consent.privacy consent"]],
    ["without any", { accepted: [] }, ["consent.application consent", "consent.privacy consent"]],
    ["with an item that does not exist", { accepted: [...required, "constructor"] }, ["consent.accepted unknown"]],
  ])("not %s", (_, given, wrong) => expect(fields(given)).toEqual(wrong))
})
