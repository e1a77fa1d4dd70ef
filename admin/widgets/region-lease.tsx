import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminRegion, DetailWidgetProps } from "@medusajs/types"
import { Boundary } from "../components/boundary"
import { RegionCard } from "../components/region-card/region-card"
import { keyOf } from "../lib/key-of"

const RegionLeaseWidget = ({ data }: DetailWidgetProps<AdminRegion>) => (
  <Boundary key={data.id} queryKey={keyOf("region", data.id)} of="region">
    <RegionCard region={data} />
  </Boundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.region-card", zone: "region.details.after" })

export default RegionLeaseWidget
