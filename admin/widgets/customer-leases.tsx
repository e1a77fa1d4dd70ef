import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/types"
import { CustomerCard } from "../components/customer-card/customer-card"
import { PageCard } from "../components/page-card"
import { customerLeasesKey } from "../hooks/use-customer-leases"

/** Beside every customer. */
const CustomerLeasesWidget = ({ data }: DetailWidgetProps<AdminCustomer>) => (
  <PageCard key={data.id} of="customer" queryKey={customerLeasesKey(data.id)}>
    <CustomerCard customer={data} />
  </PageCard>
)

export const config = defineWidgetConfig({ id: "lease-to-own.customer-card", zone: "customer.details.side" })

export default CustomerLeasesWidget
