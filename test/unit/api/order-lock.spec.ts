import { once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { guardLocked } from "../../../src/api/guards/guard"

/** A point where a test stops the route. */
function stop() {
  let reach = () => {}
  let go = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const mayGo = new Promise<void>((resolve) => (go = resolve))
  const here = () => {
    reach()
    return mayGo
  }
  return { reached, go: () => go(), here }
}
type Stop = ReturnType<typeof stop>

/** One of Medusa's routes behind the guard, over HTTP. `log` records the events in order. */
async function route(work: Stop, handler: Stop, log: string[]) {
  let isGone = false
  const released = stop()
  const locking = {
    acquire: async () => void log.push("locked"),
    release: async () => {
      log.push("released")
      void released.here()
      if (isGone) throw new Error("the database is gone")
    },
  }
  const deps = { log: { error: () => log.push("told") } }
  const scope = { resolve: (key: string) => (key === Modules.LOCKING ? locking : { deps }) }
  const guarded = guardLocked(
    async () => ({ orderId: "order_1" }),
    async () => {
      await work.here()
      log.push("contract gone")
    },
  )
  const left = stop()
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.once("close", () => void left.here())
    const [req, res] = [Object.assign(incoming, { scope, params: {} }), outgoing]
    void guarded(req as unknown as MedusaRequest, res as unknown as MedusaResponse, async (error?: unknown) => {
      if (error) log.push("refused")
      await handler.here()
      log.push("order canceled")
      res.end("{}")
    })
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const client = request({ port, method: "POST", agent: false }).on("error", () => {})
  client.end()
  return {
    /** Closes the tab and waits until the store has noticed. */
    leave: async () => {
      client.destroy()
      await left.reached
    },
    released: released.reached,
    failToRelease: () => {
      isGone = true
    },
    close: () => {
      client.destroy()
      server.close()
    },
  }
}

describe("the lock of an order on Medusa's routes", () => {
  let [work, handler, log] = [stop(), stop(), [] as string[]]
  let shop: Awaited<ReturnType<typeof route>>
  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] })
    ;[work, handler, log] = [stop(), stop(), []]
    shop = await route(work, handler, log)
    await work.reached
  })
  afterEach(() => {
    jest.useRealTimers()
    shop.close()
  })
  const ALL = ["locked", "contract gone", "order canceled", "released"]

  it("is released once Medusa has responded", async () => {
    work.go()
    handler.go()
    await shop.released
    expect(log).toEqual(ALL)
  })

  it("is kept while Medusa works, though no one waits for its response anymore", async () => {
    work.go()
    await handler.reached
    await shop.leave()
    handler.go()
    await shop.released
    expect(log).toEqual(ALL)
  })

  it("is released after Medusa has done its part, though the client left before", async () => {
    await shop.leave()
    work.go()
    await handler.reached
    handler.go()
    await shop.released
    expect(log).toEqual(ALL)
  })

  it("isn't an error of a completed request if it can't be released", async () => {
    shop.failToRelease()
    work.go()
    handler.go()
    await shop.released
    await new Promise(setImmediate)
    expect(log).toEqual([...ALL, "told"])
  })

  it("is released when it expires, if Medusa never responds", async () => {
    work.go()
    await handler.reached
    jest.advanceTimersByTime(119_000)
    await new Promise(setImmediate)
    expect(log).toEqual(["locked", "contract gone"])
    jest.advanceTimersByTime(1_000)
    await shop.released
    expect(log).toEqual(["locked", "contract gone", "released"])
  })
})
