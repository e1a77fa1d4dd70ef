import { resolve } from "node:path"
import { Cleanup } from "../../demo/cleanup.mjs"
import { BenchLedgers } from "./bench-ledger.mjs"

const ROOT = resolve(__dirname, "../..")

/** The bench loads its parts by their paths. */
describe("ledger of the compiled plugin in the bench", () => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())

  it("the bench keeps leases in its own tables", async () => {
    const { list, runPending } = await new BenchLedgers(ROOT, cleanup).open("https://service.example")
    expect(await list.page({}, { limit: 1 })).toMatchObject({ leases: [], count: 0 })
    expect(typeof runPending).toBe("function")
  })
})
