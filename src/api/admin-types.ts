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
 * The dialect of the plugin's admin routes (`docs/routes.md`). The dashboard imports these types and nothing else of the server. Times are ISO
 * texts, days `YYYY-MM-DD` in the store's time zone.
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
 * One entry of the history. `key` names what happened (dashboard text `leaseToOwn.facts.<key>`), `params` what else is known of it (a day, a
 * reason in English); `actor` is the dashboard user's name, when a merchant acted; `note` what that user wrote: text, never markup.
 */
export type LeaseFact = { key: string; at: string; by: By; params?: Params; actor?: string; note?: string }

/**
 * A matter for a person. `amount`: the sum that it names. `since` is null when its beginning was not recorded. `next_retry_at`: when the
 * call behind it is repeated automatically; `error`: how it ended last. `mark`: of the order as it is now, where closing the alert accepts
 * that; `differences`: the articles whose number in the order differs from the signed one, empty when something else differs.
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

/** So many pieces of an article were signed for, and so many has the order now. */
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
  /** Random name of the lease, known to shopper and operator. */
  reference: string
  /** The order of the lease, or the one that it is shown for. */
  order: { id: string; display_id: number } | null
  /** The order was edited after signing: the lease whose contract this one took the place of, and the one that took its own. */
  replaces: LeaseName | null
  replaced_by: LeaseName | null
  /** Who runs the lease service, and whom staff asks there. */
  operator: OperatorContact
  /** The cart's address when the lease was last offered. */
  email: string | null
  /** The contract's amount; null before a first offer. */
  leased: Money | null
  /** Parts that the service took back or lowered: pieces that went back, and the rest of the contract's amount. Null: none. */
  reduced: { pieces: number; rest: Money } | null
  /** Null: there is no order. */
  order_total: Money | null
  /** The payment in Medusa's books: when it is due to be captured, and when it was. */
  capture: { mode: "order" | "delivery"; done_at: string | null }
  /** The last talk with the lease service; `ok` false: no clear answer. */
  last_contact: { at: string; ok: boolean; operation: string } | null
  /** When the service approved, and when the contract was found signed and by whom. */
  approved_at: string | null
  signed: { at: string; evidence: Exclude<Evidence, "none"> } | null
  delivery: {
    /** Pieces that ship at all, and how many of them are delivered. */
    pieces: number
    delivered: number
    /** The day on which the last of them was delivered: what to fill in. */
    completed_on: string | null
    /** The delivery confirmation: the day, when, and by whom. `date` is null when only the service knows it. */
    confirmed: { date: string | null; at: string; by: By; actor?: string } | null
    /** The days that can be confirmed now. */
    earliest: string | null
    latest: string | null
  }
  returned: {
    /** Pieces that came back to the store, the number of their last return, and the day of it: what to fill in. */
    pieces: number
    display_id: number | null
    received_on: string | null
    /** The last answer to "may it be returned?". */
    checked: { eligible: boolean; at: string } | null
    /** The days on which the return can have been made. */
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
  /** Something waits for a person's word. Without it `mark_resolved` can only correct what the ledger says. */
  open_matters: boolean
  /** Every action is there. `reason` is a code with a text (`leaseToOwn.messages.<code>`), `message` the English one. */
  can: Record<ActionKey, Allowed>
  /** The endings that `mark_resolved` may report. */
  outcomes: Outcome[]
}

/** A lease service has not answered since then: its calls wait, of all leases of its account. `account`: its id, where it has one. */
export type OutageView = { since: string; account_id?: string }

/** Whether the lease of an order that nobody has paid can be offered by link now, and all the reasons why not. */
export type OrderLink = { allowed: true } | { allowed: false; reasons: Message[] }

/** `GET /admin/lease-to-own/orders/:id`; null for orders without a lease and for unknown ones. `link`: null where a lease by link is no question. */
export type OrderLeaseAnswer =
  | { lease: null; link: OrderLink | null }
  | { lease: AdminLeaseView; outage: OutageView | null }

/** A row of the list of leases. */
export type LeaseRow = Pick<
  AdminLeaseView,
  "id" | "reference" | "email" | "state" | "main_alert" | "flow" | "test" | "account_id" | "leased"
> & {
  /** The recipient of the order or the cart, or else its customer, as Medusa names them now; null without a name. */
  customer_name: string | null
  /** The operator's name of the application, or of the hosted lease. */
  operator_id: string | null
  order: { id: string; display_id: number } | null
  status: LeaseStatus
  signed_at: string | null
  /** The day told to the service, and when it was told. */
  delivery: { date: string | null; at: string } | null
  /** When it came to where it stands, and when the lease was opened. */
  changed_at: string
  created_at: string
}

/** The query of `GET /admin/lease-to-own/leases`. */
export type LeaseListQuery = Flags<z.input<typeof ListQuery>>
type Flags<T> = { [K in keyof T]: T[K] extends "true" | "false" | undefined ? boolean | T[K] : T[K] }

/** `GET /admin/lease-to-own/leases`, newest first by `sorted_by`. A page; `next` and `previous` are opaque values for `?cursor=`, null at either end. */
export type LeaseListAnswer = {
  leases: LeaseRow[]
  next: string | null
  previous: string | null
  /** How many leases fit the filters. */
  count: LeaseCount
  /** The last change; or the date by which the list was filtered. */
  sorted_by: "changed_at" | "created_at" | "delivered_at"
  outage: OutageView | null
}

/** Counted up to `limit`: more than that are not counted. */
export type LeaseCount = { value: number; limit: number; more: boolean }

/** The query of `GET /admin/lease-to-own/attention`. */
export type LeaseAttentionQuery = z.input<typeof AttentionQuery>

/** `GET /admin/lease-to-own/attention`: how many leases need somebody, and the newest of them with their next steps. */
export type LeaseAttentionAnswer = { count: LeaseCount; leases: NeedyLease[] }

/** A lease that needs somebody. `next_step` is null where its order cannot be read. */
export type NeedyLease = Pick<
  AdminLeaseView,
  "id" | "reference" | "order" | "state" | "main_alert" | "test" | "next_step"
>

/**
 * `GET /admin/lease-to-own/customers/:id`: the newest leases and approvals of a customer's account and e-mail address. `count`: of all their leases.
 */
export type CustomerLeasesAnswer = { approvals: LeaseApproval[]; leases: LeaseRow[]; count: LeaseCount }

/** An approval that another cart can use. `until`: its last day; `made_in`: the sales channel, by its name. `limit` and `until` are null if unknown. */
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

/** One call that is owed, was made, or failed. */
export type LeaseCall = {
  kind: CallKind
  state: CallState
  attempts: number
  /** When it is made, or made again; null when it is no longer owed. */
  due_at: string | null
  /** It may have arrived, and its answer did not. */
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

/** A page of the history, newest first; `next` is the opaque value for `?before=` of the older ones. */
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
  /** The cart as the service holds it; null before a first offer. */
  sent: { lines: SentLine[]; delivery_cost: number; total: Money } | null
  /** The breakdown as the service returned it. */
  pricing: { lines: OfferLine[]; priced_at: string } | null
  /** The row of the ledger, without keys and claims. */
  raw: Record<string, unknown>
}

/**
 * The body of an action; each reads its own fields. Always JSON, an empty object included. `seen`: the alerts that the person saw, which
 * `mark_resolved` closes: each as its code, or as `code:mark` where it has a mark.
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
 * The answer to an action: the lease as it is afterward, whether it was done or refused; after `replace_contract` the new one of the order. `link`: only
 * after `signing_link`; whichever browser has it may sign, so keep it nowhere.
 */
export type ActionAnswer =
  | { result: "done"; says: DoneCode; lease: AdminLeaseView; link?: string }
  | { result: "refused"; refusal: Message; lease: AdminLeaseView }

/** Where a product's brand, category or condition come from: its own override, or what the options name. */
export type ProductTextSource =
  | "product"
  | "type"
  | "collection"
  | "category"
  /** A value of the options that holds for every product. */
  | "option"
  /** Another key of the product's metadata; `key` is in `ProductText`. */
  | "metadata"

/** `own`: the product's override. `value`: what a lease cart would say, null when it says nothing that counts. */
export type ProductText = { own: string | null; value: string | null; source: ProductTextSource | null; key?: string }

/** `GET` and `POST /admin/lease-to-own/products/:id` */
export type ProductLeaseAnswer = {
  product: {
    id: string
    /** `own`: null: the product says nothing. `value`: whether it is offered for lease. */
    leasable: { own: boolean | null; value: boolean; by_default: boolean }
    brand: ProductText
    category: ProductText
    condition: ProductText
    /** Problems that keep it out of every lease, beside a person's no. */
    problems: ProductProblem[]
    /** Whether the person's role may change products. */
    can_write: boolean
  }
}

/** A missing field stays as it is; null takes the override away. */
export type ProductLeaseBody = z.input<typeof ProductBody>

/** `GET /admin/lease-to-own/setup`: the configuration as it runs. Secrets show only that they are set, and how they end. */
export type SetupAnswer = Pick<SetupAccount, "mode" | "connection" | "settings"> & {
  versions: { plugin: string; medusa: string }
  /** Whether the person's role may check the connection. */
  can_check: boolean
  outage: OutageView | null
  items: SetupFinding[]
  /** Every account of the options, in their order; `connection`, `mode` and `settings` beside it are those of the first. */
  accounts: SetupAccount[]
}

/** `GET /admin/lease-to-own/regions/:id`. `can_write`: whether the person's role may change regions. */
export type RegionLeaseAnswer = { region: RegionCheck & { can_write: boolean } }

/** One account as it runs. `id` is null for the account at the top of the options. */
export type SetupAccount = {
  id: string | null
  /** The carts that it takes, by ids of regions and sales channels, and by currency; null: those that no other takes. */
  takes: { region?: string[]; sales_channel?: string[]; currency?: string[] } | null
  /** The id of the account that somebody is offered whom this one has denied; null: none. */
  second_look: string | null
  mode: "live" | "test"
  connection: Omit<ServiceAddress, "loopback">
  outage: OutageView | null
  settings: SetupSettings
}

/** The options that say how the plugin behaves, as they run. */
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
  /** How many calls go to the service; null: as many as there are. */
  rate: { per_second: number | null; concurrent: number | null } | null
  operator: { name: string; contact: string; merchant_contact: string | null; portal_url: string | null }
  /** `texts` by language. */
  consent: { version: string; texts: Partial<Record<string, string>> }
}

/**
 * `GET /admin/lease-to-own/health`, 503 when something is late. Calls that are due, in progress, and sent without a known outcome; since when
 * the oldest is due, and since when the job should have looked at a lease.
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

/** `POST /admin/lease-to-own/connection-check`; `reached` also says that the credentials were accepted. */
export type ConnectionAnswer = {
  /** The result of the first account that was not reached, or of the first of all. */
  result: Connection
  message: string
  checked_at: string
  /** The same for each account; `account` is null for the one at the top of the options. */
  accounts: { account_id: string | null; result: Connection; message: string }[]
}
