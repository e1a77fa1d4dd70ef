import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/types"
import { Boundary } from "../components/boundary"
import { CustomerCard } from "../components/customer-card/customer-card"
import { keyOf } from "../lib/key-of"

const CustomerLeasesWidget = ({ data }: DetailWidgetProps<AdminCustomer>) => (
  <Boundary key={data.id} queryKey={keyOf("customer", data.id)} of="customer">
    <CustomerCard customer={data} />
  </Boundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.customer-card", zone: "customer.details.side" })

export default CustomerLeasesWidget
