import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ActionKey, AdminLeaseView, Money, OutageView } from "../../../src/api/admin-types"
import { useActionFlow } from "../../hooks/use-action-flow"
import { useFormat } from "../../hooks/use-format"
import { useStepWords } from "../../hooks/use-step-words"
import { isViewOnly } from "../../lib/view-only"
import { ActionButton } from "../actions/action-button"
import { ActionDrawer } from "../actions/action-drawer"
import { CopyButton } from "../copy-button"
import { WhomToAsk } from "./whom-to-ask"

/**
 * The next step, with its button. The text is in a status region, because it changes on its own while a call is in progress. While the whole store is
 * held, the outage's alert says what to do instead.
 */
export function NextStep({ lease, outage }: { lease: AdminLeaseView; outage: OutageView | null }) {
  const { t, i18n } = useTranslation()
  const wordsOf = useStepWords()
  const { next_step: step } = lease
  if (!step || outage?.held) return null
  return (
    <div className="bg-ui-bg-subtle flex flex-col gap-1 px-6 py-4">
      <div role="status" className="flex flex-col gap-1">
        <Text size="xsmall" leading="compact" weight="plus" className="text-ui-fg-subtle">
          {t("leaseToOwn.card.nextStep")}
        </Text>
        <Text size="small" className="text-ui-fg-base text-pretty">
          {wordsOf(step)}
          {step.amount && <CopyAmount amount={step.amount} />}
        </Text>
      </div>
      {step.asks && <WhomToAsk operator={lease.operator} />}
      {step.action && i18n.exists(`leaseToOwn.actions.${step.action}`) && !isViewOnly(lease) && (
        <StepButton action={step.action} lease={lease} />
      )}
    </div>
  )
}

function StepButton({ action, lease }: { action: ActionKey; lease: AdminLeaseView }) {
  const flow = useActionFlow(lease)
  return (
    <>
      <ActionButton action={action} lease={lease} flow={flow} className="mt-2 self-start" />
      <ActionDrawer lease={lease} flow={flow} />
    </>
  )
}

/** Copies the amount in the format that Medusa's refund form accepts. */
function CopyAmount({ amount }: { amount: Money }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  return (
    <span className="ms-1 inline-flex align-middle">
      <CopyButton content={String(amount.amount)} label={t("leaseToOwn.card.copyAmount", { amount: money(amount) })} />
    </span>
  )
}
