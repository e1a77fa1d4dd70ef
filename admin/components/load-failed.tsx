import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { conflictOf, isForbidden } from "../lib/status-of"
import { SmallButton } from "./small-button"

export type Retry = {
  /** If the user lacks permission, the message says so and there is no retry button. For a conflict, the store's own message replaces `message`. */
  error?: unknown
  onRetry: () => void
  busy?: boolean
}

type Props = Retry & {
  /** What couldn't be loaded, or may be out of date. */
  message: string
  /** The button's label, if it does something other than retry. */
  action?: string
}

/** Shown in place of data that couldn't be loaded. The rest of the page still works. */
export function LoadFailed({ message, error, onRetry, busy = false, action }: Props) {
  const { t } = useTranslation()
  const forbidden = isForbidden(error)
  return (
    <div className="flex flex-col items-start gap-3 px-6 py-4">
      <Alert variant="error" role="alert" className="text-ui-fg-base w-full">
        {forbidden ? t("leaseToOwn.card.forbidden") : (conflictOf(error) ?? message)}
      </Alert>
      {!forbidden && (
        <SmallButton onClick={onRetry} isLoading={busy}>
          {action ?? t("leaseToOwn.card.retry")}
        </SmallButton>
      )}
    </div>
  )
}

export type LoadQuery = { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }

export function retryOf({ error, isFetching, refetch }: LoadQuery): Retry {
  return { error, busy: isFetching, onRetry: () => void refetch() }
}
