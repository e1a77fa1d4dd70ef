import { press } from "./state.mjs"

/** @typedef {import("./state.mjs").View} View */
/** @typedef {import("./state.mjs").Message} Message */
/** @typedef {import("./state.mjs").Step} Step */
/** @typedef {import("./state.mjs").LeaseView} LeaseView */
/** @typedef {Record<string, Omit<import("./state.mjs").State, "name" | "group" | "element">>} States */

const YES = /** @type {const} */ ({ allowed: true })
const CONSENT = '[name="consent.application"]'
const FILLED = Object.entries({
  firstName: "Ana",
  ssn: "900123456",
  grossIncomeMonthly: "4200",
  "paymentFrequency.frequency": "weekly",
}).map(([field, text]) => ({ type: `[name="customer.${field}"]`, text }))

/** The states of `<lease-checkout>`. A name begins with the view's step where one step has several. @param {View} view @param {Message} message */
export function checkoutStates(view, message) {
  /** @type {(group: string, all: States) => import("./state.mjs").State[]} */
  const states = (group, all) =>
    Object.entries(all).map(([name, state]) => ({ name, group, element: "lease-checkout", ...state }))
  return [
    ...states("Before the application", beforeApplication(view, message)),
    ...states("Decision", decision(view, message)),
    ...states("Offer", offers(view, message)),
    ...states("Figures of an offer", figures(view)),
    ...states("Contract and order", contractAndOrder(view, message)),
    ...states("Lease by link", byLink(view, message)),
  ]
}

/** @template S @param {S} state */
const similar = (state) => ({ ...state, isSimilar: true })

/** @param {View} view @param {Message} message @returns {States} */
function beforeApplication(view, message) {
  /** @param {string} code @param {import("./state.mjs").Params} [params] @param {Partial<LeaseView>} [more] */
  const unavailable = (code, params, more) => ({
    view: view("unavailable", { reasons: [message(code, params)], ...more }),
  })
  const { actions, consent } = view("intro")
  const [item] = consent.items
  const link = "https://shop.example/privacy"
  const items = item && [item, { ...item, id: "privacy", link, links: {} }, { ...item, id: "texting", required: false }]
  const approval = { amount: 1500, currency: "usd", until: "2027-02-20", ends_soon: true, elsewhere: true }
  const withCode = view("intro", { actions: { ...actions, code: YES } })
  const card = { id: "line_1", title: "Gift card", quantity: 1, movable: true }
  const wardrobe = { id: "line_2", title: "Wardrobe made to measure", quantity: 1, movable: false }
  /** @param {import("lease-to-own-storefront").UnavailableLine[]} lines */
  const withLines = (...lines) => ({
    view: view("unavailable", {
      reasons: [{ ...message("unavailable_items", { items: lines.map(({ title }) => title).join(", ") }), lines }],
      line_changes: lines.map(({ id }) => ({ line_id: id, quantity: 0 })),
    }),
  })
  const separate_cart = { id: "cart_2", items: [card, { title: "Warranty", quantity: 2 }] }
  const checking = { reasons: [], status: /** @type {const} */ ("signed"), messages: [message("lease_checking")] }
  return {
    unavailable: { view: view("unavailable") },
    "unavailable-incomplete": unavailable("unavailable_incomplete"),
    "unavailable-items": withLines(card),
    "unavailable-items-some-fixed": withLines(card, wardrobe),
    "unavailable-items-fixed": withLines({ ...wardrobe, id: "line_1" }),
    "unavailable-items-not-moved": similar({
      ...withLines(card),
      fails: { carts: { code: "cart_not_found", status: 404 } },
      does: [press("separate")],
    }),
    "unavailable-minimum": unavailable("unavailable_minimum", { amount: "$150.00" }),
    "unavailable-maximum": similar(unavailable("unavailable_maximum", { amount: "$3,000.00" })),
    "unavailable-place": similar(unavailable("unavailable_place", { place: "New Jersey" })),
    "unavailable-tax": similar(unavailable("unavailable_tax")),
    "unavailable-service-down": unavailable("service_down", {}, { poll_after_ms: 30_000 }),
    "unavailable-checking": { view: view("unavailable", checking) },
    intro: { view: view("intro") },
    "intro-separate-cart": similar({ view: view("intro", { separate_cart }) }),
    "intro-several-consents": { view: view("intro", { consent: { ...consent, items: items ?? [] } }) },
    "intro-without-consent": { view: view("intro"), does: [press("start")] },
    "intro-tax-by-operator": similar({
      view: view("intro", { sales_tax: { mode: "by_operator", total_changes: false } }),
    }),
    "intro-contract-in-another-language": similar({ view: view("intro"), otherLanguage: true }),
    "intro-second-look": {
      view: view("intro", { status: "denied", messages: [message("second_look", { former: "Acorn" })] }),
    },
    "intro-approval-elsewhere": { view: view("intro", { approval, actions: { ...actions, approval: YES } }) },
    "intro-code": { view: withCode },
    "intro-code-sent": { view: withCode, does: [press("askCode")] },
    "intro-code-sent-again": { view: withCode, does: [press("askCode"), press("askCode")] },
    "intro-form": { view: view("intro"), does: [CONSENT, press("start")] },
    "intro-form-filled": { view: view("intro"), does: [CONSENT, press("start"), ...FILLED] },
    "intro-form-problems": {
      view: view("intro"),
      does: [CONSENT, press("start"), "[data-lease-secret] button", CONSENT, "[data-lease-form] [type=submit]"],
    },
    "waiting-lease": { view: null, fails: { view: "hold" } },
    "waiting-no-answer": { view: null, fails: { view: { code: "store_unavailable", status: 503 } } },
  }
}

/** @param {View} view @param {Message} message @returns {States} */
function decision(view, message) {
  const noAnswer = { status: /** @type {const} */ ("undecided"), messages: [message("undecided")] }
  const { form } = view("intro")
  return {
    in_progress: { view: view("in_progress") },
    deciding: { view: view("deciding") },
    undecided: { view: view("undecided") },
    "undecided-nothing-new": { view: view("undecided"), fails: { offer: { code: "pending" } }, does: [press("check")] },
    "undecided-no-answer": { view: view("undecided", { ...noAnswer, poll_after_ms: 42_000 }) },
    "undecided-form-again": { view: view("undecided", { ...noAnswer, form }) },
    denied: { view: view("denied") },
    over_limit: {
      view: view("over_limit", { messages: [message("over_limit", { approved: "$800.00", total: "$907.00" })] }),
    },
  }
}

/** @param {View} view @param {Message} message @returns {States} */
function offers(view, message) {
  const { offer, actions } = view("offer")
  const approval = { amount: 3000, currency: "usd", until: "2027-02-20", ends_soon: false, elsewhere: false }
  const noTotal = { allowed: /** @type {const} */ (false), reason: "no_total", ...message("no_total") }
  const texts = {
    en: "You will not own the items until you have made all payments.",
    es: "Los artículos no serán suyos hasta que haya hecho todos los pagos.",
  }
  const disclosure = { text: texts.en, language: "en", texts, version: "NY/1" }
  const ready = { view: view("offer") }
  const signing = { status: /** @type {const} */ ("signing") }
  return {
    offer: { view: view("offer", { approval }) },
    "offer-none-yet": { view: view("offer", { offer: null }), fails: { offer: { code: "service_unreachable" } } },
    "offer-loading": { view: view("offer", { offer: null }), fails: { offer: "hold" } },
    "offer-updated": similar({ view: view("cart_changed", { offer }) }),
    "offer-approval-ends-soon": similar({ view: view("offer", { approval: { ...approval, ends_soon: true } }) }),
    "offer-approval-over": similar({ view: view("offer", { messages: [message("approval_over")] }) }),
    "offer-contract-in-another-language": { ...ready, otherLanguage: true },
    "offer-text": {
      view: view("offer", { offer: offer && { ...offer, disclosure: { ...disclosure, version: null } } }),
    },
    "offer-text-to-confirm": { view: view("offer", { offer: offer && { ...offer, disclosure } }) },
    "offer-without-total": { view: view("offer", { actions: { ...actions, contract: noTotal } }) },
    "offer-contract-left": { view: view("offer", signing) },
    "offer-signature-unconfirmed": {
      view: view("offer", signing),
      isFast: true,
      does: [press("sign"), { say: "Post process: complete" }, { see: "[data-lease-problem]:not([hidden])" }],
    },
    cart_changed: {
      view: view("cart_changed"),
      fails: { offer: { code: "service_unreachable" } },
    },
  }
}

/** The same screen with other figures. @param {View} view @returns {States} */
function figures(view) {
  const { offer } = view("offer")
  if (!offer?.summary) throw new Error("The offer has no summary.")
  const { summary } = offer
  /** @param {Partial<typeof offer>} changes @param {Partial<typeof summary>} [sums] */
  const withFigures = (changes, sums) =>
    similar({ view: view("offer", { offer: { ...offer, summary: { ...summary, ...sums }, ...changes } }) })
  const untaxed = { taxed_by: /** @type {const} */ ("by_operator"), before_tax: true }
  const labels = {
    total: { en: "Total of payments", es: "Total de los pagos" },
    dueToday: { en: "Initial payment", es: "Pago inicial" },
  }
  const items = [
    { title: "Sofa with a reversible chaise longue and washable linen covers", quantity: 1, condition: "new" },
    { title: "Washer", quantity: 2, condition: "refurbished" },
    { title: "Lamp", quantity: 3, condition: "used" },
  ]
  return {
    "offer-tax-due-today": withFigures(
      { cash_price: 541.25, cash_tax: 41.25, before_tax: true },
      { dueToday: 91.25, tax: { amount: 41.25, dueToday: 41.25, isFees: false }, totalWithTax: 931.25 },
    ),
    "offer-tax-by-operator": withFigures(untaxed),
    "offer-tax-estimated": withFigures(untaxed, {
      tax: { amount: 73.43, dueToday: 4.13, isFees: false },
      totalWithTax: 963.43,
    }),
    "offer-weekly": withFigures({}, { allPayments: 52, payments: 51, each: 16.47, last: 16.5, every: "weekly" }),
    "offer-without-summary": withFigures({ summary: null }),
    "offer-operator-labels": withFigures({ labels }),
    "offer-many-items": withFigures({ items: /** @type {typeof offer.items} */ (items) }),
  }
}

/** @param {View} view @param {Message} message @returns {States} */
function contractAndOrder(view, message) {
  const offered = { view: view("offer") }
  const ready = { view: view("ready") }
  /** @param {string} text */
  const contract = (text) => ({ ...offered, does: [press("sign"), { say: text }] })
  const close = "[data-lease-contract-bar] button"
  const elsewhere = { differences: [], line_changes: [] }
  const address = { reason: "a different state", reason_code: "recipient_state" }
  return {
    contract: { ...offered, does: [press("sign")] },
    "contract-signatures": contract("Signature: 1 of 3"),
    "contract-all-signed": contract("Signature: All completed"),
    "contract-card-declined": contract("Credit card collection"),
    "contract-payment-failed": contract('{"text":"Post process: complete","success":false}'),
    "contract-close": { ...offered, does: [press("sign"), { say: "Signature: 1 of 3" }, close] },
    "contract-slow": {
      ...offered,
      isFast: true,
      does: [press("sign"), { see: "[data-lease-contract-slow]:not([hidden])" }],
    },
    "contract-checking": {
      ...offered,
      fails: { signature: "hold" },
      does: [press("sign"), { say: "Post process: complete" }],
    },
    first_payment_pending: { view: view("first_payment_pending") },
    confirming: { view: view("confirming") },
    ready: { ...ready, fails: { "payment-collections": { code: "store_unavailable", status: 503 } } },
    "ready-placing": { ...ready, fails: { "payment-collections": "hold" } },
    order_failed: { view: view("order_failed") },
    "order_failed-refused": similar({ ...ready, fails: { "payment-collections": { code: "store_refused" } } }),
    contract_mismatch: { view: view("contract_mismatch") },
    "contract_mismatch-address": {
      view: view("contract_mismatch", { ...elsewhere, messages: [message("recipient_mismatch", address)] }),
    },
    placed: { view: view("placed") },
  }
}

/** A lease for an existing order. @param {View} view @param {Message} message @returns {States} */
function byLink(view, message) {
  const items = [{ title: "Sofa", quantity: 1 }]
  const order = { display_id: 1042, items, total: 500, currency: "usd" }
  /** @param {Step} step @param {Partial<LeaseView>} [more] */
  const link = (step, more) => ({
    view: view(step, { order_id: "order_1", order, ...more }),
  })
  const approval = { amount: 800, currency: "usd", until: null, ends_soon: false, elsewhere: false }
  return {
    "link-intro": link("intro"),
    "link-undecided": link("undecided"),
    "link-denied": link("denied", { messages: [message("order_denied")] }),
    "link-over_limit": link("over_limit", { approval, messages: [] }),
    "link-offer": link("offer"),
    "link-offer-new-contract": link("offer", { messages: [message("contract_replaced")] }),
    "link-first_payment_pending": link("first_payment_pending"),
    "link-confirming": link("confirming"),
  }
}
