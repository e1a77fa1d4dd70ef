/*
 * The JSON of the plugin's own routes for browsers. Everything is written out, because the storefront's package, which is published alone, has
 * this file as its `wire.ts`, and shops read it in their editors. The dashboard imports these types too.
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

/** The screen a shopper should see. Derived by the server from status and facts; the storefront computes nothing. */
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

/** The parameters of a text: amounts arrive formatted, item names as they are; `reason` is English, `reason_code` the key of its translation. */
export type Params = Record<string, string>

/** A text for a person: `code` is the translation key, `message` the English text with its parameters filled in. */
export type Message = { code: string; params: Params; message: string }

/** Whether an action may be taken now, and if not, why. */
export type Allowed = { allowed: true } | { allowed: false; reason: string; params?: Params; message?: string }

/** An action of a shopper on this cart. */
export type ShopAction = "apply" | "approval" | "code" | "offer" | "contract" | "signature" | "place" | "widget"

/** One field of the application form, in the order in which a form shows them. */
export type FormField = {
  /** Dotted path in the `application` object, for example `customer.ssn`. */
  path: string
  /** Translation key and English text of the label. */
  label: string
  kind: "text" | "email" | "tel" | "date" | "money" | "select" | "secret"
  required: boolean
  options?: { value: string; label: string }[]
  /** Token for the browser; `off` for what it must not store. */
  autocomplete?: string
  /** Heading of the group it belongs to. */
  group: string
}

/** One line of the breakdown as the service returned it, in its order. Money is in major units. */
export type OfferLine = { name: string; kind: "money" | "count" | "percent" | "date" | "text"; value: string | number }

/**
 * The part of an offer to read first, from the service's own figures. Amounts in major units of the offer's currency. Figures that the service
 * didn't return are null.
 */
export type OfferSummary = {
  /** Paid at signing. */
  dueToday: number
  /** How many payments follow, and what each of them is; `last`: the last one, where it differs. */
  payments: number
  each: number
  last: number | null
  /** How often, as the service writes it: `biWeekly`. */
  every: string | null
  /** `dueToday` and all payments. */
  total: number
  months: number | null
  /** The price if bought at once, and how much more `total` is. Both include the sales tax if `tax.dueToday`. */
  cashPrice: number
  overCash: number
  earlyPurchase: { amount: number; days: number } | null
  /** `in_cart`: the order holds the tax; `by_operator`: the operator adds it to the payments. `dueToday`: it is part of what is paid at signing. */
  tax: { mode: "by_operator" | "in_cart"; amount: number | null; dueToday: boolean }
}

/** An article whose number of pieces differs from the signed contract. `variant_id` is null for a line without one. */
export type ArticleDifference = { variant_id: string | null; title: string; signed: number; now: number }

/** A change of a cart's lines by Medusa's own store routes: a line's new quantity (0 removes it), or a variant that is added. */
export type LineChange = { line_id: string; quantity: number } | { variant_id: string; quantity: number }

/**
 * The lease's costs. Amounts in major units of `currency`. `cash_tax`: the sales tax in `cash_price`, if any. `summary` is null if the service's
 * figures don't agree: then show only `lines`.
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
 * An approval: its maximum amount (major units) and its last day in the store's time zone, `YYYY-MM-DD`; null if unknown. `ends_soon`: warn the
 * shopper. `elsewhere`: it was given for another cart of this shopper, and `POST …/approval` brings it here.
 */
export type Approval = {
  amount: number | null
  currency: string
  until: string | null
  ends_soon: boolean
  elsewhere: boolean
}

/** `fields`: for the people who run the store, the field of the line that is the obstacle (`items[0].brand`). Not for shoppers. */
export type CartReason = Message & { fields?: { field: string; rule: string; message: string }[] }

/**
 * The consent that a shopper gives before applying. `text` is in `language`, the first of `texts`: the merchant's texts by language.
 * A client with a dictionary shows the text in its own language if there is one.
 */
export type Consent = { text: string; language: string; version: string; texts: Partial<Record<string, string>> }

/**
 * The lease of a cart as its applicant may see it, identified by lease key or account. Others get `intro`, `in_progress` or `placed` and nothing
 * about the person. `null`: unknown, or not for this reader.
 */
export type LeaseView = {
  status: LeaseStatus | null
  step: Step
  flow: "api" | "hosted" | null
  /** True in a store whose plugin runs in test mode. */
  test: boolean
  /** Random identifier of the lease, shown to people and sent to the operator. */
  reference: string | null
  /** At `placed`, if the store names it. At any other step, the order exists already and waits for its new contract. */
  order_id: string | null
  /** Why lease-to-own cannot be used for this cart, all reasons at once. */
  reasons: CartReason[]
  /** The application form; null when no application can be sent now. */
  form: { fields: FormField[] } | null
  consent: Consent
  operator: { name: string; contact: string }
  /** While nothing is signed: of this cart's application, or one that this cart may use. */
  approval: Approval | null
  offer: Offer | null
  /** False when the cart differs from what was offered. */
  cart_in_sync: boolean
  /** At `contract_mismatch`: the articles whose quantity in the cart differs from the signed one; empty if something else differs. */
  differences?: ArticleDifference[]
  /** At `contract_mismatch`: the changes that restore the signed lines, in this order; empty if something else differs. */
  line_changes?: LineChange[]
  /** At `contract_mismatch`: the cart's total in major units, to show beside the signed one. */
  cart_total?: number
  can: Record<ShopAction, Allowed>
  /** Messages for the shopper now. */
  messages: Message[]
  /** Poll again after this many milliseconds; null: nothing will change on its own. */
  poll_after_ms: number | null
}

/** `POST /store/lease-to-own/carts/:id/application` */
export type ApplyBody = {
  /** The form's answers, by the paths of `form.fields`. They pass through memory once and are never stored. */
  application: unknown
  /** `language`: of the text that was shown; if left out, the store's first. */
  consent: { accepted: true; version: string; language?: string }
  /** Random text from the browser: requests with the same one are one submission. */
  idempotencyKey: string
}

/** The answer to an application: `leaseKey` goes into the header `x-lease-key` of every later request, and is handed out only here. */
export type ApplyAnswer = LeaseView & { leaseKey: string }

/** `POST …/approval`: the eight-digit `code` that was requested and e-mailed; signed-in customers leave it out. */
export type ApprovalBody = { code?: string }

/**
 * `POST …/approval-code`: the same whether there is an approval or not. `leaseKey` goes into the header `x-lease-key` with the code, and is handed
 * out only here. `message`: for the shopper.
 */
export type CodeAnswer = { leaseKey: string; message: Message }

/** `POST …/contract`, answered with no-store: the address to set as the frame's `src` (spec 2.4), and the origins whose messages count. */
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
  /** Price of one unit, discounts off, without tax. */
  unitPrice: number
  /** Sales tax of the whole line, not of one unit (spec 2.3, rule 2). */
  tax: number
  quantity: number
  condition: "new" | "used" | "refurbished"
  /** `YYYY-MM-DD`; absent when unknown, never empty (spec 2.3, rule 1). */
  deliveryDate?: string
}

/** The cart as the widget takes it (spec 2.2). `orderId`: the lease's reference, because there is no order yet. */
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

/** The widget's configuration (spec 2.7) without the callbacks; option `widget.extra` adds further keys. */
export type WidgetConfig = {
  cart: WidgetCart
  customer?: WidgetCustomer
  siteConfig?: Record<string, string>
  [extra: string]: unknown
}

/** `POST /store/lease-to-own/carts/:id/widget` (body `{}`): all that the browser needs to open the operator's widget, no-store. */
export type WidgetAnswer = {
  /** Bound to this cart; goes back with every event. Handed out only here. */
  token: string
  scriptUrl: string
  /** Global function that opens the widget, dotted path allowed. */
  startFunction: string
  /** `cart`, `customer`, `siteConfig` (spec 2.7 to 2.9) and the option `widget.extra`, merged flat; callbacks are added in the browser. */
  config: WidgetConfig
  reference: string
}

/** The operator's decision, in its own words (spec 6.2). */
export type WidgetDecision = "APP_APPROVED" | "APP_DENIED" | "APP_PENDING"

/** `POST …/widget-events`: the widget's callbacks (spec 6.2), answered with the LeaseView. The rest of a payload is dropped. */
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
 * An example of what a lease might cost, by the store's option `estimate`. Amounts in major units. Show `disclosure`, by language, wherever one of
 * the figures is shown.
 */
export type LeaseEstimate = {
  /** Paid at signing. */
  dueToday: number
  /** How many payments follow, what each of them is, and how often they come. The last one may differ. */
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
  /** Why not, all reasons at once. */
  reasons: Message[]
  /** For the requested amount, if within the limits; null if the store makes no estimate. */
  estimate: LeaseEstimate | null
}

/** Leases in a region. */
export type RegionLease = {
  /** Whether anything can be leased there, and why not. */
  leasable: boolean
  reasons: Message[]
  /** The smallest and the largest order, in major units; null where the store names none. */
  limits: { minimum: number | null; maximum: number | null; currency: string }
  operator: { name: string; contact: string }
  /** True in a store whose plugin runs in test mode. */
  test: boolean
}

/**
 * `GET /store/lease-to-own/products/:id?region_id=`: whether this product can be leased in a region, before there is a cart; `?amount=` in major
 * units requests an estimate. It is the same for everybody with the same publishable key and may be cached for a minute. It contains nothing about
 * a person or an outage of the lease service.
 */
export type ProductLeaseView = ProductLease & RegionLease

/**
 * `GET /store/lease-to-own/products?region_id=&ids=`: the region and, by their ids, up to 100 products of a list; `?amounts=` in the order of `ids`. A
 * product that is not sold here is missing.
 */
export type ProductsLeaseView = RegionLease & { products: Record<string, ProductLease> }

/** The lease of an order, for its confirmation page and the shopper's account. */
export type OrderLease = {
  status: LeaseStatus
  reference: string
  test: boolean
  /** How a lease was made: by the store's own form, or in the operator's widget. */
  flow: "api" | "hosted"
  /** The state of the lease. */
  says: Message
  /** Further messages for the shopper now. */
  messages: Message[]
  /** The operator, who receives the payments and answers questions about them. */
  operator: { name: string; contact: string }
  /** The day from which the lease runs, as confirmed to the operator, `YYYY-MM-DD`; null before that. It may be in the future. */
  delivery_date: string | null
  /** The agreed payments, for the applicant's browser (by its lease key) and account; null for others, and if only the operator knows them. */
  offer: Offer | null
  /** If the order was edited and has a new contract to sign: the cart by which to sign it. Only for the applicant; otherwise null. */
  sign_cart_id: string | null
}

/** `GET /store/lease-to-own/orders/:id`; `lease` is null for an order that was paid otherwise. */
export type OrderLeaseView = { lease: OrderLease | null }

/** Every refusal of the plugin's own routes. `fields` names what is wrong and never repeats what was sent. */
export type Refusal = {
  type: string
  code: string
  message: string
  params?: Params
  fields?: { field: string; rule: string; message: string }[]
}
