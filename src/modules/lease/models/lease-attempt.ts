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
