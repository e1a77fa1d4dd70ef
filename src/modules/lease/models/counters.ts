import { model } from "@medusajs/framework/utils"

/** How many calls to the service one network caused for one application, in the window that began at `since`. */
export const LeaseRequestCount = model
  .define("lease_request_count", {
    /** HMAC of the network with the application ID, or with the cart ID if there is no application yet. */
    id: model.text().primaryKey(),
    since: model.dateTime(),
    requests: model.number(),
  })
  .indexes([{ name: "IDX_lease_request_count_since", on: ["since"] }])

/** An origin that contracts were loaded from, without path or query. A storefront's content security policy must list it. */
export const LeaseOrigin = model.define("lease_origin", {
  /** For example, `https://sign.operator.example`. */
  id: model.text().primaryKey(),
})

/** Calls that have gone unanswered since an account's service last responded. While the service responds, there is no row. */
export const LeaseOutage = model.define("lease_outage", {
  /** The account's key (`nameOf` in `open-ledger.ts`). */
  id: model.text().primaryKey(),
  failures: model.number(),
  /** When the first of these calls went unanswered. */
  since: model.dateTime(),
  /** When the next probe may be sent; null until an outage is declared. */
  probe_at: model.dateTime().nullable(),
  probes: model.number(),
})

/** The state of an account's rate limit. Without the `rate` option, there is no row. */
export const LeaseRate = model.define("lease_rate", {
  /** The account's key (`nameOf` in `open-ledger.ts`). */
  id: model.text().primaryKey(),
  /** When the next call may be sent. Earlier turns are taken. */
  next_at: model.dateTime(),
  /** The calls in progress: `{ id, until }`. A call whose process died keeps its slot until `until`. */
  slots: model.json(),
  taken_by: model.text(),
  /** The rank of a call that less urgent calls wait for. */
  waits_rank: model.number(),
  /** When less urgent calls stop waiting for that call. */
  waits_until: model.dateTime(),
})

/** A sent application, kept for counting. Repeats with the same idempotency key count as one application. */
export const LeaseSubmission = model
  .define("lease_submission", {
    id: model.id({ prefix: "leasesub" }).primaryKey(),
    lease_id: model.text(),
    cart_id: model.text(),
    idempotency_key_hash: model.text(),
    /** HMACs, from which neither the network nor the cart's email address can be recovered. Empty if missing or no longer counted. */
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

/** A one-time code that a browser requested, to use an approval for its cart. The row exists even if no approval was found. */
export const LeaseCode = model
  .define("lease_code", {
    id: model.id({ prefix: "leasecd" }).primaryKey(),
    cart_id: model.text(),
    /** The lease with the approval; null if none was found. */
    lease_id: model.text().nullable(),
    /** SHA-256 of the requesting browser's lease key. */
    key_hash: model.text(),
    /** HMACs, from which neither the network nor the cart's email address can be recovered. */
    network: model.text(),
    mailbox: model.text(),
    /** HMAC of the code; null until it is sent. */
    code_hash: model.text().nullable(),
    /** When to send the email; null if there is none to send. */
    send_at: model.dateTime().nullable(),
    tries: model.number().default(0),
    /** When the correct code was entered. The browser may then use the approval. */
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
