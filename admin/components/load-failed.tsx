import { Alert, Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { conflictOf, isForbidden } from "../lib/status-of"

type Props = {
  /** Says what could not be shown, or may be out of date. */
  says: string
  /** Says why. A person without the right to see it is told so and can do nothing about it here. The store's own words replace `says`. */
  error?: unknown
  onRetry: () => void
  busy?: boolean
  /** The button's label, when it does not ask again. */
  action?: string
}

/** The store did not answer this part; nothing else on the page is concerned. */
export function LoadFailed({ says, error, onRetry, busy = false, action }: Props) {
  const { t } = useTranslation()
  const forbidden = isForbidden(error)
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-4">
      <Alert variant="error" role="alert" className="text-ui-fg-base w-full">
        {forbidden ? t("leaseToOwn.card.forbidden") : (conflictOf(error) ?? says)}
      </Alert>
      {!forbidden && (
        <Button type="button" size="small" variant="secondary" onClick={onRetry} isLoading={busy}>
          {action ?? t("leaseToOwn.card.retry")}
        </Button>
      )}
    </div>
  )
}
