import { fetchInHalves } from "../../../../src/modules/lease/outbox/reconcile"

const BAD = [3, 40]

/** Returns a result per number, or throws if a bad one is among them. */
function asker() {
  const asked: number[][] = []
  const ask = async (some: number[]) => {
    asked.push(some)
    const bad = some.find((one) => BAD.includes(one))
    if (bad !== undefined) throw new RangeError(`${bad} is bad`)
    return new Map(some.map((one) => [String(one), one * 2]))
  }
  return { asked, ask }
}

describe("a batch", () => {
  it("a batch is one request if all its items succeed", async () => {
    const { asked, ask } = asker()
    const { answers, failed } = await fetchInHalves([1, 2], ask)
    expect([...answers]).toEqual([
      ["1", 2],
      ["2", 4],
    ])
    expect([failed.size, asked.length]).toEqual([0, 1])
  })

  it("only the items that can't be read fail, with their reasons", async () => {
    const { asked, ask } = asker()
    const { answers, failed } = await fetchInHalves(
      Array.from({ length: 100 }, (_, n) => n),
      ask,
    )
    expect(answers.size).toBe(98)
    expect([...failed].map(([one, error]) => [one, String(error)])).toEqual(
      BAD.map((bad) => [bad, `RangeError: ${bad} is bad`]),
    )
    expect(asked.length).toBeLessThan(40)
  })

  it("a batch can be empty", async () => {
    expect((await fetchInHalves([], asker().ask)).answers.size).toBe(0)
  })

  it("an error about all items isn't retried item by item", async () => {
    const { asked, ask } = asker()
    const { answers, failed } = await fetchInHalves([1, 3, 4], ask, (error) => !(error instanceof RangeError))
    expect([answers.size, [...failed.keys()], asked.length]).toEqual([0, [1, 3, 4], 1])
  })
})
