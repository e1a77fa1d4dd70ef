/** The plugin's own boxes. */
const BOX = "[data-lease-box]"

/**
 * Remembers the focused element, because a button loses the focus if it is disabled or removed while its action runs. The returned function moves the
 * focus back to the element, or to the box around it, unless the user has moved it elsewhere.
 */
export function rememberFocus(): () => void {
  const place = document.activeElement
  const box = place?.closest<HTMLElement>(BOX)
  return () =>
    // Wait until the page shows what the action changed.
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
