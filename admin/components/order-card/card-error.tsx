import { useTranslation } from "react-i18next"
import { LoadFailed } from "../load-failed"
import { CardFrame } from "./card-frame"

/** Shown in place of a card that could not be loaded. */
export function CardError(props: { error?: unknown; onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
  return (
    <CardFrame>
      <LoadFailed says={t("leaseToOwn.card.loadFailed")} {...props} />
    </CardFrame>
  )
}
