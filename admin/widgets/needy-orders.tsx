import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Boundary } from "../components/boundary"
import { NeedyOrders } from "../components/needs-you/needy-orders"
import { ATTENTION_KEY } from "../hooks/use-attention"

/** Shown above the list of orders, which must survive an error in this widget. */
const NeedyOrdersWidget = () => (
  <Boundary queryKey={ATTENTION_KEY}>
    <NeedyOrders />
  </Boundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.needy-orders", zone: "order.list.before" })

export default NeedyOrdersWidget
