import { model } from "@medusajs/framework/utils"

/** One sent application, counted. The row also makes one attempt id one application, however often it arrives. */
export const LeaseAttempt = model
  .define("lease_attempt", {
    id: model.id({ prefix: "leaseat" }).primaryKey(),
    lease_id: model.text(),
    cart_id: model.text(),
    /** SHA-256 of the attempt's name. */
    attempt_hash: model.text(),
    /** HMACs of where it came from and of the e-mail on its cart, empty where there was none and once it counts no more. Neither can be read back. */
    network: model.text(),
    mailbox: model.text(),
  })
  .indexes([
    { name: "IDX_lease_attempt_once", on: ["cart_id", "attempt_hash"], unique: true, where: "deleted_at IS NULL" },
    { name: "IDX_lease_attempt_network", on: ["network", "created_at"] },
    { name: "IDX_lease_attempt_mailbox", on: ["mailbox", "created_at"] },
    { name: "IDX_lease_attempt_lease", on: ["lease_id"] },
    { name: "IDX_lease_attempt_counted", on: ["created_at"], where: "network <> ''" },
  ])

/** A one-time code that a browser asked for, to bring an approval to its cart. There is such a row also where no approval was found. */
export const LeaseCode = model
  .define("lease_code", {
    id: model.id({ prefix: "leasecd" }).primaryKey(),
    /** The cart that asked. */
    cart_id: model.text(),
    /** The lease that holds the approval; null where there is none. */
    lease_id: model.text().nullable(),
    /** SHA-256 of the lease key that the asking browser was given. */
    key_hash: model.text(),
    /** HMACs of where it was asked from, and of the cart's e-mail. Neither can be read back. */
    network: model.text(),
    mailbox: model.text(),
    /** HMAC of the code; null before it is sent. */
    code_hash: model.text().nullable(),
    /** When the e-mail is to be sent; null: nothing is. */
    send_at: model.dateTime().nullable(),
    /** How often a code was entered. */
    tries: model.number().default(0),
    /** When the right one was: from then on its browser may use the approval. */
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
