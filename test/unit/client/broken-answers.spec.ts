import { gzipSync } from "node:zlib"
import { clientOf, type Handler, json, localService, startRaw } from "./support/local-service"
import { API_WRITES, call, failureOf, ID, ONE_TIME_WRITES, READS } from "./support/samples"

type Answer = Parameters<Handler>[1]
const local = localService()
const MEGABYTE = 1024 * 1024
/** Long enough for a busy machine to connect and send (ms). */
const STALL_MS = 1000
const PATIENT_MS = 45_000

/** A raw answer with `connection: close`. */
const written = (text: string) => (_: unknown, response: Answer) =>
  void response.socket?.end(`HTTP/1.1 200 OK\r\n${text}`)
const CLOSES = "connection: close\r\n"
const CHUNKED = "transfer-encoding: chunked\r\n\r\n"
const begun = (text: string, headers: Record<string, string> = {}, then?: (response: Answer) => void) =>
  ((_, response) => void response.writeHead(200, headers).write(text, () => then?.(response))) as Handler
const cut = (response: Answer) => void response.destroy()
const packed = (body: Buffer, encoding = "gzip"): Handler => {
  return (_, response) => void response.writeHead(200, { "content-encoding": encoding }).end(body)
}
const large = (declared: boolean): Handler => {
  return (_, response) => {
    const body = JSON.stringify({ text: "x".repeat(MEGABYTE) })
    response.writeHead(200, declared ? { "content-length": String(body.length) } : {})
    response.on("error", () => undefined).end(body)
  }
}
const trickle: Handler = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  const timer = setInterval(() => response.write(" "), 20)
  response.on("close", () => clearInterval(timer))
}

/** Incomplete answers, after which a write may have taken effect. */
const CUT: [string, Handler, timeoutMs: number][] = [
  ["stalls before its head", () => undefined, STALL_MS],
  ["stalls in its body", begun('{"a":', { "content-length": "20" }), STALL_MS],
  ["trickles forever", trickle, STALL_MS],
  ["is cut before its head", (_, response) => cut(response), PATIENT_MS],
  ["is cut in its body", begun('{"a":', { "content-length": "20" }, cut), PATIENT_MS],
  ["is cut in a chunked body", begun('{"status":"Approved"}', {}, cut), PATIENT_MS],
  ["is cut on a connection with `close`", written(`${CLOSES}content-length: 20\r\n\r\n{"a":`), PATIENT_MS],
  ["is cut in the chunks of such a connection", written(`${CLOSES}${CHUNKED}5\r\n{"a":`), PATIENT_MS],
]
const UNREADABLE: [string, Handler][] = [
  ["has endless headers", written(`${"x-pad: 0123456789\r\n".repeat(5000)}\r\n{}`)],
  ["is larger than a megabyte, with its length", large(true)],
  ["is larger than a megabyte, without its length", large(false)],
  ["is larger than a megabyte once unpacked", packed(gzipSync(JSON.stringify({ text: "x".repeat(2 * MEGABYTE) })))],
  ["is compressed and broken", packed(Buffer.from("not gzip"))],
  ["is compressed in an unknown way", packed(Buffer.from("{}"), "zstd-x")],
  ["is a page", (_, response) => void response.end("<html>Bad gateway</html>")],
  ["is incomplete JSON", (_, response) => void response.end('{"invoiceTotal": 5, "appSta')],
]

/** The results of all calls, made at once. */
async function ends(calls: object, url: string, timeoutMs?: number): Promise<string[]> {
  const ended = Object.keys(calls).map(async (name) => {
    const { service } = clientOf(url, { dialect: { retry: 0 }, timeoutMs })
    const error = await failureOf(call(name, service, url))
    return `${error.name} ${error.effect}`
  })
  return [...new Set(await Promise.all(ended))]
}
const everyEnd = async (url: string, timeoutMs?: number) => ({
  writes: await ends({ ...API_WRITES, ...ONE_TIME_WRITES }, url, timeoutMs),
  reads: await ends(READS, url, timeoutMs),
})

describe("an answer that", () => {
  it.each(CUT)("%s makes the effect of every write unknown, and reads have none", async (_, answer, timeoutMs) => {
    local().answer(answer)
    const expected = { writes: ["LeaseUnknown unknown"], reads: ["LeaseUnreachable none"] }
    expect(await everyEnd(local().url, timeoutMs)).toEqual(expected)
  })

  const UNKNOWN = { writes: ["LeaseProtocolError unknown"], reads: ["LeaseProtocolError none"] }
  it.each(UNREADABLE)("%s is unreadable, and the call may have succeeded", async (_, answer) => {
    local().answer(answer)
    expect(await everyEnd(local().url)).toEqual(UNKNOWN)
  })

  it("isn't HTTP has the same results, and isn't repeated in the error", async () => {
    const raw = await startRaw((socket) => socket.once("data", () => socket.end("220 secret-greeting ESMTP\r\n")))
    expect(await everyEnd(raw.url)).toEqual(UNKNOWN)
    const error = await failureOf(clientOf(raw.url).service.getPricing(ID))
    expect(`${error.message} ${error.cause}`).not.toContain("secret-greeting")
    await raw.close()
  })
})

describe("an answer that is unusual but readable", () => {
  const BODY = '{"invoiceTotal":1.5,"note":"é"}'
  const cutAt = Buffer.from(BODY).indexOf(0xc3) + 1
  const pad = "x".repeat(MEGABYTE - JSON.stringify({ invoiceTotal: 1.5, pad: "" }).length)

  const plainText: Handler = (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).end(BODY)
  const inPieces: Handler = (_, response) => {
    const bytes = Buffer.from(BODY)
    response.write(bytes.subarray(0, cutAt), () => setImmediate(() => response.end(bytes.subarray(cutAt))))
  }
  const announced: Handler = (request, response) => {
    response.writeProcessing()
    json(JSON.parse(BODY))(request, response)
  }
  it.each<[string, Handler]>([
    ["be compressed with gzip without being asked", packed(gzipSync(BODY))],
    ["begin with a byte order mark", (_, response) => void response.end(`\ufeff${BODY}`)],
    ["have another content type", plainText],
    ["arrive in pieces, split inside a character", inPieces],
    ["follow an interim answer", announced],
    ["have a megabyte", json({ invoiceTotal: 1.5, pad })],
  ])("may %s", async (_, answer) => {
    local().answer(answer)
    const { invoiceTotal, lines } = await clientOf(local().url).service.getPricing(ID)
    expect(invoiceTotal).toBe(150)
    expect(lines.filter(({ name }) => name === "note").every(({ value }) => value === "é")).toBe(true)
  })
})

it("a read that times out closes the connection", async () => {
  const closed = new Promise<void>((resolve) => local().answer((_, response) => void response.on("close", resolve)))
  const { service } = clientOf(local().url, { timeoutMs: STALL_MS, dialect: { retry: 0 } })
  await failureOf(service.getPricing(ID))
  await closed
})
