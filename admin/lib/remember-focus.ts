/** Matches the plugin's own sections. */
const BOX = "[data-lease-box]"

/**
 * Remembers the focused element, because a button loses focus if it is disabled or removed while its action runs. The returned function restores
 * focus to the element, or to the section around it, unless the user has moved focus elsewhere.
 */
export function rememberFocus(): () => void {
  const place = document.activeElement
  const box = place?.closest<HTMLElement>(BOX)
  return () =>
    // Wait until the page has rendered the action's changes.
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
