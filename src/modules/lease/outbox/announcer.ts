/** Writes end before this long (ms), and those of the same moment are told together. */
const SOON_MS = 100

/** Announces soon after something was written, in the process that wrote it. What is missed here, the job finds. */
export class Announcer {
  private timer: NodeJS.Timeout | undefined
  private underWay: Promise<unknown> = Promise.resolve()
  private on = false

  /** `announce` never throws. */
  constructor(private readonly announce: () => Promise<unknown>) {}

  /** The application is up. */
  start(): void {
    this.on = true
  }

  /** No more; waits for what is being announced. */
  async stop(): Promise<void> {
    this.on = false
    clearTimeout(this.timer)
    this.timer = undefined
    await this.underWay
  }

  /** There is something to announce, or there will be when the transaction that says so ends. The timer keeps no process alive. */
  soon(): void {
    if (!this.on || this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.underWay = this.underWay.then(this.announce)
    }, SOON_MS).unref()
  }
}
