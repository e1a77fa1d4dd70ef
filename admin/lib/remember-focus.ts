/** Marks our boxes. */
const BOX = "[data-lease-box]"

/**
 * If a button is disabled or removed while its action runs, it loses the focus, and a keyboard user loses their place. This remembers the place. The
 * returned function moves the focus back to it, or to the box around it, unless the person has moved the focus elsewhere.
 */
export function rememberFocus(): () => void {
  const place = document.activeElement
  const box = place?.closest<HTMLElement>(BOX)
  return () =>
    // Wait until the page shows what the action has changed.
    void setTimeout(() => {
      if (!isLost(document.activeElement)) return
      if (place instanceof HTMLElement && place.isConnected && !place.matches(":disabled")) return place.focus()
      if (!box?.isConnected) return
      box.tabIndex = -1
      box.focus({ preventScroll: true })
    }, 50)
}

function isLost(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.matches(":disabled")
}
