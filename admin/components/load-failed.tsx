import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { conflictOf, isForbidden } from "../lib/status-of"
import { SmallButton } from "./small-button"

/** How to try again, and why it has to be. */
export type Retry = {
  /** The reason. A person without the right to see it reads that they can do nothing about it here. The store's own words replace `says`. */
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

/** Shown if the store did not answer for this part; the rest of the page is unaffected. */
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

/** What is read here of a query's result. */
export type Asked = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

/** The failure of a query, which is asked again. */
export function retryOf({ error, isFetching, refetch }: Asked): Retry {
  return { error, busy: isFetching, onRetry: () => void refetch() }
}
