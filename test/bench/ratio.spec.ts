import { compare, inTurns, median, medianRatio } from "./ratio.mjs"

/** A way whose every run takes what comes next in `times`, and says who ran. */
function way(name: string, times: number[], ran: string[] = []) {
  return async () => {
    ran.push(name)
    return times.shift() ?? Number.NaN
  }
}

describe("median", () => {
  it("is the value in the middle, whatever the order", () => {
    expect(median([30, 1, 2])).toBe(2)
  })

  it("lies between the two in the middle of an even number", () => {
    expect(median([4, 1, 2, 100])).toBe(3)
  })

  it("refuses to be taken of nothing", () => {
    expect(() => median([])).toThrow("at least one value")
  })
})

describe("compare", () => {
  it("answers the median of the rounds' ratios, not the ratio of all that was taken", async () => {
    const ratio = await compare({
      rounds: 3,
      warmUp: 0,
      ours: way("ours", [2, 90, 2]),
      theirs: way("theirs", [1, 30, 4]),
    })
    expect(ratio).toBe(2)
  })

  it("leaves the warm-up out", async () => {
    const ratio = await compare({
      rounds: 1,
      warmUp: 2,
      ours: way("ours", [900, 900, 3]),
      theirs: way("theirs", [1, 1, 2]),
    })
    expect(ratio).toBe(1.5)
  })

  it("divides the medians of a round's turns", async () => {
    const ratio = await compare({
      rounds: 1,
      warmUp: 0,
      turns: 3,
      ours: way("ours", [6, 600, 6]),
      theirs: way("theirs", [3, 3, 300]),
    })
    expect(ratio).toBe(2)
  })

  it("lets each way begin in turn", async () => {
    const ran: string[] = []
    await compare({
      rounds: 1,
      warmUp: 0,
      turns: 2,
      ours: way("ours", [1, 1], ran),
      theirs: way("theirs", [1, 1], ran),
    })
    expect(ran).toEqual(["ours", "theirs", "theirs", "ours"])
  })
})

describe("inTurns and medianRatio", () => {
  it("compare several amounts of the same runs", async () => {
    const ours = async () => ({ ms: 30, bytes: 8 })
    const theirs = async () => ({ ms: 10, bytes: 4 })
    const rounds = await inTurns({ rounds: 3, warmUp: 1, ours, theirs })
    const ratios = [medianRatio(rounds, ({ ms }) => ms), medianRatio(rounds, ({ bytes }) => bytes)]
    expect([rounds.length, ...ratios]).toEqual([3, 3, 2])
  })
})
