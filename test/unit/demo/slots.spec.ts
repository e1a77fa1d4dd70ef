import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Cleanup } from "../../../demo/cleanup.mjs"
import { freePort, isFree } from "../../../demo/ports.mjs"
import { claimSlot, isHeld } from "../../../demo/slots.mjs"

/** A port that somebody else has. */
async function takenPort(host = "127.0.0.1") {
  const port = await freePort()
  const server = createServer((socket) => void socket.on("error", () => undefined).end("something else"))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return { port, close: () => server.close() }
}

describe("demos side by side in one checkout", () => {
  let base: string
  const claimed: { release: () => void }[] = []
  const claim = async () => {
    const slot = await claimSlot(base)
    claimed.push(slot)
    return slot
  }
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "lease-to-own-slots-"))
  })
  afterEach(() => {
    for (const { release } of claimed.splice(0)) release()
    rmSync(base, { recursive: true })
  })

  it("have a folder each, also when they start at once, and one that is released is given again", async () => {
    const slots = await Promise.all([claim(), claim(), claim()])
    expect(slots.map(({ folder }) => folder).sort()).toEqual([base, join(base, "2"), join(base, "3")])
    const first = slots.find(({ number }) => number === 1)
    expect(await isHeld(base)).toBe(true)
    first?.release()
    expect(await isHeld(base)).toBe(false)
    expect(await claim()).toMatchObject({ number: 1 })
  })

  it("take over what a killed demo has left, although its port is somebody else's by now", async () => {
    const { port, close } = await takenPort()
    writeFileSync(join(base, "in-use.json"), JSON.stringify({ port, word: "gone" }))
    expect(await claim()).toMatchObject({ number: 1 })
    close()
  })
})

it.each(["127.0.0.1", "0.0.0.0"])(
  "a port that is taken on %s is known, and the next free one is used",
  async (host) => {
    const { port, close } = await takenPort(host)
    expect(await isFree(port)).toBe(false)
    const next = await freePort(port)
    expect([next > port, await isFree(next)]).toEqual([true, true])
    close()
  },
)

it("what was started is ended once, the last first, although one cannot be ended", async () => {
  const ended: string[] = []
  const cleanup = new Cleanup()
  cleanup.add(() => void ended.push("database"))
  jest.spyOn(console, "error").mockImplementation(() => undefined)
  cleanup.add(() => Promise.reject(new Error("the store hangs")))
  cleanup.add(() => void ended.push("shop"))
  await Promise.all([cleanup.run(), cleanup.run()])
  expect(ended).toEqual(["shop", "database"])
  jest.restoreAllMocks()
})
