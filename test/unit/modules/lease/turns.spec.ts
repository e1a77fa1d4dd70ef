import { turns } from "../../../../src/modules/lease/outbox/lanes"

/** Work that ends when it is told to, and what has begun so far. */
function workshop() {
  const begun: number[] = []
  const ends: ((error?: Error) => void)[] = []
  const work = (number: number) => () => {
    begun.push(number)
    return new Promise<number>((resolve, reject) => {
      ends[number] = (error) => (error ? reject(error) : resolve(number))
    })
  }
  return { begun, end: (number: number, error?: Error) => ends[number]?.(error), work }
}

describe("turns", () => {
  it("lets no more than its limit run at once, the others in the order in which they came, and has its turns back", async () => {
    const { begun, end, work } = workshop()
    const turn = turns(2)
    const all = [0, 1, 2, 3].map((number) => turn(work(number)))
    expect(begun).toEqual([0, 1])
    end(1)
    await all[1]
    expect(begun).toEqual([0, 1, 2])
    for (const number of [0, 2, 3]) {
      end(number)
      await all[number]
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
    void turn(work(4))
    expect(begun).toEqual([0, 1, 2, 3, 4])
  })

  it("gives a turn on when the work fails, which is told to the caller", async () => {
    const { begun, end, work } = workshop()
    const turn = turns(1)
    const [first, second] = [turn(work(0)), turn(work(1))]
    end(0, new Error("no"))
    await expect(first).rejects.toThrow("no")
    expect(begun).toEqual([0, 1])
    end(1)
    expect(await second).toBe(1)
  })
})
