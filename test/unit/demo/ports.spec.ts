import { createServer, type Server } from "node:net"
import { freePort, isFree } from "../../../demo/ports.mjs"

function listenOn(port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(port, host, () => resolve(server))
  })
}

describe("free ports", () => {
  it.each(["127.0.0.1", "0.0.0.0"])("knows a port taken on %s", async (host) => {
    const port = await freePort()
    const server = await listenOn(port, host)
    expect(await isFree(port)).toBe(false)
    server.close()
  })

  it("knows a free port", async () => {
    expect(await isFree(await freePort())).toBe(true)
  })

  it("moves on from a taken port to the next free one", async () => {
    const port = await freePort()
    const server = await listenOn(port, "127.0.0.1")
    expect(await freePort(port)).toBeGreaterThan(port)
    server.close()
  })
})
