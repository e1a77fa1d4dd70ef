import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { LeaseClient, Texts } from "../../../packages/storefront/src/index"
import type { MessageWords } from "../../../packages/storefront/src/message"
import { messageEn } from "../../../packages/storefront/src/words/message-en"
import { applicationFields, HOME_STATE } from "../../../src/client"
import { describeReason, type ReasonCode } from "../../../src/lease-cart"
import { messages } from "../../../src/modules/lease/texts/messages"
import { recipientReasons, serviceReasons } from "../../../src/modules/lease/texts/reasons"
import { kitTexts, LANGUAGES, type Language, TRANSLATIONS } from "../../support/languages"
import { clientOf, fakeTransport } from "./fake-transport"
import { aConsent, aView, failure } from "./local-store"
import { offline, refusal } from "./moments"

const wordsOf = (text: string) => text.trim().split(/\s+/)

/** Texts for merchants only, which no store route returns. */
const FOR_MERCHANTS = wordsOf(`
  connection_busy connection_credentials connection_reached connection_unreachable connection_unreadable
  store_failed store_hangs account_removed lease_held lease_newer store_held maybe_newer release_copied release_not_held release_ahead release_first reduction_books_ahead reduction_books_first reduction_goods
  reduction_price reduction_requested reduction_taxed reduction_undelivered reduction_unmatched service_credentials
  result_unknown capture_before_delivery capture_before_placed capture_attention already_closed refund_partial
  cancel_before_signing cancel_second_order refund_before_placed refund_order_canceled change_costs_more change_costs_less store_credit order_change_open return_before_placed
  unavailable_custom_items return_before_shipping return_not_eligible return_before_start deliver_before_placed delivery_incomplete
  invoice_account_removed invoice_cart_unknown invoice_erased invoice_hosted invoice_no_order mark_delivered_differs mark_delivered_unshipped
  already_delivered date_required date_invalid note_required outcome_required resolve_nothing_open
  resolve_not_possible retry_nothing_open ship_before_confirmation ship_before_new_contract ship_before_lease replace_nothing
  replace_over_limit replace_approval_over replace_other_sum refund_replaced signing_link_none signing_link_option
  withdraw_link_none lease_link_none lease_link_taken lease_link_edit lease_link_paid lease_link_channel
  ship_recipient ship_attention ship_unknown ship_unknown_ask not_confirmed already_confirmed attest_overruled
  attest_before_contract order_is_canceled not_permitted other_order order_not_recorded order_unreadable
  open_unknown cancel_before_accepted check_before_contract return_incomplete widget_in_portal hosted_only
  already_sent order_id_before_placed link_used link_missing link_unreadable link_refused state_changed
  lease_not_found action_unknown cancel_refused call_refused cancel_after_shipping cancel_after_delivery ship_over ship_untaxed
  unavailable_untaxed
  cancel_not_ours paid_by_other_method body_not_json list_filter_invalid export_column_unknown search_too_short cursor_invalid
`)
/** Texts that only routes for pages before the checkout return. */
const OF_PRODUCTS = wordsOf("unavailable_product product_not_found region_not_found query_invalid")
/** Reasons with which the service refuses only a merchant's calls. */
const REASONS_FOR_MERCHANTS = ["return-refused", "return-not-authorized"]
/** The parameters of texts that the browser creates and that the kit's English dictionary doesn't have. */
const OF_THE_BROWSER = {
  ...{ store_unreachable: "", page_failed: "", unexpected_answer: "", widget_blocked: "", page_outdated: "{contact}" },
  ...{ restore_failed: "", signature_unconfirmed: "{operator}" },
  ...{ separate_failed: "{items}", put_back_failed: "{items}" },
}

const REASON_CODES: Record<ReasonCode, true> = {
  unavailable_items: true,
  unavailable_product: true,
  unavailable_place: true,
  unavailable_currency: true,
  unavailable_tax: true,
  unavailable_minimum: true,
  unavailable_maximum: true,
  unavailable_incomplete: true,
}
const inEnglish = (code: string) => describeReason({ code: code as ReasonCode, params: {} }, { operator: "{operator}" })
/** Every text that a store route returns, in the store's English. */
const english = new Map<string, string>([
  ...Object.entries(messages).filter(([code]) => !FOR_MERCHANTS.includes(code)),
  ...Object.keys(REASON_CODES).map((code): [string, string] => [code, inEnglish(code)]),
])

/** Words for what a shopper can do only with a cart. */
const OF_A_CART: Record<Language, RegExp> = {
  en: /payment method|\bcarts?\b/i,
  es: /método de pago|carrito/i,
}

/** Groups whose English texts only the store has, by its own codes or texts. */
const OF_THE_STORE = ["codes", "reasons", "labels"]
const groups = (Object.keys(en.texts) as (keyof Texts)[]).filter((group) => !OF_THE_STORE.includes(group))
const entries = (texts: Texts) =>
  groups.flatMap((group) =>
    Object.entries<string>(texts[group]).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
  )
/** The texts of the lease message without its codes. */
const wordsIn = ({ codes: _codes, language: _language, ...words }: MessageWords) => textsIn(words)
const textsIn = (words: object): [string, string][] =>
  Object.entries(words).flatMap(([key, said]) =>
    typeof said === "string" ? [[key, said]] : textsIn(said).map(([name, text]) => [`${key} ${name}`, text]),
  )
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

it("the kit's English messages equal the store's, and the store's reasons and labels are not repeated", () => {
  const { codes, reasons, labels } = en.texts
  const known = Object.entries(codes).filter(([code]) => english.has(code))
  expect(known.map(([code]) => [code, english.get(code)])).toEqual(known)
  expect([known.length > 3, reasons, labels]).toEqual([true, {}, {}])
})

it.each(TRANSLATIONS)("every code that a shopper may see has a text in %s with the store's parameters", (language) => {
  const all = new Map([...Object.entries({ ...OF_THE_BROWSER, ...en.texts.codes }), ...english])
  const { codes } = kitTexts(language).dictionary.texts
  const places = (texts: Iterable<[string, string]>) =>
    new Map([...texts].map(([code, text]) => [code, placesIn(text)]))
  expect(places(Object.entries(codes))).toEqual(places(all))
  expect(Object.entries(codes).filter(([code, text]) => all.get(code) === text)).toEqual([])
})

it.each(TRANSLATIONS)("every reason of the lease service and every label of the form has a text in %s", (language) => {
  const { reasons, labels } = kitTexts(language).dictionary.texts
  const all = Object.keys({ ...serviceReasons, ...recipientReasons })
  const forShoppers = all.filter((code) => !REASONS_FOR_MERCHANTS.includes(code))
  expect(Object.keys(reasons).sort()).toEqual(forShoppers.sort())
  const words = applicationFields.flatMap(({ path, label, group, options = [] }) => [
    label,
    group,
    // The names of states are those on a letter.
    ...(path === HOME_STATE ? [] : options.map((option) => option.label)),
  ])
  expect(Object.keys(labels).sort()).toEqual([...new Set(words)].sort())
})

it.each(LANGUAGES)("no text in %s for a placed order names the cart or another payment method", (language) => {
  const codes = language === "en" ? Object.fromEntries(english) : kitTexts(language).dictionary.texts.codes
  const ofOrders = Object.entries(codes).filter(([code]) => code.startsWith("replacement_"))
  expect(ofOrders.filter(([, text]) => OF_A_CART[language].test(text))).toEqual([])
  expect(OF_A_CART[language].test(codes.no_open_cart ?? "")).toBe(true)
  expect(ofOrders.length).toBeGreaterThan(3)
})

const translated = TRANSLATIONS.flatMap((language) => {
  const { dictionary, message } = kitTexts(language)
  return [
    [language, "the checkout", dictionary.language, entries(dictionary.texts), entries(en.texts)] as const,
    [language, "the lease message", message.language, wordsIn(message), wordsIn(messageEn)] as const,
  ]
})

it.each(translated)("the texts in %s of %s have the keys and parameters of the English ones", (...row) => {
  const [language, , named, said, english] = row
  expect(named).toBe(language)
  const places = ([key, text]: [string, string]) => [key, placesIn(text)]
  expect(said.map(places)).toEqual(english.map(places))
  const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""))
  const texts = new Map(said)
  expect(english.filter(([key, text]) => texts.get(key) === text && hasWords(text))).toEqual([])
})

it.each(TRANSLATIONS)("a message in %s has exactly the codes of its routes", (language) => {
  const ofRegions = wordsOf("unavailable_off unavailable_account unavailable_place unavailable_currency")
  const ofAll = wordsOf("store_unavailable store_unreachable unexpected_answer page_failed")
  const { codes } = kitTexts(language).message
  expect(Object.keys(codes).sort()).toEqual([...OF_PRODUCTS, ...ofRegions, ...ofAll].sort())
})

it.each(LANGUAGES)("the message discloses in %s that it is a lease and costs more, like the checkout", (language) => {
  const { message, dictionary } = kitTexts(language)
  const { is_a_lease, costs_more } = dictionary.texts.screens
  expect(message.disclosure).toEqual(expect.arrayContaining([is_a_lease, costs_more]))
})

describe("translated messages", () => {
  const contact = { operator: "Harbor Leasing", contact: "555 0100" }

  it.each([
    ["its code is unknown", "of_a_newer_store", {}],
    ["its code is constructor", "constructor", {}],
    ["its code is __proto__", "__proto__", {}],
    ["a parameter is missing, because English is better than a gap", "contract_mismatch", {}],
  ])("a message stays as it came if %s", (_, code, params) => {
    const given = { code, params, message: "As the store says." }
    expect(es.message(given)).toEqual(given)
  })

  it.each([
    ["the lease service", "cart_refused", "cart-over-limit", ": el total supera el monto aprobado."],
    ["the store", "order_failed_signed", "completion_failed", ": La tienda no pudo terminar el pedido."],
  ])("a reason of %s is translated, too", (_, code, reason_code, words) => {
    const params = { ...contact, reference: "L-1", reason: "English.", reason_code }
    expect(es.message({ code, params, message: "English" }).message).toContain(words)
  })

  it("braces in a parameter are not replaced", () => {
    const given = { code: "unavailable_items", params: { items: "Lamp {operator}" }, message: "" }
    expect(es.message(given).message).toBe("No disponible con estos artículos en el carrito: Lamp {operator}.")
  })
})

it("the consent is the merchant's text in the dictionary's language, or the original if there is none", () => {
  const consent = aConsent("1")
  const both = aConsent("1", { en: "I agree.", es: "Acepto." })
  expect(es.view(aView({ consent })).consent).toEqual(consent)
  const [item] = both.items
  expect(es.view(aView({ consent: both })).consent).toEqual({
    ...both,
    language: "es",
    items: [{ ...item, text: "Acepto." }],
  })
})

it("the store's and the operator's texts are in the dictionary's language without its region, if they have no such region", () => {
  const mexican = es.with({}, "es-MX")
  const texts = { en: "Read this.", es: "Lea esto." }
  const consent = aConsent("1", { en: "I agree.", es: "Acepto." })
  expect(mexican.view(aView({ consent })).consent).toEqual(es.view(aView({ consent })).consent)
  const given = { text: "Read this.", language: "en", texts, version: null }
  expect(mexican.disclosure(given)).toEqual({ ...given, text: "Lea esto.", language: "es" })
  expect(mexican.disclosure({ ...given, texts: { ...texts, "es-MX": "Léalo." } }).language).toBe("es-MX")
})

it.each([
  ["costOfLease", "Costo del arrendamiento"],
  ["biWeekly", "Cada dos semanas"],
  ["someNewFee", "Some new fee"],
])("the figure %s is called %s", (name, called) => expect(es.figure(name)).toBe(called))

it.each([
  ["customer.ssn", "required", "Complete este campo."],
  ["customer.ssn", "format", "Escriba los 9 dígitos de un número de Seguro Social o ITIN."],
  ["customer.firstName", "format", "Revise este campo."],
  ["customer.firstName", "of_a_newer_store", undefined],
  ["customer.homeAddress.state", "excluded", undefined],
])("the problem of the field %s by the rule %s is %s", (field, rule, text) =>
  expect(es.problem(field, rule)).toBe(text),
)

describe("client with a dictionary", () => {
  const EXPIRED = "Su aprobación venció. No se firmó ni se cobró nada. Haga otra solicitud o elija otro método de pago."
  const expired = { code: "expired", params: {}, message: "English" }
  let store: ReturnType<typeof fakeTransport>
  let client: LeaseClient
  beforeEach(() => {
    store = fakeTransport()
    client = clientOf(store.transport, { dictionary: es })
  })

  it("views are translated for callers and listeners: messages, reasons, refusals and labels", async () => {
    const no = { allowed: false, reason: "not_signed", params: {}, message: "Your contract is not signed yet." }
    const field = { path: "a", label: "How often you are paid", kind: "select", group: "Your income", required: true }
    const options = [{ value: "weekly", label: "Every week" }]
    const view = aView({
      messages: [expired],
      reasons: [{ code: "unavailable_off", params: {}, message: "English" }],
      form: { fields: [{ ...field, kind: "select", options }] },
    })
    store.on("GET", { ...view, actions: { ...view.actions, place: no } })
    const heard = jest.fn()
    client.subscribe(heard)
    const found = await client.get()
    expect(heard.mock.calls).toEqual([[found]])
    const reason = "El arrendamiento con opción a compra no está disponible en este momento."
    const translated = [{ value: "weekly", label: "Cada semana" }]
    expect(found).toMatchObject({
      messages: [{ message: EXPIRED }],
      reasons: [{ message: reason }],
      form: { fields: [{ label: "Cada cuánto le pagan", group: "Sus ingresos", options: translated }] },
      actions: { apply: { allowed: true }, place: { ...no, message: "Su contrato aún no está firmado." } },
    })
  })

  it("errors are translated, including those of fields", async () => {
    const fields = [{ field: "bank.routingNumber", rule: "format", message: "bank.routingNumber must be …" }]
    store.on({ application: refusal(400, "form_invalid", "Please check the fields.", { fields }), GET: offline })
    expect(await failure(client.apply({}, { consent: { accepted: [], version: "1" } }))).toMatchObject({
      code: "form_invalid",
      message: "Revise los campos marcados abajo.",
      fields: [{ field: "bank.routingNumber", rule: "format", message: "Escriba los 9 dígitos del número de ruta." }],
    })
    const words = "No pudimos comunicarnos con la tienda. Revise su conexión e inténtelo otra vez."
    expect(await failure(client.get())).toMatchObject({ message: words })
  })

  it("a refusal of Medusa's own routes is filled with what the client knows about the lease", async () => {
    store.on("GET", aView({ step: "contract_mismatch", status: "signed" }))
    store.on("payment-collections", refusal(400, "contract_mismatch", "English"))
    await client.get()
    expect(await client.place()).toMatchObject({
      type: "refused",
      code: "contract_mismatch",
      message: expect.stringContaining("cancele el contrato: help@example.com."),
    })
  })
})
