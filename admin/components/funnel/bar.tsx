/** A bar whose length is `part` of `whole`. It repeats a figure next to it, so screen readers skip it. The border is all that forced colors keep. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  const width = whole ? `${(100 * part) / whole}%` : "0"
  return (
    <div aria-hidden className="bg-ui-bg-subtle mt-1 h-2 w-full min-w-24 rounded-sm">
      {part > 0 && (
        <div className="bg-ui-tag-blue-icon border-ui-tag-blue-icon h-2 min-w-px rounded-sm border" style={{ width }} />
      )}
    </div>
  )
}
