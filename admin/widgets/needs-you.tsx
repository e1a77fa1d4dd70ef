import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Boundary } from "../components/boundary"
import { NeedsYouBadge } from "../components/needs-you/badge"
import { ATTENTION_KEY } from "../hooks/use-attention"

/** Shown on every page, so it renders nothing on an error. */
const NeedsYouWidget = () => (
  <Boundary queryKey={ATTENTION_KEY}>
    <NeedsYouBadge />
  </Boundary>
)

export const config = defineWidgetConfig({ id: "lease-to-own.needs-you", zone: "topbar" })

export default NeedsYouWidget
