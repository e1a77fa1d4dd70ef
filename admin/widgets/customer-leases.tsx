import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/types"
import { useTranslation } from "react-i18next"
import { Boundary } from "../components/boundary"
import { CustomerCard } from "../components/customer-card/customer-card"
import { LoadFailed } from "../components/load-failed"
import { Section } from "../components/section"
import { customerLeasesKey } from "../hooks/use-customer-leases"

/** Beside every customer. */
const CustomerLeasesWidget = ({ data }: DetailWidgetProps<AdminCustomer>) => {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.customer.title")}>
      <LoadFailed says={t("leaseToOwn.customer.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary key={data.id} queryKey={customerLeasesKey(data.id)} fallback={failed}>
      <CustomerCard customer={data} />
    </Boundary>
  )
}

export const config = defineWidgetConfig({ id: "lease-to-own.customer-card", zone: "customer.details.side" })

export default CustomerLeasesWidget
