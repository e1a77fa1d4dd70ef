import { Pool, type PoolSize } from "../../../../src/modules/lease/outbox/pool"

/** A pool of calls that the test ends. */
function poolOf(size: PoolSize, waiting: number[]) {
  const made: number[] = []
  const ends = new Map<number, () => void>()
  const claims: number[] = []
  const work = {
    claim: async (limit: number) => {
      claims.push(limit)
      return waiting.splice(0, limit)
    },
    make: (call: number) => {
      made.push(call)
      return new Promise<void>((resolve) => ends.set(call, resolve))
    },
  }
  return { pool: new Pool(size, work), made, claims, end: (call: number) => ends.get(call)?.() }
}

/** Waits for claims, which take a turn of the event loop. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}

describe("a pool of pending calls", () => {
  it("a pool makes as many calls as it has slots, and refills a slot even if another call hangs", async () => {
    const { pool, made, end } = poolOf({ slots: 2 }, [1, 2, 3, 4])
    pool.fill()
    await idle()
    expect(made).toEqual([1, 2])
    end(2)
    await idle()
    end(3)
    await idle()
    expect(made).toEqual([1, 2, 3, 4])
    expect(pool.busy).toBe(true)
  })

  it("a pool claims as many calls as it has free slots, by one statement", async () => {
    const { pool, claims } = poolOf({ slots: 3 }, [1, 2, 3, 4])
    pool.fill()
    await idle()
    expect(claims).toEqual([3])
  })

  it("a pool with spare claims some calls ahead", async () => {
    const { pool, made, claims, end } = poolOf({ slots: 2, spare: 4 }, [1, 2, 3, 4, 5, 6, 7])
    pool.fill()
    await idle()
    expect(claims).toEqual([6])
    end(1)
    await idle()
    expect(made).toEqual([1, 2, 3])
  })

  it("a pool is idle once nothing is in progress, and can start again", async () => {
    const waiting: number[] = []
    const { pool, made, end } = poolOf({ slots: 2 }, waiting)
    pool.fill()
    await pool.idle()
    waiting.push(1)
    pool.fill()
    await idle()
    end(1)
    await pool.idle()
    expect(made).toEqual([1])
    expect(pool.busy).toBe(false)
  })

  it("a pool claims calls that became due during an empty claim", async () => {
    const waiting: number[] = []
    const { pool, made } = poolOf({ slots: 1 }, waiting)
    pool.fill()
    await idle()
    waiting.push(1)
    pool.fill()
    await idle()
    expect(made).toEqual([1])
  })
})
