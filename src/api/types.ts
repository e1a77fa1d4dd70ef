/*
 * Requests and answers of the plugin's store routes. Everything is written out, because the storefront package is published alone and shops read
 * this file in their editors. The plugin and the dashboard import these types too.
 */

/** The status of a lease in the ledger. */
export type LeaseStatus =
  | "open"
  | "submitting"
  | "approved"
  | "denied"
  | "pending"
  | "undecided"
  | "offered"
  | "signing"
  | "signed"
  | "placing"
  | "placed"
  | "delivered"
  | "returning"
  | "returned"
  | "canceling"
  | "canceled"
  | "expired"
  | "superseded"

/** The screen to show the shopper. The server decides it, and the storefront computes nothing. */
export type Step =
  | "unavailable"
  | "intro"
  | "deciding"
  | "undecided"
  | "denied"
  | "over_limit"
  | "offer"
  | "cart_changed"
  | "first_payment_pending"
  | "confirming"
  | "ready"
  | "order_failed"
  | "contract_mismatch"
  | "card"
  | "placed"
  | "in_progress"

/** The parameters of a text. Amounts are formatted, and item names unchanged. `reason` is English, `reason_code` the key of its translation. */
export type Params = Record<string, string>

/** A text for a person: `code` is the translation key, `message` the English text with its parameters filled in. */
export type Message = { code: string; params: Params; message: string }

/** Whether an action is allowed now, and if not, why. */
export type Allowed = { allowed: true } | { allowed: false; reason: string; params?: Params; message?: string }

/** An action of a shopper on this cart. */
export type ShopAction = "apply" | "approval" | "code" | "offer" | "contract" | "signature" | "place" | "widget"

/** One field of the application form, in the order to show them. */
export type FormField = {
  /** Dotted path in the `application` object, for example `customer.ssn`. */
  path: string
  /** Translation key and English text of the label. */
  label: string
  kind: "text" | "email" | "tel" | "date" | "money" | "select" | "secret"
  required: boolean
  options?: { value: string; label: string }[]
  /** The `autocomplete` token. `off` for what the browser must not keep. */
  autocomplete?: string
  /** The heading of the field's group. */
  group: string
}

/** One line of the breakdown as the service returned it, in its order. Money is in major units. */
export type OfferLine = { name: string; kind: "money" | "count" | "percent" | "date" | "text"; value: string | number }

/**
 * The part of an offer to read first, made of the service's own figures. Amounts are in major units of the offer's currency. Figures that
 * the service didn't return are null.
 */
export type OfferSummary = {
  /** Paid at signing. */
  dueToday: number
  /** The number of payments after signing and the amount of each. `last`: the last one, if it differs. */
  payments: number
  each: number
  last: number | null
  /** How often they are due, in the service's word: `biWeekly`. */
  every: string | null
  /** `dueToday` and all payments. */
  total: number
  months: number | null
  /** The price if bought at once, and how much more `total` is. Both include sales tax if `tax.dueToday`. */
  cashPrice: number
  overCash: number
  earlyPurchase: { amount: number; days: number } | null
  /** `in_cart`: the order includes the tax. `by_operator`: the operator adds it to the payments. `dueToday`: it is paid at signing. */
  tax: { mode: "by_operator" | "in_cart"; amount: number | null; dueToday: boolean }
}

/** An item whose quantity differs from the signed contract. `variant_id` is null for a line without one. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

/** A change to a cart's lines through Medusa's own store routes: a line's new quantity (0 removes it), or a variant to add. */
export type LineChange = { line_id: string; quantity: number } | { variant_id: string; quantity: number }

/**
 * The lease's costs. Amounts are in major units of `currency`. `cash_tax`: the sales tax in `cash_price`, if any. `summary` is null if
 * the service's figures can't be summarized. Then show `lines` alone.
 */
export type Offer = {
  currency: string
  cash_price: number
  cash_tax?: number
  summary: OfferSummary | null
  lines: OfferLine[]
  priced_at: string
}

/**
 * An approval with its maximum amount (major units) and its last day in the store's time zone, `YYYY-MM-DD`, each null if unknown. `ends_soon`: show
 * a warning. `elsewhere`: it was given for another cart of this shopper's, and `POST …/approval` moves it here.
 */
export type Approval = {
  amount: number | null
  currency: string
  until: string | null
  ends_soon: boolean
  elsewhere: boolean
}

/** `fields` names the lines' fields that cause the reason (`items[0].brand`), for the people who run the store and not for shoppers. */
export type CartReason = Message & { fields?: { field: string; rule: string; message: string }[] }

/**
 * The consent that a shopper gives before applying. `texts` are the merchant's texts by language, and `text` is the first of them, in `language`.
 * A client with a dictionary returns the text in its own language if there is one.
 */
export type Consent = { text: string; language: string; version: string; texts: Partial<Record<string, string>> }

/**
 * The lease of a cart, for the shopper who applied, identified by lease key or account. Others see only the step `intro`, `in_progress` or `placed`,
 * and nothing about the person. `null`: unknown, or not for this shopper.
 */
export type LeaseView = {
  status: LeaseStatus | null
  step: Step
  flow: "api" | "hosted" | null
  /** True if the plugin runs in test mode. */
  test: boolean
  /** A random name of the lease, shown to people and sent to the operator. */
  reference: string | null
  /** At `placed`, the order's id, if the store returns it. At any other step, the order already exists and waits for its new contract. */
  order_id: string | null
  /** All reasons why lease-to-own can't be used for this cart. */
  reasons: CartReason[]
  /** The application form. Null if no application can be sent now. */
  form: { fields: FormField[] } | null
  consent: Consent
  operator: { name: string; contact: string }
  /** Until the signature: the approval of this cart's application, or another one that this cart may use. */
  approval: Approval | null
  offer: Offer | null
  /** False if the cart differs from the offer. */
  cart_in_sync: boolean
  /** At `contract_mismatch`: the items whose quantity differs from the signed one. Empty if something else differs. */
  differences?: ArticleDifference[]
  /** At `contract_mismatch`: the changes that put the signed lines back, in this order. Empty if something else differs. */
  line_changes?: LineChange[]
  /** At `contract_mismatch`: the cart's total in major units, to show beside the signed one. */
  cart_total?: number
  can: Record<ShopAction, Allowed>
  /** Messages for the shopper now. */
  messages: Message[]
  /** Read again after this many milliseconds. Null: nothing will change on its own. */
  poll_after_ms: number | null
}

/** `POST /store/lease-to-own/carts/:id/application` */
export type ApplyBody = {
  /** The form's values, by the paths of `form.fields`. Passed on to the service and never stored. */
  application: unknown
  /** `language`: that of the text that was shown. Default: the store's first. */
  consent: { accepted: true; version: string; language?: string }
  /** Random text from the browser. One key is one application, however often it is sent. */
  idempotencyKey: string
}

/** The answer to an application. Send `leaseKey` in the header `x-lease-key` of every later request. It's returned only here. */
export type ApplyAnswer = LeaseView & { leaseKey: string }

/** `POST …/approval`: the eight-digit `code` from a guest's e-mail. A signed-in customer leaves it out. */
export type ApprovalBody = { code?: string }

/**
 * `POST …/approval-code`: the same with or without an approval. Send `leaseKey` in the header `x-lease-key` together with the code. It's returned
 * only here. `message` is for the shopper.
 */
export type CodeAnswer = { leaseKey: string; message: Message }

/** `POST …/contract`, no-store: the address for the frame's `src` (spec 2.4), and the origins whose messages to accept. */
export type ContractAnswer = { url: string; origins: string[] }

/** `POST …/signature` */
export type SignatureBody = { hint?: "done" | "asked" }

export type SignatureAnswer = LeaseView & { signature: "verified" | "not_signed" | "no_status" | "unreachable" }

/** One line of the widget's cart (spec 2.3). Amounts in major units. */
export type WidgetCartItem = {
  brand: string
  description: string
  category: string
  identifier: string
  imgUrl?: string
  /** The price of one unit after discounts, without tax. */
  unitPrice: number
  /** The sales tax of the whole line, not of one unit (spec 2.3, rule 2). */
  tax: number
  quantity: number
  condition: "new" | "used" | "refurbished"
  /** `YYYY-MM-DD`. Absent if unknown, never empty (spec 2.3, rule 1). */
  deliveryDate?: string
}

/** The cart in the widget's format (spec 2.2). `orderId`: the lease's reference, because there is no order yet. */
export type WidgetCart = {
  orderId?: string
  deliveryCost: number
  deliveryCostSalesTax: number
  items: WidgetCartItem[]
}

/** An address of the widget's configuration (spec 2.8). */
export type WidgetAddress = {
  line1?: string
  line2?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

/** The store's data about the shopper, to fill in the application (spec 2.8). Unknown data are left out. */
export type WidgetCustomer = {
  id?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  address?: { shipping?: WidgetAddress; billing?: WidgetAddress }
}

/** The widget's configuration (spec 2.7) without the callbacks, plus the keys of option `widget.extra`. */
export type WidgetConfig = {
  cart: WidgetCart
  customer?: WidgetCustomer
  siteConfig?: Record<string, string>
  [extra: string]: unknown
}

/** `POST /store/lease-to-own/carts/:id/widget` (body `{}`), no-store: everything the browser needs to open the operator's widget. */
export type WidgetAnswer = {
  /** Bound to this cart. Send it with every event. It's returned only here. */
  token: string
  scriptUrl: string
  /** The global function that opens the widget, perhaps a dotted path. */
  startFunction: string
  /** `cart`, `customer`, `siteConfig` (spec 2.7 to 2.9) and option `widget.extra`, merged flat. The browser adds the callbacks. */
  config: WidgetConfig
  reference: string
}

/** The operator's decision, in the widget's words (spec 6.2). */
export type WidgetDecision = "APP_APPROVED" | "APP_DENIED" | "APP_PENDING"

/** `POST …/widget-events`: the widget's callbacks (spec 6.2), answered with a LeaseView. Other fields of a payload are dropped. */
export type WidgetEventBody =
  | { token: string; event: "onApplicationSubmitResponse"; payload: { leaseId?: string; status: WidgetDecision } }
  | { token: string; event: "onApproved"; payload: { leaseId: string } }
  | {
      token: string
      event: "onSuccess"
      payload: { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }
    }
  | { token: string; event: "onCancel"; payload?: { id?: string } }
  | { token: string; event: "onFailure"; payload: { message: string; id?: string } }

/**
 * An example of what a lease might cost, from the store's option `estimate`. Amounts are in major units. Show `disclosure`, which is by language,
 * wherever you show one of the figures.
 */
export type LeaseEstimate = {
  /** Paid at signing. */
  dueToday: number
  /** The number of payments after signing, the amount of each, and how often they are due. The last one may differ. */
  payments: number
  each: number
  every: "biWeekly" | "monthly" | "semiMonthly" | "weekly"
  /** `dueToday` and all payments. */
  total: number
  disclosure: Partial<Record<string, string>>
}

/** Whether a product can be leased where it is sold. */
export type ProductLease = {
  leasable: boolean
  /** All reasons why not. */
  reasons: Message[]
  /** For the requested amount, within the limits. Null if the store has no estimate. */
  estimate: LeaseEstimate | null
}

/** Leases in a region. */
export type RegionLease = {
  /** Whether anything can be leased there, and why not. */
  leasable: boolean
  reasons: Message[]
  /** The smallest and the largest order, in major units, each null without a limit. */
  limits: { minimum: number | null; maximum: number | null; currency: string }
  operator: { name: string; contact: string }
  /** True if the plugin runs in test mode. */
  test: boolean
}

/**
 * `GET /store/lease-to-own/products/:id?region_id=`: whether this product can be leased in a region, before there is a cart. `?amount=` in major units
 * requests an estimate. The answer is the same for everybody with the same publishable key and may be cached for a minute. It contains nothing about
 * a person, or about an outage of the lease service.
 */
export type ProductLeaseView = ProductLease & RegionLease

/**
 * `GET /store/lease-to-own/products?region_id=&ids=`: the region and up to 100 products by id. `?amounts=` is in the order of `ids`. A product that
 * isn't sold here is missing.
 */
export type ProductsLeaseView = RegionLease & { products: Record<string, ProductLease> }

/** The lease of an order, for its confirmation page and the shopper's account. */
export type OrderLease = {
  status: LeaseStatus
  reference: string
  test: boolean
  /** How the shopper applied: in the store's own form (`api`), or in the operator's widget (`hosted`). */
  flow: "api" | "hosted"
  /** The lease's status, for the shopper. */
  says: Message
  /** Further messages for the shopper now. */
  messages: Message[]
  /** The operator, who receives the payments and answers questions about them. */
  operator: { name: string; contact: string }
  /** The day on which the lease starts, as reported to the operator, `YYYY-MM-DD`. May be in the future. Null until it's reported. */
  delivery_date: string | null
  /** The agreed payments, for the browser with the lease key and for the account. Null for others, and if only the operator knows them. */
  offer: Offer | null
  /** If the order was edited and has a new contract to sign: the cart to sign it with. Null for anyone who didn't apply. */
  sign_cart_id: string | null
}

/** `GET /store/lease-to-own/orders/:id`; `lease` is null if the order was paid another way. */
export type OrderLeaseView = { lease: OrderLease | null }

/** A refusal of one of the plugin's own routes. `fields` says what is wrong and never repeats what was sent. */
export type Refusal = {
  type: string
  code: string
  message: string
  params?: Params
  fields?: { field: string; rule: string; message: string }[]
}
