import { Drawer, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Deliveries } from "../../hooks/use-deliveries"
import { useFormat } from "../../hooks/use-format"
import { inSteps, ProgressBar } from "../progress-bar"
import { SmallButton } from "../small-button"

type Props = { deliveries: Deliveries; stopping: boolean; onStop: () => void }

/** Shows how many requests have received a response. */
export function DeliveriesProgress({ deliveries: { total, confirmed, refused }, stopping, onStop }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const sent = confirmed.length + refused.length
  const wordsOf = (sent: number) => t("leaseToOwn.deliver.progress", { sent: number(sent), total: number(total) })
  return (
    <>
      <Drawer.Body className="flex flex-1 flex-col gap-4 overflow-y-auto">
        <div className="flex flex-col gap-2">
          <Text size="small" leading="compact" weight="plus" className="text-ui-fg-base tabular-nums" aria-hidden>
            {wordsOf(sent)}
          </Text>
          <ProgressBar label={t("leaseToOwn.deliver.title")} words={wordsOf(sent)} done={sent} total={total} />
          <p role="status" className="sr-only">
            {stopping ? t("leaseToOwn.deliver.stopping") : wordsOf(inSteps(sent, total))}
          </p>
        </div>
        <Text size="small" className="text-ui-fg-subtle text-pretty">
          {t(stopping ? "leaseToOwn.deliver.stopping" : "leaseToOwn.deliver.running")}
        </Text>
      </Drawer.Body>
      <Drawer.Footer>
        <SmallButton disabled={stopping} isLoading={stopping} onClick={onStop}>
          {t("leaseToOwn.deliver.stop")}
        </SmallButton>
      </Drawer.Footer>
    </>
  )
}
