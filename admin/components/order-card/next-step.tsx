import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { isViewOnly } from "../../lib/view-only"
import { NextStepButton } from "../actions/next-step-button"

/** The one thing to do next, and its button. The words are a status region, because they change by themselves while something is in flight. */
export function NextStep({ lease, orderId }: { lease: AdminLeaseView; orderId?: string }) {
  const { t } = useTranslation()
  const { next_step: step } = lease
  if (!step) return null
  return (
    <div className="bg-ui-bg-subtle flex flex-col gap-1 px-6 py-4">
      <div role="status" className="flex flex-col gap-1">
        <Text size="xsmall" leading="compact" weight="plus" className="text-ui-fg-subtle">
          {t("leaseToOwn.card.nextStep")}
        </Text>
        <Text size="small" className="text-ui-fg-base text-pretty">
          {t(`leaseToOwn.next.${step.code}`, step.params)}
        </Text>
      </div>
      {step.action && !isViewOnly(lease) && <NextStepButton lease={lease} orderId={orderId} action={step.action} />}
    </div>
  )
}
