/** The longest pause after failed reads (ms). */
const LONGEST_MS = 60_000

/**
 * Creates a poller that reads again when a view requests it, doubling the pause after each failure. A hidden page doesn't poll. When the page
 * becomes visible, the poller always reads, because the cart may have been changed in another tab. `isBusy` returns true while an action is
 * running that will return a new view.
 */
export function createPoller(read: () => Promise<unknown>, isBusy: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The pause before the next read (ms). Null if no read is planned. */
  let pause: number | null = null
  const page = () => globalThis.document

  /** @param ms the pause before the next read, or null for none */
  function after(ms: number | null): void {
    clearTimeout(timer)
    pause = ms
    if (ms) timer = setTimeout(ask, ms)
  }

  function ask() {
    if (!pause || page()?.hidden) return
    if (isBusy()) return after(pause)
    clearTimeout(timer)
    read().catch(() => after(pause && Math.max(pause, Math.min(pause * 2, LONGEST_MS))))
  }

  function see() {
    if (pause) ask()
    else if (!page()?.hidden && !isBusy()) read().catch(() => undefined)
  }

  /** Reads again if the browser restores the page as the shopper left it, because its view may be old. */
  function askAgain({ persisted }: PageTransitionEvent) {
    if (persisted) read().catch(() => undefined)
  }

  return {
    start(): void {
      page()?.addEventListener("visibilitychange", see)
      page()?.defaultView?.addEventListener("pageshow", askAgain)
    },
    after,
    stop(): void {
      page()?.removeEventListener("visibilitychange", see)
      page()?.defaultView?.removeEventListener("pageshow", askAgain)
      after(null)
    },
  }
}
