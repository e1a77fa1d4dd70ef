import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { CardBoundary } from "../components/order-card/card-boundary"
import { OrderCard } from "../components/order-card/order-card"

/** Beside every order. The key keeps one order's lease from being shown for a moment beside the next one. */
const OrderLeaseWidget = ({ data }: DetailWidgetProps<AdminOrder>) => (
  <CardBoundary key={data.id} orderId={data.id}>
    <OrderCard order={data} />
  </CardBoundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.order-card", zone: "order.details.side" })

export default OrderLeaseWidget
