import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BenchProcess } from "./bench-process.mjs"

describe("a process of the bench", () => {
  let child: BenchProcess | undefined
  afterEach(() => child?.end())

  it("answers what it is told", async () => {
    child = new BenchProcess("answering-server.mjs")
    child.tell({ json: '{"price":1}' })
    const port = await child.hear()
    const answer = await fetch(`http://127.0.0.1:${port}`)
    expect(await answer.json()).toEqual({ price: 1 })
  })

  it("that ends without an answer is told with the last it printed", async () => {
    const empty = mkdtempSync(join(tmpdir(), "lease-to-own-no-store-"))
    child = new BenchProcess("booting-store.mjs", { cwd: empty })
    await expect(child.hear()).rejects.toThrow(/booting-store\.mjs said nothing: it ended\n.*Cannot find module/s)
    rmSync(empty, { recursive: true })
  })

  it("can be ended twice", async () => {
    child = new BenchProcess("answering-server.mjs")
    await child.end()
    await expect(child.end()).resolves.toBeUndefined()
  })
})
