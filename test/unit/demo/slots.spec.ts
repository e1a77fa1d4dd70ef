import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { claimSlot, isHeld } from "../../../demo/slots.mjs"

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

  it("gives the first one the folder itself", async () => {
    expect(await claim()).toMatchObject({ number: 1, folder: base })
  })

  it("gives a second one a folder of its own", async () => {
    await claim()
    expect(await claim()).toMatchObject({ number: 2, folder: join(base, "2") })
  })

  it("gives each of several that start at once another folder", async () => {
    const slots = await Promise.all([claim(), claim(), claim()])
    expect(slots.map(({ number }) => number).sort()).toEqual([1, 2, 3])
  })

  it("gives a folder again once it is released", async () => {
    const first = await claim()
    first.release()
    expect(await claim()).toMatchObject({ number: 1 })
  })

  it("takes over what a killed demo has left, although its port is somebody else's by now", async () => {
    const other = createServer((socket) => socket.end("something else")).listen(0, "127.0.0.1")
    const address = other.address()
    const port = typeof address === "object" && address ? address.port : 0
    writeFileSync(join(base, "in-use.json"), JSON.stringify({ port, word: "gone" }))
    expect(await claim()).toMatchObject({ number: 1 })
    other.close()
  })

  it("knows which folder is held", async () => {
    const { folder, release } = await claim()
    expect(await isHeld(folder)).toBe(true)
    release()
    expect(await isHeld(folder)).toBe(false)
  })
})
