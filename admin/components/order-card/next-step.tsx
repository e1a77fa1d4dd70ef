import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"

/** The one thing to do next. A status region, because it changes by itself while something is in flight. */
export function NextStep({ step }: { step: NonNullable<AdminLeaseView["next_step"]> }) {
  const { t } = useTranslation()
  return (
    <div className="bg-ui-bg-subtle flex flex-col gap-1 px-6 py-4" role="status">
      <Text size="xsmall" leading="compact" weight="plus" className="text-ui-fg-subtle">
        {t("leaseToOwn.card.nextStep")}
      </Text>
      <Text size="small" className="text-ui-fg-base text-pretty">
        {t(`leaseToOwn.next.${step.code}`, step.params)}
      </Text>
    </div>
  )
}
