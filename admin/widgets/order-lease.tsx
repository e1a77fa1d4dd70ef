import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { Boundary } from "../components/boundary"
import { OrderCard } from "../components/order-card/order-card"
import { keyOf } from "../lib/key-of"

/** Shown on the page of every order and draft order. The key keeps one order's lease from being shown briefly on the next order's page. */
const OrderLeaseWidget = ({ data }: DetailWidgetProps<AdminOrder>) => (
  <Boundary key={data.id} queryKey={keyOf("order", data.id)} of="card">
    <OrderCard order={data} />
  </Boundary>
)

export const config = defineWidgetConfig({
  id: "lease-to-own.order-card",
  zone: ["order.details.side", "draft_order.details.side"],
})

export default OrderLeaseWidget
