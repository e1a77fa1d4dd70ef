import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Boundary } from "../../../components/boundary"
import { Settings } from "../../../components/settings/settings"
import { Words } from "../../../components/words"
import { SETUP_KEY } from "../../../hooks/use-setup"

const SettingsPage = () => (
  <Boundary queryKey={SETUP_KEY} of="settings" level="h1">
    <Settings />
  </Boundary>
)

export const config = defineRouteConfig({
  label: "leaseToOwn.settings.title",
  translationNs: "translation",
})

export const handle = {
  breadcrumb: () => <Words of="settings.title" />,
}

export default SettingsPage
