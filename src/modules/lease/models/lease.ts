import { model } from "@medusajs/framework/utils"
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
const UNSURE = "status = 'placed' AND evidence IN ('none', 'reported') AND flow = 'api'"

/** The order of the list. */
const LISTED: ["status_at", "id"] = ["status_at", "id"]

/** One application and what became of it. Amounts are integer cents. No answer of the application form is stored here. */
export const Lease = model
  .define("lease", {
    id: model.id({ prefix: "lease" }).primaryKey(),
    /** Random name, shown to people and sent to the service as orderId (spec 2.2). */
    reference: model.text().unique("IDX_lease_reference"),
    cart_id: model.text(),
    /** The payment session that last belonged to this lease; from `placing` on, the one that places it. */
    session_id: model.text().nullable(),
    order_id: model.text().nullable(),
    order_display_id: model.number().nullable(),
    /** When staff offered the lease by link for an order that is not paid; null for all others. */
    linked_at: model.dateTime().nullable(),
    email: model.text().nullable(),
    sales_channel_id: model.text().nullable(),
    flow: model.enum([...FLOWS]).default("api"),
    test: model.boolean().default(false),
    /** The account of the application, by its id in option `accounts`; null: the account at the top of the options. */
    account_id: model.text().nullable(),
    application_id: model.text().nullable(),
    status: model.enum([...LEASE_STATUSES]).default("open"),
    evidence: model.enum([...EVIDENCE]).default("none"),
    /** The status that the service last returned, and when. */
    service_status: model.text().nullable(),
    checked_at: model.dateTime().nullable(),
    verified_at: model.dateTime().nullable(),
    /** Cart total in cents, as last sent to the service. */
    amount: model.number().nullable(),
    currency_code: model.text(),
    /** The fingerprint of the cart that the service holds; null while that is unknown. */
    fingerprint: model.text().nullable(),
    /** HMAC of the recipient, as in the cart when it was offered; null before that, and for hosted leases. */
    recipient_hash: model.text().nullable(),
    snapshot: model.json().nullable(),
    /** The cart of a call that is not answered yet. */
    sent: model.json().nullable(),
    pricing: model.json().nullable(),
    priced_at: model.dateTime().nullable(),
    /** The customer who was signed in when the application was sent, or the widget first opened; null for guests. */
    customer_id: model.text().nullable(),
    /** SHA-256 of the current application's idempotency key: only its holder gets more lease keys. */
    idempotency_key_hash: model.text().nullable(),
    /** The limit of the approval, as last returned: goods and delivery without tax. */
    approval_amount: model.number().nullable(),
    /** The end of the approval: the service's date, or by option `approvalDays`. It moves with the approval to another cart. */
    approved_until: model.dateTime().nullable(),
    /** SHA-256 of the lease keys handed out for that application, newest last. */
    lease_key_hashes: model.json(),
    /** The nonce of this order's signing link, and the SHA-256 of the link's key; null without a link. */
    signing_link_nonce: model.text().nullable(),
    signing_link_hash: model.text().nullable(),
    alerts: model.json(),
    /** The completions of its cart that are in progress while it is `placing`: `{ token, at }`. */
    completions: model.json().nullable(),
    /** When a contract was last handed out; and since when the service reports it as signed without its first payment. */
    contract_at: model.dateTime().nullable(),
    contracts_received_at: model.dateTime().nullable(),
    signed_at: model.dateTime().nullable(),
    placed_at: model.dateTime().nullable(),
    canceled_at: model.dateTime().nullable(),
    /** The day sent to the service, `YYYY-MM-DD`: delivered, or scheduled. */
    delivery_date: model.text().nullable(),
    /** When the ledger learned that the lease has started. The day sent to the service is `delivery_date`. */
    delivered_at: model.dateTime().nullable(),
    returned_at: model.dateTime().nullable(),
    /** When the whole order was delivered, while staff have to confirm it to the service. */
    to_confirm_since: model.dateTime().nullable(),
    /** The order as staff accepted it although it differs from the contract. */
    accepted_order: model.json().nullable(),
    /** Partial returns and lowered prices after the delivery, oldest first (`reversal.ts`). */
    reductions: model.json().nullable(),
    /** Hosted leases: the operator's name for the lease, as the widget reported it. */
    hosted_id: model.text().nullable(),
    /** One-time URLs of the widget's success, encrypted; gone once used. */
    order_link: model.text().nullable(),
    delivery_link: model.text().nullable(),
    /** HMAC of the stored success, to recognize the same one. */
    success_digest: model.text().nullable(),
    /** When the widget reported an approval that has not ended. */
    widget_approved_at: model.dateTime().nullable(),
    /** The hashes of the tokens that each opening of the widget got for its callbacks (`keys.ts`). */
    widget_tokens: model.json().nullable(),
    /** When the job reconciles this lease next; null: nothing can become due without an event. */
    reconcile_at: model.dateTime().nullable(),
    /** How many reconciliations in a row failed. */
    reconcile_failures: model.number().default(0),
    /** When `status` was last entered: the age of a `submitting` or `placing`. */
    status_at: model.dateTime(),
    /** The claim of the process that calls the service for this lease; it expires. */
    claim_token: model.text().nullable(),
    claimed_until: model.dateTime().nullable(),
    erased_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_one_open_per_cart", on: ["cart_id"], unique: true, where: HOLDS_CART },
    { name: "IDX_lease_one_live_per_application", on: ["application_id"], unique: true, where: AT_UNNAMED },
    // Two operators may give the same id.
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
    // The list of leases: an index for each of its filters, in the order of the list, so that no page reads the whole table.
    { name: "IDX_lease_changed", on: LISTED, where: "status <> 'open'" },
    { name: "IDX_lease_status", on: ["status", "status_at", "id"] },
    { name: "IDX_lease_channel", on: ["sales_channel_id", "status_at", "id"], where: "status <> 'open'" },
    { name: "IDX_lease_created", on: ["created_at", "id"] },
    { name: "IDX_lease_delivered", on: ["delivered_at", "id"], where: "delivered_at IS NOT NULL" },
    { name: "IDX_lease_alerts", on: LISTED, where: "alerts <> '[]'" },
    { name: "IDX_lease_to_confirm", on: LISTED, where: "to_confirm_since IS NOT NULL" },
    { name: "IDX_lease_awaiting", on: LISTED, where: UNSURE },
    { name: "IDX_lease_abandoned", on: LISTED, where: "status = 'canceled' AND order_id IS NULL" },
    { name: "IDX_lease_test", on: LISTED, where: "test" },
    { name: "IDX_lease_widget", on: LISTED, where: "flow = 'hosted'" },
    { name: "IDX_lease_display", on: ["order_display_id"], where: "order_display_id IS NOT NULL" },
  ])

/** The append-only history of a lease: who did what and when. `detail` has only what the types of `rules/records.ts` name. */
export const LeaseEvent = model
  .define("lease_event", {
    id: model.id({ prefix: "leaseev" }).primaryKey(),
    lease_id: model.text(),
    /** Counts up over all leases: two events of the same millisecond keep their order. */
    seq: model.autoincrement(),
    type: model.text(),
    actor: model.enum([...ACTORS]),
    /** The dashboard user, if staff acted. */
    actor_id: model.text().nullable(),
    detail: model.json(),
  })
  .indexes([
    { name: "IDX_lease_event_lease", on: ["lease_id", "seq"] },
    // The newest entry of each kind in a long history.
    { name: "IDX_lease_event_type", on: ["lease_id", "type", "seq"] },
  ])

/** An announcement of a lease that is not sent everywhere yet, written with its change. Deleted once it is sent. */
export const LeaseAnnouncement = model
  .define("lease_announcement", {
    id: model.id({ prefix: "leasean" }).primaryKey(),
    lease_id: model.text(),
    seq: model.autoincrement(),
    name: model.text(),
    alert: model.text().nullable(),
    /** When to send it to Medusa's event bus; while that is in progress, when to try again. Null: sent. */
    bus_at: model.dateTime().nullable(),
    /** The same for its e-mail. Null: none, or sent. */
    mail_at: model.dateTime().nullable(),
    mail_failures: model.number().default(0),
    /** The same for the dashboard's notification about an alert. Null: none, or created. */
    feed_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_announcement_bus", on: ["bus_at"], where: "bus_at IS NOT NULL" },
    { name: "IDX_lease_announcement_mail", on: ["mail_at"], where: "mail_at IS NOT NULL" },
    { name: "IDX_lease_announcement_feed", on: ["feed_at"], where: "feed_at IS NOT NULL" },
    { name: "IDX_lease_announcement_lease", on: ["lease_id", "seq"] },
  ])
