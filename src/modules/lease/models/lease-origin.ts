import { model } from "@medusajs/framework/utils"

/** The origins from which contracts were shown: what a storefront's content security policy has to name. Never a path or a query. */
export const LeaseOrigin = model.define("lease_origin", {
  /** Such as `https://sign.operator.example`. */
  id: model.text().primaryKey(),
})
