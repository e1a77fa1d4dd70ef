/** The longest pause after failed reads. */
const LONGEST_MS = 60_000

/**
 * Creates a poller that reads again after the pause that a view requests, doubling the pause after each failure. A hidden page doesn't poll. When the
 * page becomes visible, the poller always reads, because the cart may have changed in another tab. Skips reads while `isBusy`, because the running
 * action will return a new view.
 */
export function createPoller(read: () => Promise<unknown>, isBusy: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The pause before the next read (ms). Null if no read is planned. */
  let pause: number | null = null
  const page = () => globalThis.document

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

  /** Reads again if the browser restores the page from its cache, because the view may be outdated. */
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
