import type { z } from "zod"
import type {
  ActionKey,
  Actor,
  CallKind,
  CallState,
  CardState,
  ConnectionResult,
  Evidence,
  Flow,
  FunnelStep,
  NextStep,
  OperatorContact,
  Outcome,
  ServiceAddress,
} from "../modules/lease/ledger"
import type { RegionCheck } from "../setup/check-region"
import type { SetupFinding } from "../setup/check-setup"
import type { ProductProblem } from "../setup/setup-texts"
import type { AttentionQuery, ExportQuery, FunnelQuery, ListQuery } from "./admin/lease-to-own/list/list-query"
import type { ProductBody } from "./schemas"
import type {
  Allowed,
  ArticleDifference,
  ConsentItem,
  LeaseStatus,
  Message,
  Offer,
  OfferDisclosure,
  OfferLabels,
  OfferLine,
  Params,
} from "./types"

/*
 * The JSON of the plugin's admin routes (`docs/routes.md`). The dashboard imports nothing else from the server. Times are ISO strings, and dates are
 * `YYYY-MM-DD` in the store's time zone.
 */

export type {
  ActionKey,
  CardState as AdminLeaseState,
  OperatorContact,
  Outcome,
  ProductProblem,
  SetupFinding as SetupItem,
}

/** An amount in major units: 1234.5 is $1,234.50. */
export type Money = { amount: number; currency_code: string }

type By = Actor["by"]

/**
 * A history entry. `key` identifies the event, translated as `leaseToOwn.facts.<key>`, and `params` holds its details, such as a date or a reason in
 * English. `actor` is the name of the dashboard user who acted, if any, and `note` is that user's own text, never markup.
 */
export type LeaseFact = { key: string; at: string; by: By; params?: Params; actor?: string; note?: string }

/** Something for staff to handle. */
export type LeaseAlert = {
  code: string
  params: Params
  /** Shown in the alert's text. */
  amount?: Money
  /** Identifies the order's current state, for alerts that staff clear by accepting that state. */
  mark?: string
  /** The articles whose quantity differs between the order and the contract. Empty if something else differs. */
  differences?: ArticleChange[]
  /** When the alert was raised. Null if that wasn't recorded. */
  since: string | null
  /** The failed call's next automatic retry. */
  next_retry_at?: string
  /** The failed call's last error. */
  error?: Message
}

/** How many units of an article the shopper signed for, and how many the order has now. */
export type ArticleChange = Omit<ArticleDifference, "variant_id">

/** Another lease of the same order. */
export type LeaseName = { id: string; reference: string }

/** An order's lease, or a lease that has no order yet, as staff see it. */
export type AdminLeaseView = {
  id: string
  flow: Flow
  test: boolean
  /** The lease's account in the `accounts` option. Omitted for the top-level account. */
  account_id?: string
  state: CardState
  /** True while something is in progress. Load the lease again in a few seconds. */
  in_flight: boolean
  /** The lease's random identifier, known to the shopper and the operator. */
  reference: string
  /** The lease's order, or the order whose page shows the lease. */
  order: { id: string; display_id: number } | null
  /** The lease that this one replaced, and the one that replaced it, if the order was edited after signing. */
  replaces: LeaseName | null
  replaced_by: LeaseName | null
  /** The company that runs the lease service, and how staff can contact it. */
  operator: OperatorContact
  /** The cart's email address as of the last offer. */
  email: string | null
  /** The contract's amount. Null before the first offer. */
  leased: Money | null
  /** The number of returned units, and what is left of the contract's amount. Null without a partial return or price reduction. */
  reduced: { pieces: number; rest: Money } | null
  /**
   * Who charges sales tax on the lease: the store, with the order, or the operator, in which case the order has none. Null before the first offer.
   */
  taxed_by: "by_operator" | "in_cart" | null
  /** The order's total. Null if there is no order. */
  order_total: Money | null
  /** The capture of the payment in Medusa: the event that triggers it, and when it happened. */
  capture: { mode: "order" | "delivery"; done_at: string | null }
  /** The last contact with the lease service. `ok` is false if the service gave no clear response. */
  last_contact: { at: string; ok: boolean; operation: string } | null
  /** When the service approved the application, and when we recorded the signature, with the evidence for it. */
  approved_at: string | null
  signed: { at: string; evidence: Exclude<Evidence, "none"> } | null
  delivery: {
    /** How many units need shipping, and how many of those were delivered. */
    pieces: number
    delivered: number
    /** The date the last unit was delivered, to prefill the form. */
    completed_on: string | null
    /** The confirmed delivery date, when it was confirmed, and by whom. `date` is null if only the service has it. */
    confirmed: { date: string | null; at: string; by: By; actor?: string } | null
    /** The earliest and latest delivery dates that staff can confirm now. */
    earliest: string | null
    latest: string | null
  }
  returned: {
    /** How many units were returned to the store, and the last return's display ID and date, which prefill the form. */
    pieces: number
    display_id: number | null
    received_on: string | null
    /** Whether the service allowed a return at the last check, and when that was. */
    checked: { eligible: boolean; at: string } | null
    /** The earliest and latest return dates that staff can report. */
    earliest: string | null
    latest: string
  }
  /** The ten newest entries, newest first. */
  facts: LeaseFact[]
  alerts: LeaseAlert[]
  /** The code of the alert behind the state or the next step. */
  main_alert: string | null
  next_step: (Omit<NextStep, "amount"> & { amount?: Money }) | null
  /** Whether staff need to report the outcome of something. Otherwise, `mark_resolved` can only correct the ledger. */
  needs_resolution: boolean
  /** Every action, and whether it is allowed. `reason` is a code, translated as `leaseToOwn.messages.<code>`. `message` is in English. */
  actions: Record<ActionKey, Allowed>
  /** The outcomes that `mark_resolved` accepts. */
  outcomes: Outcome[]
}

/**
 * An outage of a lease service that began at `since`. Until it ends, all calls for the account's leases are postponed. `account_id` is omitted for
 * the top-level account. `held` is set instead if the whole store is held (`docs/operations.md`): by a `database` that isn't the one it was, or by the
 * `option` holdCalls. Then nothing is sent for leases that began before `since`.
 */
export type OutageView = { since: string; account_id?: string; held?: "database" | "option" }

/** Whether staff can now offer a lease by link for an unpaid order, and if not, every reason why. */
export type OrderLink = { allowed: true } | { allowed: false; reasons: Message[] }

/** `GET /admin/lease-to-own/orders/:id`. `lease` is null if there is none. `link` is null if a lease by link isn't an option for the order. */
export type OrderLeaseAnswer =
  | { lease: null; link: OrderLink | null }
  | { lease: AdminLeaseView; outage: OutageView | null }

export type LeaseRow = Pick<
  AdminLeaseView,
  "id" | "reference" | "email" | "state" | "main_alert" | "flow" | "test" | "account_id" | "leased"
> & {
  /** The recipient's name in Medusa, or else the customer's. Null if there is neither. */
  customer_name: string | null
  /** The operator's ID for the application or the hosted lease. */
  operator_id: string | null
  order: { id: string; display_id: number } | null
  status: LeaseStatus
  signed_at: string | null
  /**
   * For an alert about a missing delivery: the amount that the operator hasn't paid yet, and the days since the shipment or signature. Null without
   * such an alert, or if the order can't be read.
   */
  waiting: { amount: Money; days: number } | null
  /** Whether everything in the order has shipped, and nothing else forbids `mark_delivered` now. */
  can_mark_delivered: boolean
  /** The delivery date that the service has, and when it was confirmed. */
  delivery: { date: string | null; at: string } | null
  /** When the lease's status last changed, and when the lease was created. */
  changed_at: string
  created_at: string
}

/** The query parameters of `GET /admin/lease-to-own/leases`. */
export type LeaseListQuery = Flags<z.input<typeof ListQuery>>

/** The query parameters of `GET /admin/lease-to-own/leases/export`. `columns` are names separated by commas, by default all. */
export type LeaseExportQuery = Flags<z.input<typeof ExportQuery>>

type Flags<T> = { [K in keyof T]: T[K] extends "true" | "false" | undefined ? boolean | T[K] : T[K] }

/**
 * One page of `GET /admin/lease-to-own/leases`, newest first by `sorted_by`. `next` and `previous` are opaque cursors, null if there is no such page.
 */
export type LeaseListAnswer = {
  leases: LeaseRow[]
  next: string | null
  previous: string | null
  count: LeaseCount
  /** The date that the list is sorted by: the last change, unless the list is filtered by another date. */
  sorted_by: "changed_at" | "created_at" | "delivered_at"
  outage: OutageView | null
  /** Whether the user may act on leases. */
  can_act: boolean
  /** The store's time zone, in which delivery dates are dates. */
  time_zone: string
}

/** A count up to `limit`. `more` is true if there are more leases. */
export type LeaseCount = { value: number; limit: number; more: boolean }

/**
 * `GET /admin/lease-to-own/waiting`: the leases that operators pay for once the orders are delivered, and those of them with an alert about the
 * delivery. Test leases count only if all accounts are in test mode.
 */
export type LeaseWaitingAnswer = { undelivered: Waiting; overdue: Waiting }

/** The number of leases, and what is left of their amounts: one sum per currency, starting with the currency of the most leases. */
export type Waiting = { count: LeaseCount; amounts: Money[] }

/** The query parameters of `GET /admin/lease-to-own/funnel`. */
export type LeaseFunnelQuery = z.input<typeof FunnelQuery>

/**
 * `GET /admin/lease-to-own/funnel`: how many leases reached each step, by the week in which they started. `weeks` are their Mondays, oldest first, in
 * the store's time zone. Test leases count only if all accounts are in test mode, and then alone (`test`). There is an entry for each flow with leases.
 */
export type LeaseFunnelAnswer = { weeks: string[]; test: boolean; flows: FlowFunnel[] }

/** `accounts` is empty unless leases of several accounts count. */
export type FlowFunnel = { flow: Flow } & FunnelByWeek<LeaseFunnel> & { accounts: AccountFunnel[] }

/** `operator` is the account's current name in the options. A funnel is null if it has fewer than five leases, so that no figure shows what one shopper did. */
export type AccountFunnel = { account_id: string | null; operator: string | null } & FunnelByWeek<LeaseFunnel | null>

export type FunnelByWeek<F> = { total: F; weeks: F[] }

/** The steps that the flow has, in order, and the median of the whole days from a lease's start to its signature. Null if none is signed. */
export type LeaseFunnel = { steps: FunnelCount[]; days_to_sign: number | null }

/** The leases that reached a step, and the sums of their amounts by currency. Before the price, leases have no amounts. */
export type FunnelCount = { step: FunnelStep; count: number; amounts: Money[] }

/**
 * `GET /admin/lease-to-own/alerts`: the alerts that leases have now, and whether the user may act on leases. `operator` is the name that all accounts
 * have in common, for the texts of the remedies. Null if they differ.
 */
export type LeaseAlertsAnswer = { alerts: LeaseAlertGroup[]; operator: string | null; can_act: boolean }

/** The leases with a raised alert. A lease with several alerts is in the group of each. */
export type LeaseAlertGroup = {
  code: string
  count: number
  /** What is left of the leases' amounts, as in `waiting`: test leases count only if all accounts are in test mode. */
  amounts: Money[]
  /** The next step of such a lease and the action of its button. Null if they differ from lease to lease. */
  remedy: { step: string; action?: ActionKey } | null
  /** For how many of the leases a check would read the status. */
  readable: number
  check: LeaseCheck | null
}

/** A check under way: of how many leases it reads the status, how many have been read, and when the last one is due. */
export type LeaseCheck = { total: number; read: number; until: string | null }

/** `POST` and `DELETE /admin/lease-to-own/alerts/:code/check`: whether the check of the alert goes on. */
export type LeaseCheckAnswer = { checking: boolean }

/** The query parameters of `GET /admin/lease-to-own/attention`. */
export type LeaseAttentionQuery = z.input<typeof AttentionQuery>

/** `GET /admin/lease-to-own/attention`: the number of leases that need attention, and the newest of them with their next steps. */
export type LeaseAttentionAnswer = { count: LeaseCount; leases: LeaseNeedingAttention[] }

/** A lease that needs attention. `next_step` is null if its order can't be read. */
export type LeaseNeedingAttention = Pick<
  AdminLeaseView,
  "id" | "reference" | "order" | "state" | "main_alert" | "test" | "next_step"
>

/**
 * `GET /admin/lease-to-own/customers/:id`: the newest leases and approvals for a customer's account and email address. `count` covers all of the
 * customer's leases.
 */
export type CustomerLeasesAnswer = { approvals: LeaseApproval[]; leases: LeaseRow[]; count: LeaseCount }

/**
 * An approval that another cart can use. `until` is its last day, and `sales_channel` the name of the sales channel where it was given. `limit` and
 * `until` are null if unknown.
 */
export type LeaseApproval = Pick<AdminLeaseView, "id" | "reference" | "test" | "account_id"> & {
  limit: Money | null
  until: string | null
  sales_channel: string | null
}

/** The leases in the response to Medusa's `GET /admin/search`. `count` stops at 1,001. */
export type LeaseSearchGroup = {
  entity: "lease"
  data: (Pick<LeaseRow, "id" | "reference" | "email" | "customer_name" | "operator_id"> & {
    order_display_id: number | null
  })[]
  count: number
  offset: number
  limit: number
}

/** A call to the service or to Medusa, whether pending, made or failed. */
export type LeaseCall = {
  kind: CallKind
  state: CallState
  attempts: number
  /** When the call will be made or retried. Null once it's no longer pending. */
  due_at: string | null
  /** True if the service may have received the call but its response was lost. */
  in_doubt: boolean
  requested: { at: string; by: By; actor?: string }
  ended_at: string | null
  error: Message | null
}

/** A line of the cart that was sent to the service. Amounts are in major units. */
export type SentLine = {
  identifier: string
  name: string
  brand: string
  category: string
  condition: string
  quantity: number
  unit_price: number
  tax: number
  delivery_date: string | null
}

/** A page of the history, newest first. For older entries, pass `next`, an opaque cursor, as `?before=`. */
export type LeaseHistory = { facts: LeaseFact[]; next: string | null }

/** A sentence of an explanation, with a text under `explanation.<code>`. `params.alert` is an alert's code, and `at` an ISO time. */
export type ExplainedSentence = { code: string; params: Params; at?: string }

/** Why a lease is as it is: how it came here, what it waits for and until when, and what happens if something else comes first. */
export type LeaseExplanation = {
  past: ExplainedSentence[]
  waits: ExplainedSentence[]
  next: { condition: ExplainedSentence; sentences: ExplainedSentence[] }[]
}

/** `GET /admin/lease-to-own/leases/:id`: everything on a lease's page. */
export type LeasePageAnswer = {
  lease: AdminLeaseView
  outage: OutageView | null
  order: { id: string; display_id: number; status: string } | null
  customer: { id: string | null; email: string | null }
  explanation: LeaseExplanation
  history: LeaseHistory
  /** The fifty newest calls, newest first. */
  calls: LeaseCall[]
  /** The cart that the service has. Null before the first offer. */
  sent: { lines: SentLine[]; delivery_cost: number; total: Money } | null
  /** The offer as the shopper sees it, null if there is none, and everything that the service returned. */
  pricing: { offer: Offer | null; lines: OfferLine[]; priced_at: string } | null
  /** The lease's row in the database, without keys and claims. */
  raw: Record<string, unknown>
}

/**
 * `GET /admin/lease-to-own/leases/:id/support`: what the lease's page and its whole history hold, for whoever helps the store. Has no secrets, no
 * one-time URLs, no staff's names and notes, and nothing about the shopper. In texts, everything that may be personal is masked.
 */
export type LeaseSupportFile = {
  made_at: string
  /** The explanation on the lease's page, in English. */
  explanation: { past: string[]; waits: string[]; next: string[] }
  versions: { plugin: string; medusa: string; node: string }
  /** The lease's account. */
  account: {
    id: string | null
    mode: "live" | "test"
    /** True if the account isn't in the options anymore, or isn't in the lease's mode. Then no calls are made for the lease. */
    removed: boolean
    /** The keys of the `dialect` option that differ from their defaults. Of headers, only the names. */
    dialect: Record<string, unknown>
  }
  outage: OutageView | null
  /** What the page shows at its top. */
  page: Pick<AdminLeaseView, SupportedField> & {
    alerts: LeaseAlert[]
    next_step: string | null
    /** Whether each action is `allowed` to staff with every right, or else the code of the reason. */
    actions: Record<ActionKey, string>
  }
  order: { id: string; display_id: number; status: string } | null
  offer: Offer | null
  calls: LeaseCall[]
  history: LeaseFact[]
  /** The lease's row in the database, with amounts in cents. */
  row: Record<string, unknown>
}

/** The fields of {@link AdminLeaseView} that a support file has unchanged. */
export type SupportedField =
  | ("id" | "reference" | "state" | "in_flight" | "main_alert" | "needs_resolution" | "outcomes" | "replaces")
  | ("replaced_by" | "leased" | "reduced" | "taxed_by" | "order_total" | "capture" | "last_contact" | "approved_at")
  | ("signed" | "delivery" | "returned")

/** A line of an invoice, with its price after discounts and without tax. `sku` is null if the order's line has none. */
export type InvoiceItem = { name: string; sku: string | null; quantity: number; price: number; total: number }

/**
 * A change after the sale. `on` is null if the history doesn't say when. `amount` is negative. `items` are those of a partial return or lowered
 * price.
 */
export type InvoiceChange = {
  kind: "items_returned" | "price_lowered" | "cancellation" | "return"
  on: string | null
  items: Pick<InvoiceItem, "name" | "quantity">[]
  amount: number
}

/** The recipient in the order. `state` is its code, if known, and `country_code` is in lowercase. */
export type InvoiceAddress = {
  name: string
  address: string[]
  city: string
  state: string
  postal_code: string
  country_code: string
}

/** The store's sale to the operator, as signed. Amounts are in major units and add up to `total`, the lease's amount. */
export type LeaseInvoice = {
  /** The order's number. */
  number: number
  reference: string
  /** The operator's ID for the application. */
  operator_id: string | null
  test: boolean
  ordered_on: string
  /** The delivery date that the operator has. */
  delivered_on: string | null
  /** The store's name, or the text of option `invoiceFrom`, possibly in several lines. */
  seller: string
  sold_to: { name: string; address: string | null }
  /** Null if nothing ships. */
  shipped_to: InvoiceAddress | null
  currency_code: string
  items: InvoiceItem[]
  goods: number
  delivery: number
  /** Null if they are part of `sales_tax`, because the store charges both. */
  fees: number | null
  taxed_by: "by_operator" | "in_cart"
  sales_tax: number
  /** The number of the operator's resale certificate for the state that the goods ship to. Null if the options don't name one. */
  certificate: string | null
  total: number
  /** Later changes, oldest first, and what remains of `total` after them. */
  changes: InvoiceChange[]
  rest: number
}

/** `GET /admin/lease-to-own/leases/:id/invoice`. `refusal` says why a lease has no invoice. */
export type LeaseInvoiceAnswer = { invoice: LeaseInvoice } | { invoice: null; refusal: Message }

/**
 * The JSON body of an action. Send at least an empty object. Each action reads only its own fields. `acknowledged` lists the alerts for
 * `mark_resolved` to clear, each as its code, or as `code:mark` if it has a mark.
 */
export type ActionBody = { note?: string; date?: string; outcome?: Outcome; acknowledged?: string[] }

/** What an action did, translated as `leaseToOwn.done.<code>`. */
export type DoneCode =
  | ActionKey
  | "signed"
  | "first_payment_open"
  | "not_signed"
  | "no_status"
  | "void"
  | "return_allowed"
  | "return_not_allowed"

/**
 * The response to an action, done or refused, with the current lease. After `replace_contract`, `lease` is the order's new lease. `link` is set only
 * after `signing_link`. Don't store it, because anyone who has the link can sign.
 */
export type ActionAnswer =
  | { result: "done"; code: DoneCode; lease: AdminLeaseView; link?: string }
  | { result: "refused"; refusal: Message; lease: AdminLeaseView }

/** Where a product's lease data comes from: its own override, a rule of its category, type or collection, or the options. */
export type ProductSource = {
  source:
    | "product"
    /** The `lease_*` metadata of the category, type or collection `of`. */
    | "category_metadata"
    | "type_metadata"
    | "collection_metadata"
    /** The name of the product's type, collection or category. */
    | "type"
    | "collection"
    | "category"
    /** A value that the options set for every product. */
    | "option"
    /** A different key in the product's metadata, named by `key`. */
    | "metadata"
    /** Gift cards are leased only if their own metadata says so. */
    | "gift_card"
    | null
  key?: string
  of?: { id: string; name: string }
}

/** A product's brand, category or condition. `own` is the product's override. `value` is the value for a lease, or null if there is no valid one. */
export type ProductText = { own: string | null; value: string | null } & ProductSource

/** `GET` and `POST /admin/lease-to-own/products/:id`: a product's lease data. */
export type ProductLeaseAnswer = {
  product: {
    id: string
    /**
     * Whether the product is offered for lease (`value`). `own` is null if the product's metadata doesn't set it. `by_default` is the value if it
     * doesn't.
     */
    leasable: { own: boolean | null; value: boolean; by_default: boolean } & ProductSource
    /** The states in which the product isn't leased. `own` is the product's override, and `rules` has all states by source. */
    not_in: { own: string | null; rules: ({ states: string[] } & ProductSource)[] }
    brand: ProductText
    category: ProductText
    condition: ProductText
    /** All problems that keep the product from being leased, except its own `leasable: false`. */
    problems: ({ code: ProductProblem } & ProductSource)[]
    /** Whether the user may change products. */
    can_write: boolean
  }
}

/** The overrides to change. Null removes an override, and omitted fields don't change. */
export type ProductLeaseBody = z.input<typeof ProductBody>

/** `GET /admin/lease-to-own/setup`: the plugin's current configuration. Shows only whether each secret is set, and its last characters. */
export type SetupAnswer = Pick<SetupAccount, "mode" | "connection" | "settings"> & {
  versions: { plugin: string; medusa: string }
  /** Whether the user may check the connection. */
  can_check: boolean
  outage: OutageView | null
  items: SetupFinding[]
  /** All accounts, in the order of the options. The top-level `connection`, `mode` and `settings` are those of the first account. */
  accounts: SetupAccount[]
}

/** `GET /admin/lease-to-own/regions/:id`. `can_write` is true if the user may change the region and, if necessary, its countries' tax regions. */
export type RegionLeaseAnswer = { region: RegionCheck & { can_write: boolean } }

/** One account's current configuration. `id` is null for the top-level account. */
export type SetupAccount = {
  id: string | null
  /** The carts that this account handles, by region ID, sales channel ID and currency. Null if it handles all carts that no other account does. */
  carts: { region?: string[]; sales_channel?: string[]; currency?: string[] } | null
  /** The ID of the account offered to applicants whom this one denied. Null if there is none. */
  second_look: string | null
  mode: "live" | "test"
  connection: Omit<ServiceAddress, "loopback">
  outage: OutageView | null
  settings: SetupSettings
}

/** The options that control the plugin's behavior. */
export type SetupSettings = {
  capture_on: "order" | "delivery"
  confirm_delivery_on: "delivered" | "shipped" | "manual"
  /** After how many days staff get an alert about a placed order whose lease hasn't started. Null if they get none. */
  alert_after_days: { shipped: number | null; signed: number | null }
  /** The carriers' names by shipping option or fulfillment provider, if tracking numbers are sent with the delivery. Null if they aren't. */
  send_tracking: { carriers: Record<string, string> } | null
  /** How long (ms) after the signature the job places the order if the shopper doesn't. */
  place_order_after: number
  abandon_after: number
  leasable_by_default: boolean
  max_attempts: number
  max_attempts_per_day: number
  trusted_proxies: number
  currencies: string[]
  countries: string[]
  excluded_states: string[]
  /** The minimum and maximum amounts for an order, in major units. Null if there is no limit. */
  minimum: number | null
  maximum: number | null
  time_zone: string
  /** Who charges sales tax, and the ship-to states with a different rule, keyed by their name in the options. */
  sales_tax: { default: "by_operator" | "in_cart"; states: Record<string, "by_operator" | "in_cart" | "refuse"> }
  /** The rate limit for calls to the service. Null if there is none. */
  rate: { per_second: number | null; concurrent: number | null } | null
  operator: {
    name: string
    contact: string
    merchant_contact: string | null
    portal_url: string | null
    invoice_address: string | null
  }
  /** The store's name and address on invoices for the operator. Null if it's the store's name in Medusa. */
  invoice_from: string | null
  /** The texts and links are keyed by language. */
  consent: { version: string; items: Pick<ConsentItem, "id" | "required" | "texts" | "links">[] }
  contract_languages: string[]
  require_total: boolean
  /** The operator's wording, keyed by `default` and by state, as in the options. `version` is set if the shopper must confirm the text. */
  disclosures: {
    offer: Record<string, Pick<OfferDisclosure, "texts" | "version">>
    message: Record<string, Partial<Record<string, string>>>
    labels: Record<string, OfferLabels>
  }
}

/**
 * `GET /admin/lease-to-own/health`. The status is 503 if something is late. `due`, `running` and `unknown` count the calls that are due, in progress,
 * and sent with an unknown outcome.
 */
export type HealthAnswer = {
  ok: boolean
  due: number
  running: number
  unknown: number
  /** When the oldest call became due. */
  oldest_due_at: string | null
  /** When a reconciliation became overdue. */
  overdue_since: string | null
  outage: OutageView | null
  /** Set while the whole store is held, and why. */
  held: { since: string; why: "database" | "option" } | null
}

/** `POST /admin/lease-to-own/connection-check`. `reached` means that the service responded and accepted the credentials. */
export type ConnectionAnswer = {
  /** The result for the first account that wasn't reached, or for the first account if all were. */
  result: ConnectionResult
  message: string
  checked_at: string
  /** The result for each account. `account_id` is null for the top-level account. */
  accounts: { account_id: string | null; result: ConnectionResult; message: string }[]
}
