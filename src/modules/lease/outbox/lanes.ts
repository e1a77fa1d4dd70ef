import { callKinds, type LaneName, TASK_KINDS, type TaskKind } from "../rules/call-kinds"

/** `slots`: so many calls at once. `ahead`: so many are claimed at a time, so that their intents are written by one statement. */
type Width = { slots: number; ahead?: number }
type LaneKinds = Width & { kinds: readonly TaskKind[] }

/** Money and promises first. */
const WIDTHS: Record<LaneName, Width> = {
  orders: { slots: 4 },
  contracts: { slots: 4 },
  deliveries: { slots: 8, ahead: 32 },
  books: { slots: 4 },
  readings: { slots: 4 },
}

/** Lanes share nothing: no call waits behind one of another lane, and a call that hangs holds its own slot only. */
export const LANES: readonly LaneKinds[] = Object.entries(WIDTHS).map(([lane, width]) => ({
  kinds: TASK_KINDS.filter((kind) => callKinds[kind].lane === lane),
  ...width,
}))

/** How a lane comes by its calls and has one made; `make` never throws. */
export type LaneWork<T> = {
  claim(kinds: readonly TaskKind[], limit: number): Promise<T[]>
  make(call: T, turn: Turn): Promise<void>
  isOver(): boolean
  /** The claim failed with this. */
  failed(error: unknown): void
}

/** One lane of one run. */
export class Lane<T> {
  /** How many calls were claimed, and how many of them have ended. */
  begun = 0
  ended = 0
  private readonly turn: Turn
  private readonly under = new Set<Promise<void>>()
  private filling: Promise<void> | null = null
  private news = false
  private freed = () => {}

  constructor(
    private readonly lane: LaneKinds,
    private readonly work: LaneWork<T>,
  ) {
    this.turn = turns(lane.slots)
  }

  /** Begins what is due, and what becomes due as long as there is more than it has room for. Asked again when something new may be due. */
  begin(): void {
    this.news = true
    this.filling ??= this.fill()
  }

  /** Whether one of these is a kind of its own. */
  takes(kinds: ReadonlySet<TaskKind>): boolean {
    return this.lane.kinds.some((kind) => kinds.has(kind))
  }

  get busy(): boolean {
    return this.filling !== null || this.under.size > 0
  }

  /** Until nothing is in progress. */
  async rest(): Promise<void> {
    while (this.busy) await Promise.all([this.filling, ...this.under])
  }

  private async fill(): Promise<void> {
    while (this.news) {
      this.news = false
      try {
        while (await this.claimSome());
      } catch (error) {
        this.work.failed(error)
      }
    }
    this.filling = null
  }

  /** False when nothing more is due, or the run is over. */
  private async claimSome(): Promise<boolean> {
    const { kinds, slots, ahead = 0 } = this.lane
    // One that hangs keeps its place; the others are filled again.
    while (this.under.size >= slots + ahead) await this.untilFreed()
    if (this.work.isOver()) return false
    const limit = ahead || slots - this.under.size
    const calls = await this.work.claim(kinds, limit)
    for (const call of calls) this.start(call)
    return calls.length === limit
  }

  private untilFreed(): Promise<void> {
    return new Promise((resolve) => {
      this.freed = resolve
    })
  }

  private start(call: T): void {
    this.begun += 1
    const made = this.work.make(call, this.turn).finally(() => {
      this.under.delete(made)
      this.ended += 1
      this.freed()
    })
    this.under.add(made)
  }
}

/** Runs work when its turn comes. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** Turns for at most `limit` at once; who comes later waits, in the order of coming. */
export function turns(limit: number): Turn {
  const waiting: (() => void)[] = []
  let free = limit
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
