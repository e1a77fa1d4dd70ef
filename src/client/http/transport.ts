import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"
import type { Dispatcher } from "undici"

/** Maximum response size (bytes). The spec's responses are far smaller. */
const MAX_BODY = 1024 * 1024

/** An HTTP request. `headers` alternates names and values. */
export type Outgoing = {
  method: "GET" | "POST" | "DELETE"
  origin: string
  path: string
  headers: string[]
  body?: string
}

export type HttpAnswer = { status: number; body: string; retryAfter?: string }

export type Fault = "network" | "timeout" | "oversized" | "garbage"

/** A missing or incomplete response. If `sent` is false, no byte of the request was written. If it's true, the request may have taken effect. */
export class TransportError extends Error {
  constructor(
    readonly fault: Fault,
    readonly sent: boolean,
    message: string,
    readonly code?: string,
  ) {
    super(message)
    this.name = "TransportError"
  }
}

/**
 * Sends one request and reads its whole response. `timeoutMs` covers everything, including the wait for a connection. Redirects aren't followed.
 * Never rejects: without a complete response, resolves to a {@link TransportError}.
 */
export function send(
  dispatcher: Dispatcher,
  request: Outgoing,
  timeoutMs: number,
): Promise<HttpAnswer | TransportError> {
  return new Promise((resolve) => {
    const exchange = new Exchange(resolve, timeoutMs)
    const { origin, path, method, headers, body } = request
    dispatcher.dispatch(
      { origin, path, method, headers, body: body ?? null, headersTimeout: 0, bodyTimeout: 0 },
      exchange,
    )
  })
}

/**
 * undici calls `onRequestStart` right before it writes a request to a connected socket, and only then. This call, rather than an error's code, proves
 * that the request was sent. A request that timed out earlier is aborted here and can't go out later. undici never writes a request twice: when a
 * socket closes, its request fails, and only queued requests move to another socket.
 */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private finished = false
  private status = 0
  private retryAfter: string | undefined
  private encoding: string | undefined
  private chunks: Buffer[] = []
  private size = 0
  private readonly deadline: NodeJS.Timeout

  constructor(
    private readonly resolve: (outcome: HttpAnswer | TransportError) => void,
    timeoutMs: number,
  ) {
    this.deadline = setTimeout(() => this.fail("timeout", `no whole answer within ${timeoutMs} ms`), timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.finished) controller.abort(new Error("given up before it was sent"))
    else this.controller = controller
  }

  onResponseStart(_: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.status = status
    this.retryAfter = first(headers["retry-after"])
    this.encoding = first(headers["content-encoding"])
    if (Number(first(headers["content-length"])) > MAX_BODY) this.tooLarge()
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.size += chunk.length
    if (this.size > MAX_BODY) this.tooLarge()
    else this.chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.finished) return
    try {
      const body = decode(this.chunks, this.encoding)
      this.finish()
      this.resolve({ status: this.status, body, retryAfter: this.retryAfter })
    } catch (error) {
      if (error instanceof RangeError) this.fail("oversized", "the answer is too large")
      else this.fail("garbage", "the answer cannot be decompressed")
    }
  }

  onResponseError(_: unknown, error: Error & { code?: string }): void {
    const code = error.code ?? (error instanceof AggregateError ? codeOf(error.errors[0]) : undefined)
    if (isGarbage(error)) this.fail("garbage", "the answer is no HTTP", code)
    else this.fail("network", error.message || code || "the connection failed", code)
  }

  private tooLarge(): void {
    this.fail("oversized", `the answer is larger than ${MAX_BODY} bytes`)
  }

  private fail(fault: Fault, message: string, code?: string): void {
    if (this.finished) return
    this.finish()
    const status = this.status ? ` (HTTP ${this.status})` : ""
    this.resolve(new TransportError(fault, this.controller !== undefined, message + status, code))
    this.controller?.abort(new Error(message))
  }

  private finish(): void {
    this.finished = true
    clearTimeout(this.deadline)
  }
}

function decode(chunks: Buffer[], encoding = "identity"): string {
  const [only] = chunks
  const raw = only && chunks.length === 1 ? only : Buffer.concat(chunks)
  const body = raw.length > 0 ? unpack(raw, encoding.toLowerCase()) : raw
  const text = body.toString()
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Decompresses a response. Some gateways compress even if no one asked them to. Throws a RangeError above {@link MAX_BODY}. */
function unpack(body: Buffer, encoding: string): Buffer {
  const bound = { maxOutputLength: MAX_BODY }
  if (encoding === "identity") return body
  if (encoding === "gzip" || encoding === "x-gzip") return gunzipSync(body, bound)
  if (encoding === "deflate") return inflateSync(body, bound)
  if (encoding === "br") return brotliDecompressSync(body, bound)
  throw new Error("unknown encoding")
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}

/**
 * True if the response isn't HTTP. The parser's error isn't passed on, because it contains the received data. A response cut off midway also fails to
 * parse, but isn't garbage.
 */
function isGarbage({ name, message, code }: Error & { code?: string }): boolean {
  if (code === "UND_ERR_HEADERS_OVERFLOW") return true
  return name === "HTTPParserError" && !message.includes("Invalid EOF state")
}
