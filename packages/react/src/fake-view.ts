import type { Allowed, FormField, LeaseStep, LeaseView, Offer, ShopAction } from "lease-to-own-storefront"

const FIELDS: FormField[] = [
  { path: "customer.firstName", label: "First name", kind: "text", required: true, group: "About you" },
  { path: "customer.emailAddress", label: "Email address", kind: "email", required: true, group: "About you" },
  {
    path: "customer.ssn",
    label: "Social Security number or ITIN",
    kind: "secret",
    required: true,
    group: "About you",
  },
  {
    path: "customer.grossIncomeMonthly",
    label: "Monthly income before taxes",
    kind: "money",
    required: true,
    group: "Your income",
  },
  {
    path: "customer.paymentFrequency.frequency",
    label: "How often you are paid",
    kind: "select",
    required: true,
    group: "Your income",
    options: [
      { value: "weekly", label: "Every week" },
      { value: "monthly", label: "Every month" },
    ],
  },
]

const OFFER: Offer = {
  currency: "usd",
  cash_price: 500,
  taxed_by: "in_cart",
  before_tax: false,
  summary: {
    cashPrice: 500,
    costOfLease: 390,
    total: 890,
    allPayments: 13,
    months: 12,
    dueToday: 50,
    payments: 12,
    each: 70,
    last: null,
    every: "monthly",
    tax: { amount: null, dueToday: 0, isFees: false },
    totalWithTax: null,
    earlyPurchase: { amount: 550, days: 90 },
  },
  items: [{ title: "Sofa", quantity: 1, condition: "new" }],
  lines: [
    { name: "cashPrice", kind: "money", value: 500 },
    { name: "costOfLease", kind: "money", value: 390 },
    { name: "totalNumberOfPayment", kind: "count", value: 12 },
  ],
  labels: {},
  disclosure: null,
  priced_at: "2026-11-23T00:00:00.000Z",
}

const worded = (code: string, message: string) => ({ messages: [{ code, params: {}, message }] })

/** What each step changes in the view at `intro`. */
const STEPS: Record<LeaseStep, Partial<LeaseView>> = {
  unavailable: {
    form: null,
    reasons: worded("unavailable_off", "Lease-to-own is not available at the moment.").messages,
  },
  intro: {},
  in_progress: { form: null, ...worded("contract_key", "Someone has already applied for a lease with this cart.") },
  deciding: { status: "submitting", form: null },
  undecided: { status: "pending", form: null, ...worded("pending", "Your application is under review.") },
  denied: { status: "denied", form: null, ...worded("denied", "Your application was not approved this time.") },
  over_limit: { status: "approved", form: null, ...worded("over_limit", "You are approved for less than this cart.") },
  offer: { status: "offered", form: null, offer: OFFER },
  cart_changed: {
    status: "offered",
    form: null,
    cart_in_sync: false,
    ...worded("cart_changed", "Your cart has changed."),
  },
  first_payment_pending: {
    status: "signing",
    form: null,
    offer: OFFER,
    ...worded("signature_pending", "Your contract is signed."),
  },
  confirming: { status: "placing", form: null, offer: OFFER },
  ready: { status: "signed", form: null, offer: OFFER },
  order_failed: { status: "signed", form: null, offer: OFFER, ...worded("order_delayed", "The store is very busy.") },
  contract_mismatch: {
    status: "signed",
    form: null,
    offer: OFFER,
    cart_in_sync: false,
    differences: [{ variant_id: "variant_1", title: "Sofa", signed: 2, now: 1 }],
    line_changes: [{ line_id: "line_1", quantity: 2 }],
    cart_total: 250,
    ...worded("contract_mismatch", "Your cart has changed since you signed."),
  },
  card: { status: "signed", flow: "hosted", form: null },
  placed: { status: "placed", form: null, order_id: "order_1" },
}

const ACTIONS: ShopAction[] = ["apply", "offer", "contract", "signature", "place", "widget"]

const NO_APPROVAL: Allowed = { allowed: false, reason: "no_approval" }

/** Returns the store's view at a step, with `changes` applied. */
export function fakeLeaseView(step: LeaseStep = "intro", changes: Partial<LeaseView> = {}): LeaseView {
  const allowed = Object.fromEntries(ACTIONS.map((action) => [action, { allowed: true }]))
  const actions = { ...allowed, approval: NO_APPROVAL, code: NO_APPROVAL } as LeaseView["actions"]
  return structuredClone({
    status: null,
    step,
    flow: null,
    test: true,
    reference: step === "intro" || step === "unavailable" ? null : "L-FAKE-00001",
    order_id: null,
    order: null,
    reasons: [],
    form: { fields: FIELDS },
    consent: {
      version: "1",
      language: "en",
      items: [
        {
          ...{ id: "application", required: true, text: "I agree to apply for a lease.", link: null },
          ...{ texts: { en: "I agree to apply for a lease." }, links: {} },
        },
      ],
    },
    contract_languages: ["en", "es"],
    operator: { name: "Example Leasing", contact: "help@leasing.example.com" },
    sales_tax: { mode: "in_cart", total_changes: false },
    approval: null,
    offer: null,
    cart_in_sync: true,
    separate_cart: null,
    actions,
    messages: [],
    poll_after_ms: null,
    ...STEPS[step],
    ...changes,
  })
}
