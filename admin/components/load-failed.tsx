import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { conflictOf, isForbidden } from "../lib/status-of"
import { SmallButton } from "./small-button"

/** How to retry, and the reason. */
export type Retry = {
  /** The error. Without the right to see this, the person reads that they can't change that here. The store's own message replaces `says`. */
  error?: unknown
  onRetry: () => void
  busy?: boolean
}

type Props = Retry & {
  /** Names what could not be shown, or may be out of date. */
  says: string
  /** The button's label, if it doesn't retry. */
  action?: string
}

/** Shown if the store didn't answer for this part; the rest of the page is unaffected. */
export function LoadFailed({ says, error, onRetry, busy = false, action }: Props) {
  const { t } = useTranslation()
  const forbidden = isForbidden(error)
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-4">
      <Alert variant="error" role="alert" className="text-ui-fg-base w-full">
        {forbidden ? t("leaseToOwn.card.forbidden") : (conflictOf(error) ?? says)}
      </Alert>
      {!forbidden && (
        <SmallButton onClick={onRetry} isLoading={busy}>
          {action ?? t("leaseToOwn.card.retry")}
        </SmallButton>
      )}
    </div>
  )
}

/** The parts of a query's result that are used here. */
export type Asked = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

/** The failure of a query, with a button that loads it again. */
export function retryOf({ error, isFetching, refetch }: Asked): Retry {
  return { error, busy: isFetching, onRetry: () => void refetch() }
}
