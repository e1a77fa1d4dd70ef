import type { z } from "zod"
import type { ActionKey } from "../modules/lease/card/allowed-actions"
import type { NextStep } from "../modules/lease/card/card"
import type { CardState } from "../modules/lease/card/state"
import type { Connection } from "../modules/lease/merchant/check-connection"
import type { OperatorContact, ServiceAddress } from "../modules/lease/options/operator"
import type { CallKind, CallState, Outcome } from "../modules/lease/rules/pending-calls"
import type { Actor } from "../modules/lease/rules/records"
import type { Evidence, Flow } from "../modules/lease/rules/state-machine"
import type { RegionCheck } from "../setup/check-region"
import type { SetupFinding } from "../setup/check-setup"
import type { ProductProblem } from "../setup/setup-texts"
import type { AttentionQuery, ListQuery } from "./admin/lease-to-own/list/list-query"
import type { ProductBody } from "./schemas"
import type { Allowed, ArticleDifference, LeaseStatus, Message, OfferLine, Params } from "./types"

/*
 * The JSON of the plugin's admin routes (`docs/routes.md`). The dashboard imports these types and nothing else of the server. Times are ISO
 * strings, days `YYYY-MM-DD` in the store's time zone.
 */

export type {
  ActionKey,
  CardState as AdminLeaseState,
  OperatorContact,
  Outcome,
  ProductProblem,
  SetupFinding as SetupItem,
}

/** Major units: 1234.5 is $1,234.50. */
export type Money = { amount: number; currency_code: string }

type By = Actor["by"]

/**
 * One entry of the history. `key` names what happened (dashboard text `leaseToOwn.facts.<key>`), `params` its details (a day, a reason in
 * English); `actor` is the dashboard user's name if one acted; `note` what that user wrote: text, never markup.
 */
export type LeaseFact = { key: string; at: string; by: By; params?: Params; actor?: string; note?: string }

/**
 * Something for staff to handle. `amount`: the amount in its text. `since` is null if its start wasn't recorded. `next_retry_at`: when the call
 * behind it is retried automatically; `error`: why it failed last. `mark`: identifies the order's present state, if clearing the alert accepts
 * that; `differences`: the articles whose quantity in the order differs from the signed one, empty if something else differs.
 */
export type LeaseAlert = {
  code: string
  params: Params
  amount?: Money
  mark?: string
  differences?: ArticleChange[]
  since: string | null
  next_retry_at?: string
  error?: Message
}

/** How many pieces of an article were signed for, and how many the order has now. */
export type ArticleChange = Omit<ArticleDifference, "variant_id">

/** Another lease of the same order. */
export type LeaseName = { id: string; reference: string }

/** The lease of an order, or a lease that has none yet, as the merchant sees it. */
export type AdminLeaseView = {
  id: string
  flow: Flow
  test: boolean
  /** The id of its account in option `accounts`; left out for the account at the top of the options. */
  account_id?: string
  state: CardState
  /** Something is in progress: ask again in a few seconds. */
  in_flight: boolean
  /** Random identifier of the lease, known to shopper and operator. */
  reference: string
  /** The order of the lease, or the one that it is shown for. */
  order: { id: string; display_id: number } | null
  /** If the order was edited after signing: the lease whose contract this one replaced, and the one that replaced this one. */
  replaces: LeaseName | null
  replaced_by: LeaseName | null
  /** Who runs the lease service, and whom staff can contact there. */
  operator: OperatorContact
  /** The cart's e-mail address when the lease was last offered. */
  email: string | null
  /** The contract's amount; null before a first offer. */
  leased: Money | null
  /** After partial returns or price reductions: the pieces that went back, and what is left of the contract's amount. Null without any. */
  reduced: { pieces: number; rest: Money } | null
  /** Null: there is no order. */
  order_total: Money | null
  /** The payment in Medusa's books: when it is due to be captured, and when it was. */
  capture: { mode: "order" | "delivery"; done_at: string | null }
  /** The last contact with the lease service; `ok` false: no clear answer. */
  last_contact: { at: string; ok: boolean; operation: string } | null
  /** When the service approved, and when the contract was found signed and on what evidence. */
  approved_at: string | null
  signed: { at: string; evidence: Exclude<Evidence, "none"> } | null
  delivery: {
    /** Pieces that need shipping, and how many of them are delivered. */
    pieces: number
    delivered: number
    /** The day on which the last of them was delivered, to prefill the form. */
    completed_on: string | null
    /** The delivery confirmation: its day, when it was made, and by whom. `date` is null when only the service knows it. */
    confirmed: { date: string | null; at: string; by: By; actor?: string } | null
    /** The days that can be confirmed now. */
    earliest: string | null
    latest: string | null
  }
  returned: {
    /** Pieces that came back to the store, and the number and day of their last return, to prefill the form. */
    pieces: number
    display_id: number | null
    received_on: string | null
    /** The service's last answer on whether the lease can be returned. */
    checked: { eligible: boolean; at: string } | null
    /** The first and the last day that a return can have. */
    earliest: string | null
    latest: string
  }
  /** The newest ten, newest first. */
  facts: LeaseFact[]
  alerts: LeaseAlert[]
  /** The code of the alert that the state or the next step is about. */
  main_alert: string | null
  /** The one thing to do next. */
  next_step: (Omit<NextStep, "amount"> & { amount?: Money }) | null
  /** Staff must report how something ended. If false, `mark_resolved` can only correct the ledger. */
  open_matters: boolean
  /** Contains every action. `reason` is a code with a text (`leaseToOwn.messages.<code>`), `message` the English one. */
  can: Record<ActionKey, Allowed>
  /** The outcomes that `mark_resolved` accepts. */
  outcomes: Outcome[]
}

/** An outage of a lease service since `since`: the calls of all leases of its account wait. `account_id`: left out for an account without an id. */
export type OutageView = { since: string; account_id?: string }

/** Whether an unpaid order can be offered for lease by link now, and if not, all reasons. */
export type OrderLink = { allowed: true } | { allowed: false; reasons: Message[] }

/** `GET /admin/lease-to-own/orders/:id`; null for orders without a lease and for unknown ones. `link`: null if a lease by link is no option. */
export type OrderLeaseAnswer =
  | { lease: null; link: OrderLink | null }
  | { lease: AdminLeaseView; outage: OutageView | null }

/** A row of the list of leases. */
export type LeaseRow = Pick<
  AdminLeaseView,
  "id" | "reference" | "email" | "state" | "main_alert" | "flow" | "test" | "account_id" | "leased"
> & {
  /** The name that Medusa now has for the recipient of the order or cart, or else for its customer; null if there is none. */
  customer_name: string | null
  /** The operator's id of the application, or of the hosted lease. */
  operator_id: string | null
  order: { id: string; display_id: number } | null
  status: LeaseStatus
  signed_at: string | null
  /** The delivery date that the service has, and when it was confirmed. */
  delivery: { date: string | null; at: string } | null
  /** When its status last changed, and when the lease was opened. */
  changed_at: string
  created_at: string
}

/** The query of `GET /admin/lease-to-own/leases`. */
export type LeaseListQuery = Flags<z.input<typeof ListQuery>>
type Flags<T> = { [K in keyof T]: T[K] extends "true" | "false" | undefined ? boolean | T[K] : T[K] }

/** One page of `GET /admin/lease-to-own/leases`, newest first by `sorted_by`. `next` and `previous` are opaque values for `?cursor=`, null at either end. */
export type LeaseListAnswer = {
  leases: LeaseRow[]
  next: string | null
  previous: string | null
  /** How many leases match the filters. */
  count: LeaseCount
  /** The last change; or the date by which the list was filtered. */
  sorted_by: "changed_at" | "created_at" | "delivered_at"
  outage: OutageView | null
}

/** Counted up to `limit`. `more`: there are more than that. */
export type LeaseCount = { value: number; limit: number; more: boolean }

/** The query of `GET /admin/lease-to-own/attention`. */
export type LeaseAttentionQuery = z.input<typeof AttentionQuery>

/** `GET /admin/lease-to-own/attention`: how many leases need attention, and the newest of them with their next steps. */
export type LeaseAttentionAnswer = { count: LeaseCount; leases: NeedyLease[] }

/** A lease that needs attention. `next_step` is null if its order can't be read. */
export type NeedyLease = Pick<
  AdminLeaseView,
  "id" | "reference" | "order" | "state" | "main_alert" | "test" | "next_step"
>

/**
 * `GET /admin/lease-to-own/customers/:id`: the newest leases and approvals of a customer's account and e-mail address. `count`: of all their leases.
 */
export type CustomerLeasesAnswer = { approvals: LeaseApproval[]; leases: LeaseRow[]; count: LeaseCount }

/** An approval that another cart can use. `until`: its last day; `made_in`: the name of its sales channel. `limit` and `until` are null if unknown. */
export type LeaseApproval = Pick<AdminLeaseView, "id" | "reference" | "test" | "account_id"> & {
  limit: Money | null
  until: string | null
  made_in: string | null
}

/** The leases in an answer of Medusa's `GET /admin/search`; `count` stops at 1,001. */
export type LeaseSearchGroup = {
  entity: "lease"
  data: (Pick<LeaseRow, "id" | "reference" | "email" | "customer_name" | "operator_id"> & {
    order_display_id: number | null
  })[]
  count: number
  offset: number
  limit: number
}

/** One call that is pending, was made, or failed. */
export type LeaseCall = {
  kind: CallKind
  state: CallState
  attempts: number
  /** When it is made or retried; null if it's no longer pending. */
  due_at: string | null
  /** The service may have received it, but its answer was lost. */
  in_doubt: boolean
  asked: { at: string; by: By; actor?: string }
  ended_at: string | null
  error: Message | null
}

/** One line of what was sent to the service. Money in major units. */
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

/** A page of the history, newest first; `next` is the opaque value of `?before=` for older entries. */
export type LeaseHistory = { facts: LeaseFact[]; next: string | null }

/** `GET /admin/lease-to-own/leases/:id` */
export type LeasePageAnswer = {
  lease: AdminLeaseView
  outage: OutageView | null
  order: { id: string; display_id: number; status: string } | null
  customer: { id: string | null; email: string | null }
  history: LeaseHistory
  /** The newest fifty, newest first. */
  calls: LeaseCall[]
  /** The cart as the service has it; null before a first offer. */
  sent: { lines: SentLine[]; delivery_cost: number; total: Money } | null
  /** The breakdown as the service returned it. */
  pricing: { lines: OfferLine[]; priced_at: string } | null
  /** The row of the ledger, without keys and claims. */
  raw: Record<string, unknown>
}

/**
 * The body of an action; each action reads its own fields. Always JSON, at least an empty object. `seen`: the alerts that the person saw, which
 * `mark_resolved` clears: each as its code, or as `code:mark` if it has a mark.
 */
export type ActionBody = { note?: string; date?: string; outcome?: Outcome; seen?: string[] }

/** The result of an action: `leaseToOwn.done.<says>`. */
export type DoneCode =
  | ActionKey
  | "signed"
  | "first_payment_open"
  | "not_signed"
  | "no_word"
  | "void"
  | "return_allowed"
  | "return_not_allowed"

/**
 * The answer to an action: the lease afterward, whether it was done or refused; after `replace_contract`, the order's new lease. `link`: only after
 * `signing_link`; any browser that has it can sign, so don't store it.
 */
export type ActionAnswer =
  | { result: "done"; says: DoneCode; lease: AdminLeaseView; link?: string }
  | { result: "refused"; refusal: Message; lease: AdminLeaseView }

/** Where a product's brand, category or condition comes from: its own override, or a source in the options. */
export type ProductTextSource =
  | "product"
  | "type"
  | "collection"
  | "category"
  /** A value in the options for every product. */
  | "option"
  /** Another key of the product's metadata; `key` is in `ProductText`. */
  | "metadata"

/** `own`: the product's override. `value`: what a lease cart would contain, null without a valid value. */
export type ProductText = { own: string | null; value: string | null; source: ProductTextSource | null; key?: string }

/** `GET` and `POST /admin/lease-to-own/products/:id` */
export type ProductLeaseAnswer = {
  product: {
    id: string
    /** `own`: null if the product's metadata doesn't decide. `value`: whether it is offered for lease. */
    leasable: { own: boolean | null; value: boolean; by_default: boolean }
    brand: ProductText
    category: ProductText
    condition: ProductText
    /** Problems that keep it out of every lease, besides its own `leasable: false`. */
    problems: ProductProblem[]
    /** Whether the user's role allows changing products. */
    can_write: boolean
  }
}

/** A missing field stays as it is; null removes the override. */
export type ProductLeaseBody = z.input<typeof ProductBody>

/** `GET /admin/lease-to-own/setup`: the configuration as it runs. Of secrets, it shows only whether they are set, and their last characters. */
export type SetupAnswer = Pick<SetupAccount, "mode" | "connection" | "settings"> & {
  versions: { plugin: string; medusa: string }
  /** Whether the user's role allows checking the connection. */
  can_check: boolean
  outage: OutageView | null
  items: SetupFinding[]
  /** Every account of the options, in their order; `connection`, `mode` and `settings` beside it are those of the first. */
  accounts: SetupAccount[]
}

/** `GET /admin/lease-to-own/regions/:id`. `can_write`: whether the user's role allows changing regions. */
export type RegionLeaseAnswer = { region: RegionCheck & { can_write: boolean } }

/** One account as it runs. `id` is null for the account at the top of the options. */
export type SetupAccount = {
  id: string | null
  /** The carts that it takes, by ids of regions and sales channels, and by currency; null: those that no other account takes. */
  takes: { region?: string[]; sales_channel?: string[]; currency?: string[] } | null
  /** The id of the account offered to applicants whom this one denied; null: none. */
  second_look: string | null
  mode: "live" | "test"
  connection: Omit<ServiceAddress, "loopback">
  outage: OutageView | null
  settings: SetupSettings
}

/** The options in force that decide the plugin's behavior. */
export type SetupSettings = {
  capture_on: "order" | "delivery"
  confirm_delivery_on: "delivered" | "shipped" | "manual"
  /** ms */
  place_order_after: number
  abandon_after: number
  leasable_by_default: boolean
  max_attempts: number
  max_attempts_per_day: number
  trusted_proxies: number
  currencies: string[]
  countries: string[]
  excluded_states: string[]
  /** Major units; null: none. */
  minimum: number | null
  maximum: number | null
  time_zone: string
  sales_tax: "by_operator" | "in_cart"
  /** The limit on calls to the service; null: no limit. */
  rate: { per_second: number | null; concurrent: number | null } | null
  operator: { name: string; contact: string; merchant_contact: string | null; portal_url: string | null }
  /** `texts` by language. */
  consent: { version: string; texts: Partial<Record<string, string>> }
}

/**
 * `GET /admin/lease-to-own/health`, 503 if something is late. Calls that are due, in progress, and sent without a known outcome; since when
 * the oldest has been due, and since when a reconciliation has been overdue.
 */
export type HealthAnswer = {
  ok: boolean
  due: number
  running: number
  unknown: number
  oldest_due_at: string | null
  overdue_since: string | null
  outage: OutageView | null
}

/** `POST /admin/lease-to-own/connection-check`; `reached` also means that the credentials were accepted. */
export type ConnectionAnswer = {
  /** The result of the first account that was not reached, or of the first of all. */
  result: Connection
  message: string
  checked_at: string
  /** The same for each account; `account_id` is null for the one at the top of the options. */
  accounts: { account_id: string | null; result: Connection; message: string }[]
}
