/*
 * The requests and responses of the plugin's store routes, also used by the plugin and the dashboard. Every type is written out here, because the
 * storefront package is published separately and storefront developers read this file in their editors.
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

/** The screen to show the shopper, chosen by the server. The storefront needs no logic for this. */
export type LeaseStep =
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

/**
 * A message's parameters. Amounts are already formatted, and item names are the store's own. `reason` is in English, and `reason_code` is its
 * translation key.
 */
export type Params = Record<string, string>

/** A message for a user. `code` is its translation key, and `message` is the English text with the parameters filled in. */
export type Message = { code: string; params: Params; message: string }

/** Whether an action is currently allowed, and if not, why. */
export type Allowed = { allowed: true } | { allowed: false; reason: string; params?: Params; message?: string }

/** An action that a shopper can take on this cart. */
export type ShopAction = "apply" | "approval" | "code" | "offer" | "contract" | "signature" | "place" | "widget"

/** A field of the application form. Show the fields in the given order. */
export type FormField = {
  /** The field's dotted path in the `application` object, for example `customer.ssn`. */
  path: string
  /** The label's translation key and English text. */
  label: string
  kind: "text" | "email" | "tel" | "date" | "money" | "select" | "secret"
  required: boolean
  /**
   * If `excluded` is true, the operator leases nothing to people who live in this state. Say so as soon as it's chosen, because the application would
   * be refused.
   */
  options?: { value: string; label: string; excluded?: boolean }[]
  /** The `autocomplete` token. It is `off` for values that the browser must not store. */
  autocomplete?: string
  /** The heading of the field's group. */
  group: string
}

/** A line of the breakdown, in the service's order. Amounts are in major units. */
export type OfferLine = { name: string; kind: "money" | "count" | "percent" | "date" | "text"; value: string | number }

/** An item of a lease, as sent to the operator. */
export type OfferItem = { title: string; quantity: number; condition: "new" | "used" | "refurbished" }

/** The rows of an offer whose names an operator can replace. */
export type OfferLabel = "cashPrice" | "costOfLease" | "total" | "payments" | "dueToday" | "earlyPurchase"

/** The operator's own names for rows, by language. If the shopper's language is missing, show the English name, or else your own. */
export type OfferLabels = Partial<Record<OfferLabel, Partial<Record<string, string>>>>

/**
 * A summary to show first, in the terms of rental-purchase laws. Each amount was stated by the service, or is a sum or difference of such amounts, in
 * major units of the offer's currency. Figures that the service didn't return are null. If the offer's `before_tax` is true, say so beside
 * `cashPrice`, `costOfLease`, `total` and `earlyPurchase`: none of them includes sales tax.
 */
export type OfferSummary = {
  /** The price of buying the items outright. */
  cashPrice: number
  /** How much more `total` is than `cashPrice`. */
  costOfLease: number
  /** The sum of all payments. */
  total: number
  /** The number of all payments, including the one at signing, and the months that they take. */
  allPayments: number
  months: number | null
  /** Paid at signing, including `tax.dueToday`. */
  dueToday: number
  /** The number of payments after signing, the amount of each, and the amount of the last one if it differs. */
  payments: number
  each: number
  last: number | null
  /** The payment frequency in the service's own terms, for example `biWeekly`. */
  every: string | null
  /**
   * The sales tax that the service stated, and how much of it is paid at signing. `dueToday` is null if the service doesn't say. If `isFees` is true,
   * both are fees on the order, and the operator charges any sales tax in addition.
   */
  tax: { amount: number | null; dueToday: number | null; isFees: boolean }
  /** The sum of `total` and `tax.amount`. Null if the service didn't state any tax, or may have stated only the first payment's. */
  totalWithTax: number | null
  /** The price of buying the items within `days` days. Available only to a shopper who asks for it. */
  earlyPurchase: { amount: number; days: number } | null
}

/** An item whose quantity differs between the cart and the contract. `variant_id` is null for a line without a variant. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

/** A change to make to a cart's lines with Medusa's store routes: a line's new quantity (0 removes the line), or a variant to add. */
export type LineChange = { line_id: string; quantity: number } | { variant_id: string; quantity: number }

/**
 * What the operator wants shoppers to read next to an offer's figures. `text` is in `language`. If `texts` includes the shopper's language, show that
 * version instead. If `version` is set, the shopper must confirm the text with a checkbox before the contract opens (`ContractBody`).
 */
export type OfferDisclosure = {
  text: string
  language: string
  texts: Partial<Record<string, string>>
  version: string | null
}

/**
 * The lease's costs, in major units of `currency`. If `summary` is null, the service's figures can't be summarized, so show only `lines`, and say
 * that a lease costs more than the cash price. Wherever you show figures, also show `disclosure`, and name the rows as in `labels`.
 */
export type Offer = {
  currency: string
  /** What the cart costs without a lease, including `cash_tax`, its sales tax, if any. */
  cash_price: number
  cash_tax?: number
  /** Who charges the sales tax: the store, with the order, or the operator, with the payments. */
  taxed_by: "by_operator" | "in_cart"
  /** Whether there is or may be sales tax in addition to the prices in `summary`. */
  before_tax: boolean
  summary: OfferSummary | null
  items: OfferItem[]
  /** The service's own figures, without balances, which would read as further totals. */
  lines: OfferLine[]
  labels: OfferLabels
  disclosure: OfferDisclosure | null
  priced_at: string
}

/** An approval. `amount` and `until` are null if unknown. */
export type Approval = {
  /** The maximum amount, in major units. */
  amount: number | null
  currency: string
  /** The last day of the approval, `YYYY-MM-DD` in the store's time zone. */
  until: string | null
  /** If true, show a warning. */
  ends_soon: boolean
  /** True if the approval was given for another of this shopper's carts. `POST …/approval` moves it to this one. */
  elsewhere: boolean
}

/** An order that waits for its lease's contract, as it is now. `total` is in major units of `currency`. */
export type OrderToLease = {
  /** The order's number. */
  display_id: number
  items: { title: string; quantity: number }[]
  total: number
  currency: string
}

/**
 * A reason why a cart can't be leased. `fields` lists the causes, such as `items[0].brand`, for the store's staff rather than shoppers. `lines` has
 * the lines that can't be leased, if the rest of the cart can.
 */
export type CartReason = Message & {
  fields?: { field: string; rule: string; message: string }[]
  lines?: UnavailableLine[]
}

/**
 * A line of the cart that can't be leased. `movable` is false if the shopper can't add the same line to another cart, because the store's own code
 * made or priced it.
 */
export type UnavailableLine = { id: string; title: string; quantity: number; movable: boolean }

/** The cart with the items that the shopper orders separately, because they can't be leased. */
export type SeparateCart = { id: string; items: { title: string; quantity: number }[] }

/**
 * What a shopper agrees to, with a checkbox. `text` and `link` are in the consent's `language`. If `texts` includes the shopper's language, show that
 * version and its link in `links` instead. `link` is the page with the document that the text is about.
 */
export type ConsentItem = {
  id: string
  /** Whether the shopper must accept it to apply. */
  required: boolean
  text: string
  texts: Partial<Record<string, string>>
  link: string | null
  links: Partial<Record<string, string>>
}

/** What a shopper agrees to before applying. All items have texts in the same languages. */
export type Consent = { version: string; language: string; items: ConsentItem[] }

/**
 * A cart's lease, for the shopper who applied, identified by lease key or account. Anyone else gets only the step `intro`, `in_progress` or `placed`,
 * without any data about the applicant. A field is null if its value is unknown or not meant for this shopper.
 */
export type LeaseView = {
  status: LeaseStatus | null
  step: LeaseStep
  flow: "api" | "hosted" | null
  /** True if the plugin runs in test mode. */
  test: boolean
  /** The lease's random reference, shown to users and sent to the operator. */
  reference: string | null
  /** At step `placed`, the order's ID if the store returns it. At other steps, the ID of an existing order with a new contract to sign. */
  order_id: string | null
  /** The existing order that this lease is to pay for, by link or with a new contract. Null for any other cart, and once it is paid for. */
  order: OrderToLease | null
  /** All the reasons why this cart can't be leased. */
  reasons: CartReason[]
  /** The application form. Null if no application can be submitted now. */
  form: { fields: FormField[] } | null
  consent: Consent
  /** The languages of the operator's contracts. If the shopper's language isn't listed, say first that the contract is in the first of these. */
  contract_languages: string[]
  operator: { name: string; contact: string }
  /**
   * Who charges sales tax if this cart is leased: the store, with the order (`in_cart`), or the operator (`by_operator`). `total_changes` is true if
   * choosing lease-to-own (`POST …/choice`) changes the cart's total, because its sales tax is removed or added back.
   */
  sales_tax: { mode: "by_operator" | "in_cart"; total_changes: boolean } | null
  /** The approval of this cart's application, or another one that this cart can use. Null once the contract is signed. */
  approval: Approval | null
  offer: Offer | null
  /** False if the cart differs from the offer. */
  cart_in_sync: boolean
  /** At step `contract_mismatch`, the items whose quantity differs from the signed one. Empty if something else differs. */
  differences?: ArticleDifference[]
  /**
   * At step `contract_mismatch`, the changes that restore the signed lines, in the order in which to make them. Empty if something else differs. At
   * step `unavailable`, the changes that remove the lines that can't be leased. Empty if that isn't enough.
   */
  line_changes?: LineChange[]
  /** The cart with the items that were moved out of this cart so that the rest can be leased. Null if there is none, or once it is ordered. */
  separate_cart: SeparateCart | null
  /** At step `contract_mismatch`, the cart's total in major units, to show next to the signed total. */
  cart_total?: number
  actions: Record<ShopAction, Allowed>
  messages: Message[]
  /** How long to wait before reading the lease again (ms). Null if nothing will change on its own. */
  poll_after_ms: number | null
} & Partial<WithEstimate>

/** The body of `POST /store/lease-to-own/carts/:id/application`. */
export type ApplyBody = {
  /** The form's values, keyed by the paths in `form.fields`. Sent to the service and never stored. */
  application: unknown
  /**
   * The shopper's consent. `accepted` has the IDs of the items that were checked, and must include every required one. `language` is the language of
   * the texts shown, by default `consent.language` of the view.
   */
  consent: { accepted: string[]; version: string; language?: string }
  /** A random string from the browser. Requests with the same key count as one application, no matter how many are sent. */
  idempotencyKey: string
}

/** The response to an application. Send `leaseKey` in the header `x-lease-key` of every later request. Only this response contains it. */
export type ApplyAnswer = LeaseView & { leaseKey: string }

/** The body of `POST …/choice`. `chosen` is false if the shopper has chosen another payment method. */
export type ChoiceBody = { chosen: boolean }

/** The body of `POST …/approval`. `code` is the eight-digit code from a guest's email. Omit it for a signed-in customer. */
export type ApprovalBody = { code?: string }

/**
 * `POST …/approval-code`. The response is the same whether or not there is an approval. Send `leaseKey` in the header `x-lease-key` together with the
 * code. Only this response contains the key. Show `message` to the shopper.
 */
export type CodeAnswer = { leaseKey: string; message: Message }

/**
 * The body of `POST …/contract`. If the offer's `disclosure` has a `version`, `acknowledged` must have that version and the language of the text
 * shown, by default the disclosure's `language`.
 */
export type ContractBody = { acknowledged?: { version: string; language?: string } }

/** `POST …/contract`, never cached: the URL for the frame's `src` (spec 2.4), and the origins to accept messages from. */
export type ContractAnswer = { url: string; origins: string[] }

/** The body of `POST …/signature`. `hint` is what the browser detected. */
export type SignatureBody = { hint?: "done" | "requested" }

export type SignatureAnswer = LeaseView & { signature: "verified" | "not_signed" | "no_status" | "unreachable" }

/** A line of the widget's cart (spec 2.3). Amounts are in major units. */
export type WidgetCartItem = {
  brand: string
  description: string
  category: string
  identifier: string
  imgUrl?: string
  /** The price of one unit after discounts, without tax. */
  unitPrice: number
  /** The sales tax for the whole line, not per unit (spec 2.3, rule 2). */
  tax: number
  quantity: number
  condition: "new" | "used" | "refurbished"
  /** `YYYY-MM-DD`. Omitted if unknown, never empty (spec 2.3, rule 1). */
  deliveryDate?: string
}

/** The cart in the widget's format (spec 2.2). `orderId` is the lease's reference, because there is no order yet. */
export type WidgetCart = {
  orderId?: string
  deliveryCost: number
  deliveryCostSalesTax: number
  items: WidgetCartItem[]
}

/** An address in the widget's configuration (spec 2.8). */
export type WidgetAddress = {
  line1?: string
  line2?: string
  city?: string
  state?: string
  zip?: string
  country?: string
}

/** The store's data about the shopper, to prefill the application (spec 2.8). Unknown values are omitted. */
export type WidgetCustomer = {
  id?: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  address?: { shipping?: WidgetAddress; billing?: WidgetAddress }
}

/** The widget's configuration (spec 2.7) without the callbacks, plus the keys of the `widget.extra` option. */
export type WidgetConfig = {
  cart: WidgetCart
  customer?: WidgetCustomer
  siteConfig?: Record<string, string>
  [extra: string]: unknown
}

/** `POST /store/lease-to-own/carts/:id/widget` with body `{}`, never cached: everything the browser needs to open the operator's widget. */
export type WidgetAnswer = {
  /** A token that works only for this cart. Send it with every event. Only this response contains it. */
  token: string
  scriptUrl: string
  /** The global function that opens the widget, as a name or a dotted path. */
  startFunction: string
  /**
   * `cart`, `customer`, `siteConfig` (spec 2.7 to 2.9) and the keys of the `widget.extra` option, in one flat object. The browser adds the callbacks.
   */
  config: WidgetConfig
  reference: string
}

/** The operator's decision, in the widget's own terms (spec 6.2). */
export type WidgetDecision = "APP_APPROVED" | "APP_DENIED" | "APP_PENDING"

/** `POST …/widget-events`: the widget's callbacks (spec 6.2). The response is a `LeaseView`. Unknown fields of a payload are dropped. */
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

/** How often payments may be due. */
export type Frequency = "biWeekly" | "monthly" | "semiMonthly" | "weekly"

/**
 * An example of a lease, from the store's `estimate` option. Amounts are in major units. If a page shows any of the figures, it must show all of
 * them, the condition, who owns the items and until when, and `disclosure`. Texts are keyed by language.
 */
export type LeaseEstimate = {
  currency: string
  /** The price for paying at once: the requested amount, or the cart's total before sales tax. */
  cashPrice: number
  /** What the amounts exclude, because it isn't known yet or the operator charges it. */
  excludes: ("delivery" | "sales_tax")[]
  /** Paid at signing. */
  dueToday: number
  /** The number of payments after signing, the amount of each, and the payment frequency. The last payment may differ. */
  payments: number
  each: number
  every: Frequency
  /** The number of all payments, including the one at signing. */
  allPayments: number
  /** The sum of `dueToday` and all payments. */
  total: number
  /** How long the lease lasts. Null if the store doesn't say. */
  months: number | null
  /** The product's condition, or each different condition of a cart's items. */
  conditions: OfferItem["condition"][]
  /** The text that the operator wants beside the figures. */
  disclosure: Partial<Record<string, string>>
  /** The operator's own names for figures, by language. If the shopper's language is missing, show the English name, or else your own. */
  labels: Pick<OfferLabels, "cashPrice" | "dueToday" | "payments" | "total">
}

/** An example cost, and whether it depends on the shopper's ZIP code. */
export type WithEstimate = {
  /**
   * Null if there is no amount within the limits, nothing can be leased, the shopper is past the first step, or the store has no estimate for this.
   */
  estimate: LeaseEstimate | null
  /**
   * `needed` if there is no estimate for this state (or for an unknown one), but there may be one for another: ask the shopper for the ZIP code, and
   * send its first three digits as `zip_prefix`. `used` if the response is for the state of `zip_prefix`.
   */
  zip: "needed" | "used" | null
}

/** Whether a product can be leased in a region. */
export type ProductLease = WithEstimate & {
  leasable: boolean
  /** All the reasons why the product can't be leased. */
  reasons: Message[]
}

/** Whether and how products can be leased in a region. */
export type RegionLease = {
  leasable: boolean
  reasons: Message[]
  /** The smallest and largest order total in major units. Null if there is no limit. */
  limits: { minimum: number | null; maximum: number | null; currency: string }
  operator: { name: string; contact: string }
  /** True if the plugin runs in test mode. */
  test: boolean
}

/**
 * `GET /store/lease-to-own/products/:id?region_id=`: whether a product can be leased in a region, before there is a cart. `?amount=` in major units
 * requests an estimate, for the state of `?zip_prefix=` (a ZIP code's first three digits) and with payments due as in `?frequency=`. The response is
 * the same for everyone with the same publishable key and may be cached for a minute. It contains no personal data, and an outage of the lease
 * service doesn't affect it.
 */
export type ProductLeaseView = ProductLease & RegionLease

/**
 * `GET /store/lease-to-own/products?region_id=&ids=`: the region and up to 100 products by ID. `?amounts=` must be in the order of `ids`. Products
 * that aren't sold with this publishable key are omitted.
 */
export type ProductsLeaseView = RegionLease & { products: Record<string, ProductLease> }

/** An order's lease, for the confirmation page and the shopper's account. */
export type OrderLease = {
  status: LeaseStatus
  reference: string
  test: boolean
  /** How the shopper applied: with the store's own form (`api`) or in the operator's widget (`hosted`). */
  flow: "api" | "hosted"
  /** The lease's status, worded for the shopper. */
  status_message: Message
  /** More messages to show the shopper now. */
  messages: Message[]
  /** The operator, who collects the payments and answers questions about them. */
  operator: { name: string; contact: string }
  /** The date the lease starts, as reported to the operator, `YYYY-MM-DD`. May be in the future. Null until it is reported. */
  delivery_date: string | null
  /**
   * The agreed payments, for a browser with the lease key and for the customer's account. Null for anyone else, or if only the operator knows them,
   * such as after a partial return.
   */
  offer: Offer | null
  /** The ID of the cart for signing an edited order's new contract. Null if there is none, or for anyone who didn't apply. */
  sign_cart_id: string | null
  /** The cart with the items that couldn't be leased with this order. Null if there is none, once it is ordered, or for anyone who didn't apply. */
  separate_cart: SeparateCart | null
}

/** `GET /store/lease-to-own/orders/:id`. `lease` is null if the order was paid another way. */
export type OrderLeaseView = { lease: OrderLease | null }

/** A refusal by one of the plugin's routes. `fields` says what is wrong, without repeating the values sent. */
export type Refusal = {
  type: string
  code: string
  message: string
  params?: Params
  fields?: { field: string; rule: string; message: string }[]
}
