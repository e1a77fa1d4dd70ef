import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { Boundary } from "../components/boundary"
import { CardError } from "../components/order-card/card-error"
import { OrderCard } from "../components/order-card/order-card"
import { orderLeaseKey } from "../hooks/use-order-lease"

/** Beside every order and draft order. The key keeps one order's lease from being shown for a moment beside the next one. */
const OrderLeaseWidget = ({ data }: DetailWidgetProps<AdminOrder>) => (
  <Boundary key={data.id} queryKey={orderLeaseKey(data.id)} fallback={(retry) => <CardError onRetry={retry} />}>
    <OrderCard order={data} />
  </Boundary>
)

export const config = defineWidgetConfig({
  id: "lease-to-own.order-card",
  zone: ["order.details.side", "draft_order.details.side"],
})

export default OrderLeaseWidget
