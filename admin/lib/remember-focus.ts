/** Marks our boxes. */
const BOX = "[data-lease-box]"

/**
 * A button that is disabled or removed while its action runs loses the focus, and with it a keyboard user's place. Remembers the place; the returned
 * function brings the focus back there, or to the box around it, unless the person went elsewhere meanwhile.
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
