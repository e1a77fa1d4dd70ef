import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { limits } from "./defaults"
import { asProblem, Problem, problemBody, validationProblem } from "./problem"

export type Reply = {
  status: number
  headers: Record<string, string>
  text: string
  /** The delay before the response. Infinity keeps the connection open without a response. */
  afterMs?: number
  /** Whether to cut the connection after the first half of the response. */
  isHalf?: boolean
}

export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    text: JSON.stringify(body),
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  }
}

export function problemReply(error: unknown): Reply {
  const problem = asProblem(error)
  return jsonReply(problem.status, problemBody(problem), { ...problem.more.headers, "content-type": problemType })
}

export const problemType = "application/problem+json; charset=utf-8"

/** Sends a reply, or cuts the connection if there is none. Never allows caching. */
export function send(response: ServerResponse, reply: Reply | undefined): void {
  if (!reply) {
    response.destroy()
    return
  }
  const { status, headers, text, afterMs, isHalf } = reply
  if (afterMs === Infinity) return
  if (afterMs) {
    const timer = setTimeout(() => send(response, { ...reply, afterMs: 0 }), afterMs)
    response.once("close", () => clearTimeout(timer))
    return
  }
  const length = text || status !== 204 ? { "content-length": String(Buffer.byteLength(text)) } : {}
  response.writeHead(status, { "cache-control": "no-store", ...length, ...headers })
  if (isHalf) response.write(text.slice(0, text.length / 2), () => response.destroy())
  else response.end(text)
}

/** Reads a body. Throws `too-large` above 1 MB (reference 14), but only after reading the rest, or the caller wouldn't get the response. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += bytes.length
    if (size <= limits.bodyBytes) chunks.push(bytes)
    else if (size > limits.bodyBytes * 16) break
  }
  if (size > limits.bodyBytes) {
    throw new Problem("too-large", `A body can have at most ${limits.bodyBytes} bytes. Nothing was recorded.`, {
      headers: { connection: "close" },
    })
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Accepts the given media types. `application/*+json` stands for every type of that form, and for itself (spec 4). Throws 415 for any other type. */
export function checkMediaType(request: IncomingMessage, taken: readonly string[] = anyJson): void {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  if (taken.includes(type)) return
  if (taken.includes("application/*+json") && /^application\/[\w.*!#$&^-]+\+json$/.test(type)) return
  throw new Problem("unsupported-media-type", `Send JSON as ${taken.join(" or ")}. Nothing was recorded.`)
}

const anyJson = ["application/*+json", "application/json"]

/** Throws its own error, because the parser's message quotes the body. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw validationProblem({ body: ["must be JSON"] })
  }
}

/** Reads the body of a step in the contract or the widget. An empty body becomes `{}`. */
export async function readStep(request: IncomingMessage): Promise<unknown> {
  checkMediaType(request)
  return parseJson((await readBody(request)) || "{}")
}

/** Whether only this machine can reach the address. */
export const isLoopback = (address = "") => address === "localhost" || /^(::1$|(::ffff:)?127\.)/.test(address)

export type Listener = { server: Server; port: number; moved: boolean }

/** Listens on `port`, or on the next free port. 0 means any free port. Rejects if no port is available. */
export async function listen(handler: RequestListener, host: string, port: number): Promise<Listener> {
  const last = port === 0 ? port : Math.min(port + 100, 65_535)
  for (let candidate = port; ; candidate += 1) {
    const server = createServer(handler)
    // Keep idle connections open for a minute, or a client that pauses for a few seconds between calls could reuse a connection that is being closed.
    server.keepAliveTimeout = 60_000
    try {
      await once(server.listen(candidate, host), "listening")
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if ((code === "EADDRINUSE" || code === "EACCES") && candidate < last) continue
      throw error
    }
    const { port: got } = server.address() as AddressInfo
    return { server, port: got, moved: port !== 0 && got !== port }
  }
}

export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
