import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminRegion, DetailWidgetProps } from "@medusajs/types"
import { PageCard } from "../components/page-card"
import { RegionCard } from "../components/region-card/region-card"
import { regionLeaseKey } from "../hooks/use-region-lease"

/** On the page of every region. */
const RegionLeaseWidget = ({ data }: DetailWidgetProps<AdminRegion>) => (
  <PageCard key={data.id} of="region" queryKey={regionLeaseKey(data.id)}>
    <RegionCard region={data} />
  </PageCard>
)

export const config = defineWidgetConfig({ id: "lease-to-own.region-card", zone: "region.details.after" })

export default RegionLeaseWidget
