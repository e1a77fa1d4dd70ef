import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseName } from "../../../src/api/admin-types"
import { LeaseLink } from "../lease-link"

/** Shown if the order was edited and goes on with another lease. */
export function Replaced({ by }: { by: LeaseName }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="bg-ui-bg-subtle flex flex-col gap-1 px-6 py-4">
      <Text size="small" className="text-ui-fg-base text-pretty">
        {t("leaseToOwn.page.replaced")}
      </Text>
      <Text size="small" className="text-ui-fg-base">
        <LeaseLink lease={by}>{t("leaseToOwn.list.open", { reference: by.reference })}</LeaseLink>
      </Text>
    </div>
  )
}
