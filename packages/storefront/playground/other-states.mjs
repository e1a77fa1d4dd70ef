import { PARAMS, press } from "./state.mjs"

/** @typedef {import("./state.mjs").State} State */
/** @typedef {{ view: import("./state.mjs").View, message: import("./state.mjs").Message }} Tools */

const OPERATOR = { name: PARAMS.operator, contact: PARAMS.contact }
const HOLD = /** @type {const} */ ("hold")

/** The states of `<lease-hosted>`, `<lease-message>` and `<lease-status>`. @param {Tools} tools @returns {State[]} */
export function otherStates(tools) {
  /** @param {State["group"]} group @param {State["element"]} element @param {Record<string, Partial<State>>} all @returns {State[]} */
  const states = (group, element, all) =>
    Object.entries(all).map(([name, state]) => ({ name, group, element, view: null, ...state }))
  return [
    ...states("Hosted widget", "lease-hosted", hosted(tools)),
    ...states("Product and cart pages", "lease-message", messages(tools)),
    ...states("Page of the order", "lease-status", ordersLeases(tools)),
  ]
}

/** @param {Tools} tools @returns {Record<string, Partial<State>>} */
function hosted({ view, message }) {
  const first = { view: view("intro", { form: null }) }
  const card = view("card")
  const { actions } = card
  const open = press("start")
  const not = { allowed: /** @type {const} */ (false), reason: "unavailable_off", ...message("unavailable_off") }
  /** @param {import("lease-to-own-react/testing").FakeWidgetEnd} widget */
  const ended = (widget) => ({ ...first, does: [open, { widget }] })
  return {
    hosted: first,
    "hosted-tax-by-operator": {
      view: view("intro", { form: null, sales_tax: { mode: "by_operator", total_changes: false } }),
    },
    "hosted-unavailable": { view: view("unavailable", { actions: { ...actions, widget: not } }) },
    "hosted-no-answer": { fails: { view: { code: "store_unavailable", status: 503 } } },
    "hosted-loading": { ...first, fails: { widget: HOLD }, does: [open] },
    "hosted-open": { ...first, does: [open] },
    "hosted-silent": { ...first, isFast: true, does: [open, { see: press("start") }] },
    "hosted-saving": { ...ended("success"), fails: { "widget-events": HOLD } },
    "hosted-denied": ended("denied"),
    "hosted-pending": ended("pending"),
    "hosted-failed": ended("failed"),
    "hosted-lost": { ...ended("success"), fails: { "widget-events": { code: "widget_late" } } },
    card: ended("success"),
    "card-declined": { ...first, isDeclined: true, does: [open, { widget: "success" }, press("place")] },
    "card-paying": { ...first, fails: { pay: HOLD }, does: [open, { widget: "success" }, press("place")] },
    "card-gone": { view: card },
    "card-cart-changed": { view: view("card", { messages: [message("card_mismatch")] }) },
  }
}

/** @param {Tools} tools @returns {Record<string, Partial<State>>} */
function messages({ view, message }) {
  /** @type {import("lease-to-own-storefront/message").ProductLeaseView} */
  const product = {
    ...{ leasable: true, reasons: [], operator: OPERATOR, test: false, zip: null },
    limits: { minimum: 150, maximum: 3000, currency: "usd" },
    estimate: {
      ...{ currency: "usd", cashPrice: 499, excludes: ["delivery", "sales_tax"], conditions: ["new"] },
      ...{ dueToday: 40, payments: 26, each: 33.03, every: "biWeekly", total: 898.78, months: 12, allPayments: 27 },
      labels: {},
      disclosure: { en: "An example. The operator decides.", es: "Un ejemplo. El operador decide." },
    },
  }
  const { estimate } = product
  if (!estimate) throw new Error("The product has no estimate.")
  /** @param {Partial<typeof product>} changes @param {Partial<State>} [more] */
  const of = (changes, more) => ({ product: { ...product, ...changes }, ...more })
  const unknown = { estimate: null, zip: /** @type {const} */ ("needed") }
  const known = { zip: /** @type {const} */ ("used") }
  const approval = { amount: 1500, currency: "usd", until: "2027-02-20", ends_soon: false, elsewhere: false }
  const zip = "78701"
  return {
    message: of({}),
    "message-details": of({}, { does: ["[data-lease-message] > button"] }),
    "message-without-estimate": of({ estimate: null }),
    "message-without-maximum": of({ estimate: null, limits: { ...product.limits, maximum: null } }),
    "message-without-minimum": of({ estimate: null, limits: { ...product.limits, minimum: null } }),
    "message-zip": of(unknown),
    "message-zip-wrong": of(unknown, {
      does: [{ type: "[data-lease-zip] input", text: "78" }, "[data-lease-zip] button"],
    }),
    "message-zip-given": of(known, { zip }),
    "message-zip-without-estimate": of(unknown, { zip }),
    "message-zip-excluded": of(
      { ...known, leasable: false, estimate: null, reasons: [message("unavailable_place", { place: "New Jersey" })] },
      { zip: "07001" },
    ),
    "message-nothing-today": of({
      estimate: {
        ...estimate,
        ...{ dueToday: 0, months: null, every: "monthly", payments: 12, allPayments: 12, each: 74.9, total: 898.8 },
        ...{ excludes: ["sales_tax"], conditions: ["used", "refurbished"] },
      },
    }),
    "message-approved": of({}, { view: view("intro", { approval }) }),
    "message-approved-without-amount": of(
      { estimate: { ...estimate, every: "semiMonthly" } },
      { view: view("intro", { approval: { ...approval, amount: null } }) },
    ),
    "message-loading": of({}, { fails: { products: HOLD } }),
    "message-unavailable": of({ leasable: false, estimate: null, reasons: [message("unavailable_product")] }),
    "message-cart": { view: view("intro") },
  }
}

/** @param {Tools} tools @returns {Record<string, Partial<State>>} */
function ordersLeases({ view, message }) {
  const { offer } = view("offer")
  /**
   * @param {string} code @param {import("lease-to-own-storefront").LeaseStatus} status
   * @param {Partial<import("lease-to-own-storefront/order").OrderLease>} [more]
   */
  const of = (code, status, more) => ({
    lease: {
      ...{ status, reference: PARAMS.reference, test: true, flow: /** @type {const} */ ("api"), operator: OPERATOR },
      ...{
        status_message: message(code),
        messages: [],
        delivery_date: null,
        offer,
        sign_cart_id: null,
        separate_cart: null,
        ...more,
      },
    },
  })
  return {
    "status-confirming": of("awaiting", "placing"),
    "status-placed": of("order_lease_signed", "placed"),
    "status-another-visitor": of("order_lease_signed", "placed", { offer: null }),
    "status-separate-cart": of("order_lease_signed", "placed", {
      separate_cart: { id: "cart_2", items: [{ title: "Gift card", quantity: 1 }] },
    }),
    "status-delivered": of("order_lease_delivered", "delivered"),
    "status-to-sign": of("order_lease_to_sign", "approved", { offer: null, sign_cart_id: "cart_2" }),
    "status-signed-anew": of("order_lease_signed_anew", "signed"),
    "status-ask-operator": of("order_lease_ask", "placed"),
    "status-returning": of("order_lease_returning", "returning"),
    "status-returned": of("order_lease_returned", "returned"),
    "status-canceling": of("order_lease_canceling", "canceling"),
    "status-over": of("order_lease_ended", "canceled"),
    "status-no-answer": { fails: { orders: { code: "store_unavailable", status: 503 } } },
  }
}
