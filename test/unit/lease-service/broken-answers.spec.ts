import { gzipSync } from "node:zlib"
import type { LeaseServiceOptions } from "../../../src/lease-service"
import { clientOf, type Handler, json, type Local, startLocal, startRaw } from "./support/local-service"
import { ALL_CALLS, API_WRITES, failureOf, ID, ONE_TIME_WRITES, READS } from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

const MEGABYTE = 1024 * 1024

async function outcome(url: string, name: string, options: Partial<LeaseServiceOptions> = {}): Promise<unknown[]> {
  const { service } = clientOf(url, { wire: { retry: 0 }, ...options })
  const error = await failureOf(ALL_CALLS[name]?.(service, url) ?? Promise.resolve())
  await service.close()
  return [error.name, error.effect]
}

const WRITES = Object.keys({ ...API_WRITES, ...ONE_TIME_WRITES })

/** Long enough for a busy machine to connect and send (ms). */
const STALL_MS = 1000

/** Broken answers, each with its error for a write and for a question. */
const BROKEN: [string, Handler, string, string, number?][] = [
  ["stalls before its head", () => undefined, "LeaseUnknown", "LeaseUnreachable", STALL_MS],
  [
    "stalls in its body",
    (_, r) => void r.writeHead(200, { "content-length": "20" }).write('{"a":'),
    "LeaseUnknown",
    "LeaseUnreachable",
    STALL_MS,
  ],
  ["trickles forever", trickle, "LeaseUnknown", "LeaseUnreachable", STALL_MS],
  ["is cut before its head", (_, r) => void r.destroy(), "LeaseUnknown", "LeaseUnreachable"],
  ["is cut in its body", cutInBody, "LeaseUnknown", "LeaseUnreachable"],
  ["is cut in a chunked body", cutInChunks, "LeaseUnknown", "LeaseUnreachable"],
  ["is cut on a connection that was to be closed", cutBeforeClose, "LeaseUnknown", "LeaseUnreachable"],
  ["is cut in the chunks of such a connection", cutChunksBeforeClose, "LeaseUnknown", "LeaseUnreachable"],
  ["has endless headers", endlessHeaders, "LeaseProtocolError", "LeaseProtocolError"],
  ["is larger than a megabyte and says so", large(true), "LeaseProtocolError", "LeaseProtocolError"],
  ["is larger than a megabyte and does not say so", large(false), "LeaseProtocolError", "LeaseProtocolError"],
  ["is larger than a megabyte once unpacked", bomb, "LeaseProtocolError", "LeaseProtocolError"],
  ["is packed and broken", packed(Buffer.from("not gzip")), "LeaseProtocolError", "LeaseProtocolError"],
  ["is packed in an unknown way", packed(Buffer.from("{}"), "zstd-x"), "LeaseProtocolError", "LeaseProtocolError"],
  ["is half a JSON", (_, r) => void r.end('{"invoiceTotal": 5, "appSta'), "LeaseProtocolError", "LeaseProtocolError"],
]

function trickle(_: unknown, response: Parameters<Handler>[1]): void {
  response.writeHead(200, { "content-type": "application/json" })
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}
function cutInBody(_: unknown, response: Parameters<Handler>[1]): void {
  response.writeHead(200, { "content-length": "20" }).write('{"a":', () => response.destroy())
}
function cutInChunks(_: unknown, response: Parameters<Handler>[1]): void {
  response.writeHead(200).write('{"status":"Approved"}', () => response.destroy())
}
function cutBeforeClose(_: unknown, { socket }: Parameters<Handler>[1]): void {
  socket?.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 20\r\n\r\n{"a":')
}
function cutChunksBeforeClose(_: unknown, { socket }: Parameters<Handler>[1]): void {
  socket?.end('HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":')
}
function endlessHeaders(_: unknown, { socket }: Parameters<Handler>[1]): void {
  socket?.end(`HTTP/1.1 200 OK\r\n${"x-pad: 0123456789\r\n".repeat(5000)}\r\n{}`)
}
function large(declared: boolean): Handler {
  return (_, response) => {
    const body = JSON.stringify({ text: "x".repeat(MEGABYTE) })
    response.writeHead(200, declared ? { "content-length": String(body.length) } : {})
    response.on("error", () => undefined).end(body)
  }
}
function bomb(_: unknown, response: Parameters<Handler>[1]): void {
  packed(gzipSync(JSON.stringify({ text: "x".repeat(2 * MEGABYTE) })))(_ as never, response)
}
function packed(body: Buffer, encoding = "gzip"): Handler {
  return (_, response) => void response.writeHead(200, { "content-encoding": encoding }).end(body)
}

/** How each of the calls ends, all made at once. */
async function outcomes(names: string[], timeoutMs?: number): Promise<Record<string, unknown[]>> {
  const ends = names.map(async (name) => [name, await outcome(local.url, name, { timeoutMs })] as const)
  return Object.fromEntries(await Promise.all(ends))
}
const each = (names: string[], end: unknown[]) => Object.fromEntries(names.map((name) => [name, end]))

describe.each(BROKEN)("an answer that %s", (_, handler, ofWrite, ofRead, timeoutMs) => {
  beforeEach(() => local.answer(handler))
  it(`leaves every write unknown (${ofWrite})`, async () => {
    expect(await outcomes(WRITES, timeoutMs)).toEqual(each(WRITES, [ofWrite, "unknown"]))
  })
  it(`leaves every question without effect (${ofRead})`, async () => {
    expect(await outcomes(Object.keys(READS), timeoutMs)).toEqual(each(Object.keys(READS), [ofRead, "none"]))
  })
})

describe("an answer that is no HTTP", () => {
  it.each([
    ["recordCart", "unknown"],
    ["getPricing", "none"],
  ])("%s: effect %s", async (name, effect) => {
    const raw = await startRaw((socket) => socket.once("data", () => socket.end("220 mail.example ESMTP\r\n")))
    expect(await outcome(raw.url, name)).toEqual(["LeaseProtocolError", effect])
    await raw.close()
  })
  it("is not repeated in the error", async () => {
    const raw = await startRaw((socket) => socket.once("data", () => socket.end("secret-greeting\r\n")))
    const { service } = clientOf(raw.url)
    const error = await failureOf(service.getPricing(ID))
    expect(`${error.message} ${error.cause}`).not.toContain("secret-greeting")
    await service.close()
    await raw.close()
  })
})

describe("an answer that is unusual but readable", () => {
  async function price(handler: Handler): Promise<number | undefined> {
    local.answer(handler)
    const { service } = clientOf(local.url)
    const { invoiceTotal } = await service.getPricing(ID)
    await service.close()
    return invoiceTotal
  }
  it("may be packed with gzip, unasked", async () => {
    expect(await price(packed(gzipSync('{"invoiceTotal":1.5}')))).toBe(150)
  })
  it("may begin with a byte order mark", async () => {
    expect(await price((_, r) => void r.end('\ufeff{"invoiceTotal":1.5}'))).toBe(150)
  })
  it("may have another content type", async () => {
    expect(
      await price((_, r) => void r.writeHead(200, { "content-type": "text/plain" }).end('{"invoiceTotal":1.5}')),
    ).toBe(150)
  })
  it("may come in pieces, split inside a character", async () => {
    const body = Buffer.from('{"invoiceTotal":1.5,"note":"é"}')
    const cut = body.indexOf(0xc3) + 1
    const parts = (_: unknown, response: Parameters<Handler>[1]) => {
      response.write(body.subarray(0, cut), () => setImmediate(() => response.end(body.subarray(cut))))
    }
    local.answer(parts)
    const { service } = clientOf(local.url)
    expect((await service.getPricing(ID)).lines).toContainEqual({ name: "note", kind: "text", value: "é" })
    await service.close()
  })
  it("may be announced by an interim answer", async () => {
    expect(
      await price((request, response) => {
        response.writeProcessing()
        json({ invoiceTotal: 1.5 })(request, response)
      }),
    ).toBe(150)
  })
  it("may hold a megabyte", async () => {
    const frame = JSON.stringify({ invoiceTotal: 1.5, pad: "" }).length
    expect(await price(json({ invoiceTotal: 1.5, pad: "x".repeat(MEGABYTE - frame) }))).toBe(150)
  })
})

describe("a question that was given up", () => {
  it("ends the connection instead of reading on", async () => {
    const closed = new Promise<void>((resolve) => local.answer((_, response) => void response.on("close", resolve)))
    const { service } = clientOf(local.url, { timeoutMs: STALL_MS, wire: { retry: 0 } })
    await failureOf(service.getPricing(ID))
    await closed
    await service.close()
  })
})
