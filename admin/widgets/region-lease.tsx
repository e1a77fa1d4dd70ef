import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminRegion, DetailWidgetProps } from "@medusajs/types"
import { useTranslation } from "react-i18next"
import { Boundary } from "../components/boundary"
import { LoadFailed } from "../components/load-failed"
import { RegionCard } from "../components/region-card/region-card"
import { Section } from "../components/section"
import { regionLeaseKey } from "../hooks/use-region-lease"

/** On the page of every region. */
const RegionLeaseWidget = ({ data }: DetailWidgetProps<AdminRegion>) => {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.region.title")}>
      <LoadFailed says={t("leaseToOwn.region.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary key={data.id} queryKey={regionLeaseKey(data.id)} fallback={failed}>
      <RegionCard region={data} />
    </Boundary>
  )
}

export const config = defineWidgetConfig({ id: "lease-to-own.region-card", zone: "region.details.after" })

export default RegionLeaseWidget
