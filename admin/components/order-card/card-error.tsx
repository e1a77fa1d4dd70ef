import { CardFrame } from "./card-frame"
import { LoadFailed } from "./load-failed"

/** The card could not be shown. */
export function CardError({ onRetry, busy }: { onRetry: () => void; busy?: boolean }) {
  return (
    <CardFrame>
      <LoadFailed reason="loadFailed" onRetry={onRetry} busy={busy} />
    </CardFrame>
  )
}
