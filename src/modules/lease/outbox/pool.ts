import { setImmediate as nextTurn } from "node:timers/promises"

/** `spare` is how many calls to claim in addition to those for free slots, so that one statement claims many. */
export type PoolSize = { slots: number; spare?: number }

/** How a pool claims and makes its calls. Neither function may throw. */
export type PoolWork<T> = {
  claim(limit: number): Promise<T[]>
  make(call: T): Promise<void>
}

/** Makes a limited number of calls at a time. A call that hangs blocks only its own slot. */
export class Pool<T> {
  private readonly workers = new Set<Promise<void>>()
  private readonly claimed: T[] = []
  private claiming: Promise<void> | null = null
  private waiting = 0
  private isMore = false

  constructor(
    private readonly size: PoolSize,
    private readonly work: PoolWork<T>,
  ) {}

  /** Starts making the due calls. Call this again when more may be due. */
  fill(): void {
    this.isMore = true
    while (this.workers.size < this.size.slots) {
      const worker = this.makeAll().finally(() => this.workers.delete(worker))
      this.workers.add(worker)
    }
  }

  get busy(): boolean {
    return this.workers.size > 0
  }

  async idle(): Promise<void> {
    while (this.busy) await Promise.all(this.workers)
  }

  /** Removes and returns the claimed calls that haven't started. */
  takeBack(): T[] {
    this.isMore = false
    return this.claimed.splice(0)
  }

  private async makeAll(): Promise<void> {
    for (let call = await this.next(); call !== undefined; call = await this.next()) await this.work.make(call)
  }

  private async next(): Promise<T | undefined> {
    const { spare = 0 } = this.size
    this.waiting += 1
    do {
      if (this.isMore && this.claimed.length <= spare / 2) this.claiming ??= this.claimSome(spare)
      if (!this.claimed.length) await this.claiming
    } while (!this.claimed.length && this.isMore)
    this.waiting -= 1
    return this.claimed.shift()
  }

  private async claimSome(spare: number): Promise<void> {
    // Workers that request calls in the same turn of the event loop share one claim.
    await nextTurn()
    const limit = this.waiting + spare
    this.isMore = false
    const calls = await this.work.claim(limit)
    this.claimed.push(...calls)
    if (calls.length === limit) this.isMore = true
    this.claiming = null
  }
}
