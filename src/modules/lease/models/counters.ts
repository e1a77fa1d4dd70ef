import { model } from "@medusajs/framework/utils"

/** How often one network caused a call to the service about one cart, in the window that began at `since`. */
export const LeaseAsking = model
  .define("lease_asking", {
    /** HMAC of network and cart. */
    id: model.text().primaryKey(),
    since: model.dateTime(),
    asked: model.number(),
  })
  .indexes([{ name: "IDX_lease_asking_since", on: ["since"] }])

/** The origins from which contracts were shown, which a storefront's content security policy must name. Never a path or a query. */
export const LeaseOrigin = model.define("lease_origin", {
  /** Such as `https://sign.operator.example`. */
  id: model.text().primaryKey(),
})

/** The calls that an account's service has left unanswered since its last answer; no row while it answers. All processes share it. */
export const LeaseOutage = model.define("lease_outage", {
  /** The account: its `baseUrl`. */
  id: model.text().primaryKey(),
  /** Calls without an answer, and since when. */
  failures: model.number(),
  since: model.dateTime(),
  /** When the next probe may be sent; null while there is no outage. */
  probe_at: model.dateTime().nullable(),
  /** How many probes were sent. */
  probes: model.number(),
})

/** The turns of the calls to an account's service under option `rate`; no row without it. All processes share it. */
export const LeaseRate = model.define("lease_rate", {
  /** The account: its `baseUrl`. */
  id: model.text().primaryKey(),
  /** When the next call may be sent: turns up to then are taken. */
  next_at: model.dateTime(),
  /** The calls in progress: `{ id, until }`. One whose process died counts until `until`. */
  slots: model.json(),
  /** The call that got the last turn. */
  taken_by: model.text(),
  /** Until when a call of this rank waits, and less urgent ones give way to it. */
  waits_rank: model.number(),
  waits_until: model.dateTime(),
})

/** One sent application, for counting. The row also makes one idempotency key one application, however often it arrives. */
export const LeaseSubmission = model
  .define("lease_submission", {
    id: model.id({ prefix: "leasesub" }).primaryKey(),
    lease_id: model.text(),
    cart_id: model.text(),
    /** SHA-256 of its idempotency key. */
    idempotency_key_hash: model.text(),
    /** HMACs of its network and of the e-mail on its cart, empty without one and once it no longer counts. Neither can be read back. */
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

/** A one-time code that a browser requested to bring an approval to its cart. The row exists even if no approval was found. */
export const LeaseCode = model
  .define("lease_code", {
    id: model.id({ prefix: "leasecd" }).primaryKey(),
    cart_id: model.text(),
    /** The lease with the approval; null without one. */
    lease_id: model.text().nullable(),
    /** SHA-256 of the lease key that the requesting browser was given. */
    key_hash: model.text(),
    /** HMACs of the requesting network and of the cart's e-mail. Neither can be read back. */
    network: model.text(),
    mailbox: model.text(),
    /** HMAC of the code; null before it is sent. */
    code_hash: model.text().nullable(),
    /** When to send the e-mail; null: nothing to send. */
    send_at: model.dateTime().nullable(),
    tries: model.number().default(0),
    /** When the right code was entered: from then on its browser may use the approval. */
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
