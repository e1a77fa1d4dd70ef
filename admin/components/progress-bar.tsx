/** A bar that shows how much of `total` is done. `words` says it in full. */
export function ProgressBar({
  label,
  words,
  done,
  total,
}: {
  label: string
  words: string
  done: number
  total: number
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      aria-valuetext={words}
      className="bg-ui-bg-component h-2 overflow-hidden rounded-full"
    >
      <div className="bg-ui-bg-interactive h-full" style={{ width: `${(100 * done) / total}%` }} />
    </div>
  )
}

/** Returns `done` in about ten steps, for announcements, because a screen reader reads each one in full. */
export function inSteps(done: number, total: number): number {
  const step = Math.ceil(total / 10)
  return Math.floor(done / step) * step
}
