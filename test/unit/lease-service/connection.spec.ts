import type { Socket } from "node:net"
import { Pool } from "undici"
import { send } from "../../../src/lease-service/http/transport"
import { clientOf, json, type Local, startLocal, startRaw } from "./support/local-service"
import { ALL_CALLS, API_WRITES, cart, failureOf, ID, ONE_TIME_WRITES } from "./support/samples"

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"

describe("a connection that was never made has no effect", () => {
  it.each(Object.keys(ALL_CALLS))("%s to a port without a listener", async (name) => {
    const local = await startLocal()
    await local.close()
    const { service } = clientOf(local.url)
    const error = await failureOf(ALL_CALLS[name]?.(service, local.url) ?? Promise.resolve())
    expect([error.name, error.effect]).toEqual(["LeaseUnreachable", "none"])
    await service.close()
  })

  it("names the fault in the log's message", async () => {
    const local = await startLocal()
    await local.close()
    const { service } = clientOf(local.url)
    expect(await failureOf(service.cancelContract(ID))).toMatchObject({
      message: expect.stringContaining("ECONNREFUSED"),
      cause: expect.objectContaining({ code: "ECONNREFUSED" }),
    })
    await service.close()
  })

  it("a host that has no address", async () => {
    const { service } = clientOf("http://nobody.invalid")
    expect(await failureOf(service.recordCart(ID, cart()))).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    await service.close()
  })

  it("a server that speaks no TLS", async () => {
    const local = await startLocal()
    const { service } = clientOf(local.url.replace("http:", "https:"))
    expect(await failureOf(service.recordCart(ID, cart()))).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    expect(local.seen).toHaveLength(0)
    await service.close()
    await local.close()
  })

  it("a server that hangs up during the TLS handshake", async () => {
    const raw = await startRaw((socket) => socket.once("data", () => socket.destroy()))
    const { service } = clientOf(raw.url.replace("http:", "https:"))
    expect(await failureOf(service.cancelContract(ID))).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    await service.close()
    await raw.close()
  })

  it("a TLS handshake that never ends", async () => {
    const raw = await startRaw(() => undefined)
    const { service } = clientOf(raw.url.replace("http:", "https:"), { timeoutMs: 150 })
    expect(await failureOf(service.cancelContract(ID))).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
    await service.close()
    await raw.close()
  })

  it("a client that is closed", async () => {
    const { service } = clientOf("http://127.0.0.1:1")
    await service.close()
    expect(await failureOf(service.cancelContract(ID))).toMatchObject({ name: "LeaseUnreachable", effect: "none" })
  })
})

describe("a kept connection that ends under a write", () => {
  it.each(Object.keys(API_WRITES))("leaves %s unknown, and it is sent only once", async (name) => {
    let requests = 0
    const raw = await startRaw((socket) =>
      socket.on("data", (data) => {
        const starts = /^(GET|POST|DELETE) /.test(data.toString())
        if (starts && ++requests === 1) socket.write(ANSWER)
        else socket.resetAndDestroy()
      }),
    )
    const { service } = clientOf(raw.url)
    await service.getPricing(ID)
    const error = await failureOf(API_WRITES[name]?.(service) ?? Promise.resolve())
    expect([error.name, error.effect, requests]).toEqual(["LeaseUnknown", "unknown", 2])
    await service.close()
    await raw.close()
  })

  it("does not keep a question from being answered", async () => {
    let requests = 0
    const raw = await startRaw((socket) =>
      socket.on("data", () => {
        if (++requests === 2) socket.resetAndDestroy()
        else socket.write(ANSWER)
      }),
    )
    const { service } = clientOf(raw.url)
    await service.getPricing(ID)
    await expect(service.getPricing(ID)).resolves.toEqual({ lines: [] })
    await service.close()
    await raw.close()
  })
})

describe("connections", () => {
  let local: Local
  beforeEach(async () => {
    local = await startLocal()
  })
  afterEach(() => local.close())

  it("are kept for the next call", async () => {
    const ports = new Set<number | undefined>()
    local.answer((request, response) => {
      ports.add(response.req.socket.remotePort)
      json({})(request, response)
    })
    const { service } = clientOf(local.url)
    for (let i = 0; i < 10; i++) await service.getPricing(ID)
    // undici frees a connection a moment after the answer is there, so that two take turns.
    expect(ports.size).toBeLessThanOrEqual(2)
    await service.close()
  })

  it("a write that found no free connection in time was not sent and is not sent later", async () => {
    const arrived = new Promise<() => void>((resolve) => {
      local.answer((request, response) => resolve(() => json({})(request, response)))
    })
    const pool = new Pool(local.url, { connections: 1 })
    const request = { origin: local.url, path: "/", headers: [] }
    const slow = send(pool, { ...request, method: "GET" }, 60_000)
    const release = await arrived
    const waiting = await send(pool, { ...request, method: "DELETE" }, 50)
    expect(waiting).toMatchObject({ fault: "timeout", sent: false })
    release()
    await slow
    await pool.close()
    expect(local.seen.map(({ method }) => method)).toEqual(["GET"])
  })

  it("close waits for the call in progress", async () => {
    const { service } = clientOf(local.url)
    const pricing = service.getPricing(ID)
    await service.close()
    await expect(pricing).resolves.toEqual({ lines: [] })
  })
})

describe("a one-time URL", () => {
  it.each(Object.keys(ONE_TIME_WRITES))("%s to a server that hangs up is unknown", async (name) => {
    const raw = await startRaw((socket: Socket) => socket.once("data", () => socket.destroy()))
    const { service } = clientOf(raw.url)
    const error = await failureOf(ONE_TIME_WRITES[name]?.(service, raw.url) ?? Promise.resolve())
    expect([error.name, error.effect]).toEqual(["LeaseUnknown", "unknown"])
    await service.close()
    await raw.close()
  })
})
