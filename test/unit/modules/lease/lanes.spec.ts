import { LANES, Lane, type LaneWork } from "../../../../src/modules/lease/outbox/lanes"
import { TASK_KINDS, type TaskKind } from "../../../../src/modules/lease/rules/call-kinds"

const KINDS: readonly TaskKind[] = ["read_status"]

/** A lane over calls that end when they are told to. */
function laneOf(slots: number, waiting: number[]) {
  const made: number[] = []
  const ends = new Map<number, () => void>()
  const failures: unknown[] = []
  const state = { over: false, broken: false }
  const work: LaneWork<number> = {
    isOver: () => state.over,
    claim: async (_kinds, limit) => {
      if (state.broken) throw new Error("the database is gone")
      return waiting.splice(0, limit)
    },
    make: (call) => {
      made.push(call)
      return new Promise((resolve) => ends.set(call, resolve))
    },
    failed: (error) => void failures.push(error),
  }
  return {
    lane: new Lane({ kinds: KINDS, slots }, work),
    made,
    end: (call: number) => ends.get(call)?.(),
    failures,
    state,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe("a lane of pending calls", () => {
  it("is one of several, of which each kind of call has exactly one", () => {
    expect(LANES.flatMap(({ kinds }) => kinds).sort()).toEqual([...TASK_KINDS].sort())
  })

  it("makes no more at once than it has slots, and fills the slot of one that ends though another hangs", async () => {
    const { lane, made, end } = laneOf(2, [1, 2, 3, 4])
    lane.begin()
    await settled()
    expect(made).toEqual([1, 2])
    end(2)
    await settled()
    end(3)
    await settled()
    expect(made).toEqual([1, 2, 3, 4])
    expect(lane.busy).toBe(true)
  })

  it("begins nothing more once the run is over", async () => {
    const { lane, made, end, state } = laneOf(1, [1, 2])
    lane.begin()
    await settled()
    state.over = true
    end(1)
    await lane.rest()
    expect(made).toEqual([1])
  })

  it("rests once nothing is in progress, and starts over when it is asked", async () => {
    const waiting: number[] = []
    const { lane, made, end } = laneOf(1, waiting)
    lane.begin()
    await lane.rest()
    waiting.push(1)
    lane.begin()
    await settled()
    end(1)
    await lane.rest()
    expect(made).toEqual([1])
    expect(lane).toMatchObject({ begun: 1, ended: 1, busy: false })
  })

  it("says what kept it from claiming, and claims again when it is asked", async () => {
    const { lane, made, failures, state } = laneOf(1, [1])
    state.broken = true
    lane.begin()
    await lane.rest()
    expect(failures).toHaveLength(1)
    state.broken = false
    lane.begin()
    await settled()
    expect(made).toEqual([1])
  })
})
