import { defineLink } from "@medusajs/framework/utils"
import OrderModule from "@medusajs/medusa/order"
import LeaseModule from "../modules/lease"

/** Lets Medusa's query follow a lease to its order. The link has no table of its own. */
export default defineLink({ linkable: LeaseModule.linkable.lease, field: "order_id" }, OrderModule.linkable.order, {
  readOnly: true,
})
