import { Batches } from "../../../../src/modules/lease/tables/batches"

/** Writes of numbers, each returning its double. `refuse` throws for some. */
function batchesOf(refuse: (many: number[]) => Error | undefined = () => undefined) {
  const written: number[][] = []
  const batches = new Batches<number, number>(async (many) => {
    written.push(many)
    const error = refuse(many)
    if (error) throw error
    return many.map((one) => 2 * one)
  })
  return { written, ask: (...numbers: number[]) => Promise.allSettled(numbers.map((one) => batches.add(one))) }
}

const done = (value: number) => ({ status: "fulfilled", value })

describe("writes of several", () => {
  it("concurrent writes go out together, and each gets its own result", async () => {
    const { written, ask } = batchesOf()
    expect(await ask(1, 2, 3)).toEqual([done(2), done(4), done(6)])
    expect(written).toEqual([[1, 2, 3]])
  })

  it("if the database rejects one of several writes, only that one fails", async () => {
    const wrong = new Error("invalid input")
    const { written, ask } = batchesOf((many) => (many.includes(2) ? wrong : undefined))
    expect(await ask(1, 2, 3)).toEqual([done(2), { status: "rejected", reason: wrong }, done(6)])
    expect(written).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it("writes aren't repeated after a lost connection, because they may have happened", async () => {
    const gone = new Error("Connection terminated unexpectedly")
    const { written, ask } = batchesOf(() => gone)
    expect((await ask(1, 2)).map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(written).toEqual([[1, 2]])
  })
})
