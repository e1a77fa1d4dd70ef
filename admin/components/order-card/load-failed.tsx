import { Alert, Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"

type Props = {
  /** Nothing could be shown, or what is shown may be out of date. */
  reason: "loadFailed" | "notRefreshed"
  onRetry: () => void
  busy?: boolean
}

/** The store did not answer the card; nothing else on the page is concerned. */
export function LoadFailed({ reason, onRetry, busy = false }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-4">
      <Alert variant="error" role="alert" className="text-ui-fg-base w-full">
        {t(`leaseToOwn.card.${reason}`)}
      </Alert>
      <Button type="button" size="small" variant="secondary" onClick={onRetry} isLoading={busy}>
        {t("leaseToOwn.card.retry")}
      </Button>
    </div>
  )
}
