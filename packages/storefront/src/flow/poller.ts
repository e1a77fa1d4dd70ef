/** However often looks fail, no pause that comes of it is longer (ms). */
const LONGEST_MS = 60_000

/**
 * Looks again when a view asks for it. The store lengthens the pauses between its answers; where none comes, they double here. A hidden page
 * makes no call and looks as soon as it is seen again. Nothing of the page is touched before `start`.
 *
 * @param isBusy true while the shopper's own task runs, which brings a view of its own
 */
export function createPoller(look: () => Promise<unknown>, isBusy: () => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Null: nothing to wait for. */
  let pause: number | null = null
  const page = () => globalThis.document

  /** @param ms until the next look; null: there is none */
  function after(ms: number | null): void {
    clearTimeout(timer)
    pause = ms
    if (ms) timer = setTimeout(ask, ms)
  }

  function ask() {
    if (!pause || page()?.hidden) return
    if (isBusy()) return after(pause)
    clearTimeout(timer)
    look().catch(() => after(pause && Math.max(pause, Math.min(pause * 2, LONGEST_MS))))
  }

  return {
    start: () => page()?.addEventListener("visibilitychange", ask),
    after,
    stop(): void {
      page()?.removeEventListener("visibilitychange", ask)
      after(null)
    },
  }
}
