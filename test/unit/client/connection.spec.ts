import type { Socket } from "node:net"
import { Pool } from "undici"
import { send } from "../../../src/client/http/transport"
import { clientOf, json, localService, startLocal, startRaw } from "./support/local-service"
import { ALL_CALLS, API_WRITES, call, cart, failureOf, ID } from "./support/samples"

const local = localService()
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
const UNSENT = { name: "LeaseUnreachable", effect: "none" }
const tls = (url: string) => url.replace("http:", "https:")

/** A server that does this to each connection, while `use` runs. */
async function withRaw(onSocket: (socket: Socket) => void, use: (url: string) => Promise<void>): Promise<void> {
  const raw = await startRaw(onSocket)
  try {
    await use(raw.url)
  } finally {
    await raw.close()
  }
}

describe("a connection that was never made has no effect", () => {
  it("a refused connection had no effect, for any call, and the log names the fault", async () => {
    const gone = await startLocal()
    await gone.close()
    const { service } = clientOf(gone.url)
    for (const name of Object.keys(ALL_CALLS))
      expect(await failureOf(call(name, service, gone.url))).toMatchObject({
        ...UNSENT,
        message: expect.stringContaining("ECONNREFUSED"),
        cause: expect.objectContaining({ code: "ECONNREFUSED" }),
      })
  })

  it("an unknown host or a closed client means no effect", async () => {
    expect(await failureOf(clientOf("http://nobody.invalid").service.recordCart(ID, cart()))).toMatchObject(UNSENT)
    const { service } = clientOf(local().url)
    await service.close()
    expect(await failureOf(service.cancelContract(ID))).toMatchObject(UNSENT)
  })

  it("a failed TLS handshake means no effect", async () => {
    expect(await failureOf(clientOf(tls(local().url)).service.recordCart(ID, cart()))).toMatchObject(UNSENT)
    expect(local().seen).toHaveLength(0)
    const bad: ((socket: Socket) => void)[] = [
      (socket) => void socket.once("data", () => socket.destroy()),
      () => undefined,
    ]
    for (const onSocket of bad)
      await withRaw(onSocket, async (url) => {
        const { service } = clientOf(tls(url), { timeoutMs: 150 })
        expect(await failureOf(service.cancelContract(ID))).toMatchObject(UNSENT)
      })
  })
})

describe("a kept connection that ends", () => {
  /** Answers every request but the second, whose connection it cuts. */
  async function cutAtSecond(use: (service: ReturnType<typeof clientOf>["service"]) => Promise<void>): Promise<number> {
    let requests = 0
    const onSocket = (socket: Socket) =>
      void socket.on("data", (data) => {
        if (!/^(GET|POST|DELETE) /.test(data.toString())) return
        if (++requests === 2) socket.resetAndDestroy()
        else socket.write(ANSWER)
      })
    await withRaw(onSocket, async (url) => {
      const { service } = clientOf(url)
      await service.getPricing(ID)
      await use(service)
    })
    return requests
  }

  it.each(Object.keys(API_WRITES))("a lost connection leaves %s unknown, and sent once", async (name) => {
    const requests = await cutAtSecond(async (service) => {
      const expected = { name: "LeaseUnknown", effect: "unknown" }
      expect(await failureOf(call(name, service, ""))).toMatchObject(expected)
    })
    expect(requests).toBe(2)
  })

  it("a kept connection that ends doesn't fail a read", async () => {
    await cutAtSecond((service) => expect(service.getPricing(ID)).resolves.toEqual({ lines: [] }))
  })
})

describe("connections", () => {
  it("a write without a free connection in time isn't sent, now or later", async () => {
    const arrived = new Promise<() => void>((resolve) => {
      local().answer((request, response) => resolve(() => json({})(request, response)))
    })
    const pool = new Pool(local().url, { connections: 1 })
    const request = { origin: local().url, path: "/", headers: [] }
    const slow = send(pool, { ...request, method: "GET" }, 60_000)
    const release = await arrived
    const waiting = await send(pool, { ...request, method: "DELETE" }, 50)
    expect(waiting).toMatchObject({ fault: "timeout", sent: false })
    release()
    await slow
    await pool.close()
    expect(local().seen.map(({ method }) => method)).toEqual(["GET"])
  })
})
