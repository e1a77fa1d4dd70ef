import { Cleanup } from "../../../demo/cleanup.mjs"

describe("ending what was started", () => {
  it("ends the last started first", async () => {
    const ended: string[] = []
    const cleanup = new Cleanup()
    for (const name of ["database", "store"]) cleanup.add(() => void ended.push(name))
    await cleanup.run()
    expect(ended).toEqual(["store", "database"])
  })

  it("goes on when one cannot be ended", async () => {
    const ended: string[] = []
    const cleanup = new Cleanup()
    cleanup.add(() => void ended.push("database"))
    cleanup.add(() => Promise.reject(new Error("the store hangs")))
    await cleanup.run()
    expect(ended).toEqual(["database"])
  })

  it("ends each only once", async () => {
    let times = 0
    const cleanup = new Cleanup()
    cleanup.add(() => void times++)
    await Promise.all([cleanup.run(), cleanup.run()])
    expect(times).toBe(1)
  })
})
