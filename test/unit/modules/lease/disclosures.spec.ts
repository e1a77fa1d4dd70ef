import { DisclosuresSchema, disclosuresAt, disclosuresOf } from "../../../../src/modules/lease/options/disclosures"

const NY = { country: "us", state: "NY" }
const TX = { country: "us", state: "TX" }

const at = (option: unknown, place?: typeof NY, account_id: string | null = null, name = "Harbor Leasing") =>
  disclosuresAt({ disclosures: disclosuresOf(DisclosuresSchema.parse(option), name), account_id }, place)

it("without the option, there are none", () => {
  expect(at({}, NY)).toEqual({ offer: null, message: null, labels: {} })
})

it("a text that nobody confirms has no version", () => {
  const { offer } = disclosuresOf(DisclosuresSchema.parse({ offer: { NY: { en: "Read this." } } }), "Harbor Leasing")
  expect(offer.NY).toEqual({ texts: { en: "Read this." }, version: null })
})

it("a state's entry replaces the default, and an unknown state has the default", () => {
  const offer = { default: { en: "All states." }, "New York": { en: "Only New York.", es: "Solo Nueva York." } }
  const ofAll = { text: "All states.", language: "en", texts: { en: "All states." }, version: null }
  expect(at({ offer }, NY).offer?.texts).toEqual({ en: "Only New York.", es: "Solo Nueva York." })
  expect([at({ offer }, TX).offer, at({ offer }).offer]).toEqual([ofAll, ofAll])
  const message = { NY: { en: "{operator}, New York" } }
  expect([at({ message }, NY).message, at({ message }, TX).message]).toEqual([{ en: "Harbor Leasing, New York" }, null])
})

it("a state's labels replace all of the default's", () => {
  const labels = {
    default: { total: { en: "Total" }, cashPrice: { en: "Price" } },
    NY: { total: { en: "Total cost" } },
  }
  expect(at({ labels }, NY).labels).toEqual({ total: { en: "Total cost" } })
  expect(at({ labels }, TX).labels).toEqual({ total: { en: "Total" }, cashPrice: { en: "Price" } })
})

it("each row of an offer has a label", () => {
  const rows = ["cashPrice", "costOfLease", "total", "payments", "dueToday", "earlyPurchase"]
  const named = Object.fromEntries(rows.map((row) => [row, { en: `The ${row}` }]))
  expect(at({ labels: { default: named } }).labels).toEqual(named)
  expect(at({ labels: { default: { total: undefined } } }).labels).toStrictEqual({})
})

it("the operator's name is filled in, with a substitute in each language", () => {
  const offer = { default: { en: "{operator} owns it.", es: "Es de {operator}." } }
  expect(at({ offer }).offer?.texts).toEqual({ en: "Harbor Leasing owns it.", es: "Es de Harbor Leasing." })
  expect(at({ offer }, undefined, null, "the leasing company").offer?.texts).toEqual({
    en: "the leasing company owns it.",
    es: "Es de la empresa de arrendamiento.",
  })
})

it("a version says whose text it is, in which state", () => {
  const entry = { en: "Read this.", acknowledge: true, version: "1" }
  const offer = { default: entry, NY: entry, "ca-on": entry }
  const version = (...[place, account]: [typeof NY?, string?]) => at({ offer }, place, account).offer?.version
  expect([version(), version(TX), version(NY), version(NY, "maple"), version({ country: "ca", state: "ON" })]).toEqual([
    "1",
    "1",
    "NY/1",
    "maple/NY/1",
    "ca-on/1",
  ])
})

const PLACES = 'Use a US state such as "NY" or "New York", or elsewhere a province such as "ca-on".'
const OFFER = 'Set disclosures: { offer: { default: { en: "…", es: "…" }, NY: { en: "…", es: "…" } } }.'
const VERSION =
  'Set acknowledge: true together with version: "1", or neither: the shopper confirms this version of the text.'
const MESSAGE = 'Set disclosures: { message: { default: { en: "…", es: "…" } } }.'
const LANGUAGE = "Use a language instead of english, such as"
const LABELS = 'Set disclosures: { labels: { default: { total: { en: "…", es: "…" } } } }.'
it.each([
  [{ offer: { Ontario: { en: "Read this." } } }, `offer.Ontario: ${OFFER} ${PLACES}`],
  [{ offer: { NY: { en: "One." }, "New York": { en: "Two." } } }, "offer: Name each state once."],
  [{ offer: { NY: "Read this." } }, `offer.NY: ${OFFER}`],
  [{ offer: { NY: {} } }, `offer.NY: ${OFFER}`],
  [{ offer: { NY: { en: "" } } }, `offer.NY.en: ${OFFER}`],
  [{ offer: { NY: { en: "Read this.", acknowledge: true } } }, `offer.NY: ${VERSION}`],
  [{ offer: { NY: { en: "Read this.", version: "1" } } }, `offer.NY: ${VERSION}`],
  [{ offer: { NY: { en: "Read this.", acknowledge: "yes", version: "1" } } }, `offer.NY.acknowledge: ${VERSION}`],
  [
    { offer: { NY: { english: "Read this." } } },
    'offer.NY.english: Use a language instead of english, such as offer: { en: "…" }.',
  ],
  [{ message: { default: { en: "Read this.", acknowledge: true } } }, `message.default.acknowledge: ${MESSAGE}`],
  [{ message: "An example." }, `message: ${MESSAGE} ${PLACES}`],
  [{ message: { NY: {} } }, `message.NY: ${MESSAGE}`],
  [{ message: { NY: { english: "Read this." } } }, `message.NY.english: ${LANGUAGE} message: { en: "…" }.`],
  [{ labels: { NY: { total: { english: "Total" } } } }, `labels.NY.total.english: ${LANGUAGE} total: { en: "…" }.`],
  [{ labels: { NY: { price: { en: "Price" } } } }, `labels.NY: ${LABELS}`],
  [{ labels: { NY: { total: "Total cost" } } }, `labels.NY.total: ${LABELS}`],
])("%j stops the start: %s", (option, line) => {
  const issues = DisclosuresSchema.safeParse(option).error?.issues ?? []
  expect(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([line])
})
