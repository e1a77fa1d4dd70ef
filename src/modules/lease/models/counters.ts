import { model } from "@medusajs/framework/utils"

/** How many calls to the service one network caused for one application, in the window that began at `since`. */
export const LeaseRequestCount = model
  .define("lease_request_count", {
    /** HMAC of the network and the application, or the cart if there is no application yet. */
    id: model.text().primaryKey(),
    since: model.dateTime(),
    requests: model.number(),
  })
  .indexes([{ name: "IDX_lease_request_count_since", on: ["since"] }])

/** The origins that contracts were shown from, without path or query. A storefront's content security policy must list these origins. */
export const LeaseOrigin = model.define("lease_origin", {
  /** For example, `https://sign.operator.example`. */
  id: model.text().primaryKey(),
})

/** The calls that have gone unanswered since an account's service last responded. There is no row while it responds. Shared by all processes. */
export const LeaseOutage = model.define("lease_outage", {
  /** The account, by its `baseUrl`. */
  id: model.text().primaryKey(),
  /** How many calls have gone unanswered. */
  failures: model.number(),
  /** Since when calls have gone unanswered. */
  since: model.dateTime(),
  /** When the next probe may be sent; null while there is no outage. */
  probe_at: model.dateTime().nullable(),
  /** How many probes were sent. */
  probes: model.number(),
})

/** The turns for calls to an account's service under the `rate` option. Without the option, there is no row. Shared by all processes. */
export const LeaseRate = model.define("lease_rate", {
  /** The account, by its `baseUrl`. */
  id: model.text().primaryKey(),
  /** When the next call may be sent. Turns up to this time are taken. */
  next_at: model.dateTime(),
  /** The calls in progress: `{ id, until }`. A call whose process died keeps its slot until `until`. */
  slots: model.json(),
  /** The call that got the last turn. */
  taken_by: model.text(),
  /** The rank of a waiting call. */
  waits_rank: model.number(),
  /** Until when less urgent calls give way to the waiting call. */
  waits_until: model.dateTime(),
})

/** A sent application, for counting. The row also makes an idempotency key count as one application, no matter how many times it arrives. */
export const LeaseSubmission = model
  .define("lease_submission", {
    id: model.id({ prefix: "leasesub" }).primaryKey(),
    lease_id: model.text(),
    cart_id: model.text(),
    /** SHA-256 of the application's idempotency key. */
    idempotency_key_hash: model.text(),
    /** HMACs of the network and the cart's e-mail address, from which neither can be recovered. Empty if missing or no longer counted. */
    network: model.text(),
    mailbox: model.text(),
  })
  .indexes([
    {
      name: "IDX_lease_submission_once",
      on: ["cart_id", "idempotency_key_hash"],
      unique: true,
      where: "deleted_at IS NULL",
    },
    { name: "IDX_lease_submission_network", on: ["network", "created_at"] },
    { name: "IDX_lease_submission_mailbox", on: ["mailbox", "created_at"] },
    { name: "IDX_lease_submission_lease", on: ["lease_id"] },
    { name: "IDX_lease_submission_counted", on: ["created_at"], where: "network <> ''" },
  ])

/** A one-time code that a browser requested to bring an approval to its cart. The row is created even if no approval was found. */
export const LeaseCode = model
  .define("lease_code", {
    id: model.id({ prefix: "leasecd" }).primaryKey(),
    cart_id: model.text(),
    /** The lease with the approval; null if none was found. */
    lease_id: model.text().nullable(),
    /** SHA-256 of the lease key that the requesting browser was given. */
    key_hash: model.text(),
    /** HMACs of the requesting network and of the cart's e-mail address, from which neither can be recovered. */
    network: model.text(),
    mailbox: model.text(),
    /** HMAC of the code; null before it is sent. */
    code_hash: model.text().nullable(),
    /** When to send the e-mail; null if there is nothing to send. */
    send_at: model.dateTime().nullable(),
    tries: model.number().default(0),
    /** When the correct code was entered. From then on, the browser may use the approval. */
    used_at: model.dateTime().nullable(),
  })
  .indexes([
    { name: "IDX_lease_code_key", on: ["cart_id", "key_hash"], unique: true, where: "deleted_at IS NULL" },
    { name: "IDX_lease_code_network", on: ["network", "created_at"] },
    { name: "IDX_lease_code_mailbox", on: ["mailbox", "created_at"] },
    { name: "IDX_lease_code_lease", on: ["lease_id"], where: "lease_id IS NOT NULL" },
    { name: "IDX_lease_code_send", on: ["send_at"], where: "send_at IS NOT NULL" },
    { name: "IDX_lease_code_created", on: ["created_at"] },
  ])
