import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useTranslation } from "react-i18next"
import { Boundary } from "../../../components/boundary"
import { LoadFailed } from "../../../components/load-failed"
import { Section } from "../../../components/section"
import { Settings } from "../../../components/settings/settings"
import { SETUP_KEY } from "../../../hooks/use-setup"

/** The plugin's settings, among the store's. */
const SettingsPage = () => {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.settings.title")} level="h1">
      <LoadFailed says={t("leaseToOwn.settings.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary queryKey={SETUP_KEY} fallback={failed}>
      <Settings />
    </Boundary>
  )
}

export const config = defineRouteConfig({
  label: "leaseToOwn.settings.title",
  translationNs: "translation",
})

export const handle = {
  breadcrumb: () => <SettingsCrumb />,
}

const SettingsCrumb = () => {
  const { t } = useTranslation()
  return <>{t("leaseToOwn.settings.title")}</>
}

export default SettingsPage
