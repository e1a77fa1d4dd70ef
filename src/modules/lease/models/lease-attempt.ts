import { model } from "@medusajs/framework/utils"

/** One sent application, counted for `maxAttempts`. The row also makes one attempt id one application, however often it arrives. */
export const LeaseAttempt = model
  .define("lease_attempt", {
    id: model.id({ prefix: "leaseat" }).primaryKey(),
    lease_id: model.text(),
    cart_id: model.text(),
    /** SHA-256 of the attempt's name. */
    attempt_hash: model.text(),
    /** HMAC of network address and e-mail together; neither can be read back from it. */
    requester: model.text(),
  })
  .indexes([
    { name: "IDX_lease_attempt_once", on: ["cart_id", "attempt_hash"], unique: true, where: "deleted_at IS NULL" },
    { name: "IDX_lease_attempt_requester", on: ["requester", "created_at"] },
  ])
