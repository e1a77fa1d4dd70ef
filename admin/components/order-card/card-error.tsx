import { useTranslation } from "react-i18next"
import { LoadFailed } from "../load-failed"
import { CardFrame } from "./card-frame"

/** The card could not be shown. */
export function CardError({ onRetry, busy }: { onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
  return (
    <CardFrame>
      <LoadFailed says={t("leaseToOwn.card.loadFailed")} onRetry={onRetry} busy={busy} />
    </CardFrame>
  )
}
