import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

/** Replaces the buttons for users who can view leases but not act on them. */
export function ViewOnly() {
  const { t } = useTranslation()
  return (
    <Text size="small" className="text-ui-fg-subtle px-6 py-4">
      {t("leaseToOwn.act.viewOnly")}
    </Text>
  )
}
