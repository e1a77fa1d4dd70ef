import { model } from "@medusajs/framework/utils"
import { CONTINUING, ENDED_UNPRICED } from "../rules/funnel"
import {
  ACTORS,
  CLOSED,
  ERASABLE,
  EVIDENCE,
  FLOWS,
  LEASE_STATUSES,
  listed,
  WITHOUT_APPLICATION,
} from "../rules/state-machine"

const APPLIED = `deleted_at IS NULL AND application_id IS NOT NULL AND status NOT IN (${listed(WITHOUT_APPLICATION)})`
const AT_UNNAMED = `account_id IS NULL AND ${APPLIED}`
const AT_NAMED = `account_id IS NOT NULL AND ${APPLIED}`
const HOLDS_CART = `deleted_at IS NULL AND status NOT IN (${listed(CLOSED)})`
const HOLDS_ORDER = `deleted_at IS NULL AND order_id IS NOT NULL AND status NOT IN (${listed(CLOSED)})`
const UNDELIVERED = "status = 'placed' AND flow = 'api'"
const UNSURE = "status = 'placed' AND evidence IN ('none', 'reported') AND flow = 'api'"

/** The list's sort order. */
const LISTED: ["status_at", "id"] = ["status_at", "id"]

/** The columns from which the funnel is counted. */
const COUNTED = [
  ...(["test", "flow", "account_id", "currency_code", "status", "amount"] as const),
  ...(["priced_at", "signed_at", "placed_at", "delivered_at"] as const),
]

/** An application and the lease that results from it. Amounts are integer cents. Answers from the application form aren't stored. */
export const Lease = model
  .define("lease", {
    id: model.id({ prefix: "lease" }).primaryKey(),
    /** A random reference, shown to users and sent to the service as orderId (spec 2.2). */
    reference: model.text().unique("IDX_lease_reference"),
    cart_id: model.text(),
    /** The lease's latest payment session; from `placing` on, the one that places the order. */
    session_id: model.text().nullable(),
    order_id: model.text().nullable(),
    order_display_id: model.number().nullable(),
    /** When staff offered the lease by link for an unpaid order; null for all other leases. */
    linked_at: model.dateTime().nullable(),
    email: model.text().nullable(),
    sales_channel_id: model.text().nullable(),
    flow: model.enum([...FLOWS]).default("api"),
    test: model.boolean().default(false),
    /** The ID of the application's account in the `accounts` option; null for the top-level account. */
    account_id: model.text().nullable(),
    application_id: model.text().nullable(),
    status: model.enum([...LEASE_STATUSES]).default("open"),
    evidence: model.enum([...EVIDENCE]).default("none"),
    service_status: model.text().nullable(),
    /** When the service's status was last read. */
    checked_at: model.dateTime().nullable(),
    verified_at: model.dateTime().nullable(),
    /** Cart total in cents, as last sent to the service. */
    amount: model.number().nullable(),
    currency_code: model.text(),
    /** The fingerprint of the cart that the service has; null while unknown. */
    fingerprint: model.text().nullable(),
    /** HMAC of the offered cart's recipient; null before an offer is made, and for hosted leases. */
    recipient_hash: model.text().nullable(),
    snapshot: model.json().nullable(),
    /** The cart in a call that the service hasn't responded to yet. */
    sent: model.json().nullable(),
    pricing: model.json().nullable(),
    priced_at: model.dateTime().nullable(),
    /** The customer who was signed in when the application was sent or the widget was first opened; null for guests. */
    customer_id: model.text().nullable(),
    /** SHA-256 of the current application's idempotency key. Only a request with that key gets more lease keys. */
    idempotency_key_hash: model.text().nullable(),
    /** The approved amount, as last returned, for goods and delivery without tax. */
    approval_amount: model.number().nullable(),
    /** When the approval ends, according to the service or the `approvalDays` option. The date moves to another cart along with the approval. */
    approved_until: model.dateTime().nullable(),
    /** SHA-256 of the lease keys handed out for the current application, newest last. */
    lease_key_hashes: model.json(),
    /** The nonce from which the signing link's key is derived; null for a link without a key. */
    signing_link_nonce: model.text().nullable(),
    /** SHA-256 of the signing link's key; null if there is no link. */
    signing_link_hash: model.text().nullable(),
    alerts: model.json(),
    /** The cart's completions in progress while the lease is `placing`: `{ token, at }`. */
    completions: model.json().nullable(),
    /** When a contract was last handed out. */
    contract_at: model.dateTime().nullable(),
    /** When the service began reporting the contract as signed but without its first payment. */
    contracts_received_at: model.dateTime().nullable(),
    signed_at: model.dateTime().nullable(),
    placed_at: model.dateTime().nullable(),
    canceled_at: model.dateTime().nullable(),
    /** The delivery date sent to the service (`YYYY-MM-DD`), either past or scheduled. */
    delivery_date: model.text().nullable(),
    /** When the ledger recorded that the lease had started. The date sent to the service is `delivery_date`. */
    delivered_at: model.dateTime().nullable(),
    returned_at: model.dateTime().nullable(),
    /** When the whole order was delivered; null unless staff still have to confirm the delivery to the service. */
    to_confirm_since: model.dateTime().nullable(),
    /** The order as staff accepted it, even though it differs from the contract. */
    accepted_order: model.json().nullable(),
    /** Partial returns and lowered prices after the delivery, oldest first (`reversal.ts`). */
    reductions: model.json().nullable(),
    /** The operator's ID for a hosted lease, as the widget reported it. */
    hosted_id: model.text().nullable(),
    /** The one-time URLs from the widget's success report, encrypted. Deleted once used. */
    order_link: model.text().nullable(),
    delivery_link: model.text().nullable(),
    /** HMAC of the stored success report, to recognize a repeated report. */
    success_digest: model.text().nullable(),
    /** When the widget reported its current approval; null if there is none. */
    widget_approved_at: model.dateTime().nullable(),
    /** The hashes of the callback tokens issued each time the widget was opened (`widget-tokens.ts`). */
    widget_tokens: model.json().nullable(),
    /** When the job next reconciles this lease; null if no call can become due without an event. */
    reconcile_at: model.dateTime().nullable(),
    reconcile_failures: model.number().default(0),
    status_at: model.dateTime(),
    /** The token of the process that is calling the service for this lease. */
    claim_token: model.text().nullable(),
    claimed_until: model.dateTime().nullable(),
    /** Since when nothing is sent for the lease (`outbox/hold.ts`); null for all others. */
    held_at: model.dateTime().nullable(),
    erased_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_one_open_per_cart", on: ["cart_id"], unique: true, where: HOLDS_CART },
    { name: "IDX_lease_one_live_per_application", on: ["application_id"], unique: true, where: AT_UNNAMED },
    // Application IDs are unique per account only, because two operators may assign the same one.
    {
      name: "IDX_lease_one_live_per_account_application",
      on: ["account_id", "application_id"],
      unique: true,
      where: AT_NAMED,
    },
    { name: "IDX_lease_one_per_order", on: ["order_id"], unique: true, where: HOLDS_ORDER },
    { name: "IDX_lease_order", on: ["order_id"], where: "deleted_at IS NULL AND order_id IS NOT NULL" },
    { name: "IDX_lease_cart", on: ["cart_id", "created_at"] },
    { name: "IDX_lease_session", on: ["session_id"], where: "session_id IS NOT NULL" },
    { name: "IDX_lease_reconcile", on: ["reconcile_at"], where: "reconcile_at IS NOT NULL" },
    { name: "IDX_lease_customer", on: ["customer_id"], where: "customer_id IS NOT NULL" },
    { name: "IDX_lease_unerased", on: ["status_at"], where: `erased_at IS NULL AND status IN (${listed(ERASABLE)})` },
    // The list of leases has an index for each of its filters, in list order, so that no page reads the whole table.
    { name: "IDX_lease_changed", on: LISTED, where: "status <> 'open'" },
    { name: "IDX_lease_status", on: ["status", "status_at", "id"] },
    { name: "IDX_lease_channel", on: ["sales_channel_id", "status_at", "id"], where: "status <> 'open'" },
    // Also has what the funnel reads, because leases with their carts and prices are large.
    { name: "IDX_lease_created", on: ["created_at", "id", ...COUNTED] },
    { name: "IDX_lease_ended_unpriced", on: ["created_at"], where: ENDED_UNPRICED },
    { name: "IDX_lease_delivered", on: ["delivered_at", "id"], where: "delivered_at IS NOT NULL" },
    { name: "IDX_lease_alerts", on: LISTED, where: "alerts <> '[]'" },
    { name: "IDX_lease_to_confirm", on: LISTED, where: "to_confirm_since IS NOT NULL" },
    { name: "IDX_lease_undelivered", on: LISTED, where: UNDELIVERED },
    { name: "IDX_lease_overdue", on: LISTED, where: `${UNDELIVERED} AND alerts <> '[]'` },
    // Sums what operators pay after the delivery without reading the leases themselves.
    { name: "IDX_lease_waiting", on: ["currency_code", "test", "amount"], where: UNDELIVERED },
    { name: "IDX_lease_awaiting", on: LISTED, where: UNSURE },
    { name: "IDX_lease_abandoned", on: LISTED, where: "status = 'canceled' AND order_id IS NULL" },
    { name: "IDX_lease_test", on: LISTED, where: "test" },
    { name: "IDX_lease_widget", on: LISTED, where: "flow = 'hosted'" },
    { name: "IDX_lease_display", on: ["order_display_id"], where: "order_display_id IS NOT NULL" },
  ])

/** The append-only history of a lease: who did what and when. `detail` contains only what the types in `rules/records.ts` allow. */
export const LeaseEvent = model
  .define("lease_event", {
    id: model.id({ prefix: "leaseev" }).primaryKey(),
    lease_id: model.text(),
    /** Increases across all leases, so that two events in the same millisecond keep their order. */
    seq: model.autoincrement(),
    type: model.text(),
    actor: model.enum([...ACTORS]),
    /** The dashboard user's ID, if staff acted. */
    actor_id: model.text().nullable(),
    detail: model.json(),
  })
  .indexes([
    { name: "IDX_lease_event_lease", on: ["lease_id", "seq"] },
    // Finds the newest entry of each type in a long history.
    { name: "IDX_lease_event_type", on: ["lease_id", "type", "seq"] },
    // Finds the few leases that continue another one, for the funnel.
    { name: "IDX_lease_event_continuing", on: ["created_at"], where: `type IN (${listed(CONTINUING)})` },
  ])

/** A lease announcement, written together with its change and deleted once it has been sent everywhere. */
export const LeaseAnnouncement = model
  .define("lease_announcement", {
    id: model.id({ prefix: "leasean" }).primaryKey(),
    lease_id: model.text(),
    seq: model.autoincrement(),
    name: model.text(),
    alert: model.text().nullable(),
    /** When to send or resend the announcement to Medusa's event bus; null once it is sent. */
    bus_at: model.dateTime().nullable(),
    /** When to send or retry the email; null if there is none or it has been sent. */
    mail_at: model.dateTime().nullable(),
    mail_failures: model.number().default(0),
    /** When to create or retry the dashboard's notification about an alert; null if there is none or it has been created. */
    feed_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_announcement_bus", on: ["bus_at"], where: "bus_at IS NOT NULL" },
    { name: "IDX_lease_announcement_mail", on: ["mail_at"], where: "mail_at IS NOT NULL" },
    { name: "IDX_lease_announcement_feed", on: ["feed_at"], where: "feed_at IS NOT NULL" },
    { name: "IDX_lease_announcement_lease", on: ["lease_id", "seq"] },
  ])
