import { Alert, Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CardFrame } from "./card-frame"

/** The card could not be shown; nothing else on the page is concerned. */
export function CardError({ onRetry, busy = false }: { onRetry: () => void; busy?: boolean }) {
  const { t } = useTranslation()
  return (
    <CardFrame>
      <div className="flex flex-col items-start gap-3 px-6 py-4">
        <Alert variant="error" role="alert" className="text-ui-fg-base w-full">
          {t("leaseToOwn.card.loadFailed")}
        </Alert>
        <Button size="small" variant="secondary" onClick={onRetry} isLoading={busy}>
          {t("leaseToOwn.card.retry")}
        </Button>
      </div>
    </CardFrame>
  )
}
