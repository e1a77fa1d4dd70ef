import { model } from "@medusajs/framework/utils"

/** How often one network had the service asked about one cart, in the window that began at `since`. */
export const LeaseAsking = model
  .define("lease_asking", {
    /** HMAC of network and cart. */
    id: model.text().primaryKey(),
    since: model.dateTime(),
    asked: model.number(),
  })
  .indexes([{ name: "IDX_lease_asking_since", on: ["since"] }])
