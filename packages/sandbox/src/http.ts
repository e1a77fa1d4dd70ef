import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { limits } from "./defaults"
import { asProblem, Problem, problemBody, validationProblem } from "./problem"

/** An answer before it is written. */
export type Reply = {
  status: number
  headers: Record<string, string>
  text: string
  /** How long it waits; Infinity: the connection stays open without it. */
  afterMs?: number
  /** Cut after the first half. */
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

/** Writes a reply; without one the connection is cut. Nothing of the sandbox is to be kept by caches. */
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

/** Reads a body whole. Throws `too-large` over 1 MB (reference 14), after the rest was swallowed so that the answer arrives. */
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
    throw new Problem("too-large", `A body has ${limits.bodyBytes} bytes at most. Nothing was recorded.`, {
      headers: { connection: "close" },
    })
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** Takes the types named, `application/*+json` for each of that form, star included (spec 4); else throws 415. */
export function checkMediaType(request: IncomingMessage, taken: readonly string[] = anyJson): void {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
  if (taken.includes(type)) return
  if (taken.includes("application/*+json") && /^application\/[\w.*!#$&^-]+\+json$/.test(type)) return
  throw new Problem("unsupported-media-type", `Send JSON as ${taken.join(" or ")}. Nothing was recorded.`)
}

const anyJson = ["application/*+json", "application/json"]

/** The value of a JSON body. The parser's own words are not passed on: they quote the body. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw validationProblem({ body: ["must be JSON"] })
  }
}

/** The value of a step's body; none is `{}`. */
export async function readStep(request: IncomingMessage): Promise<unknown> {
  checkMediaType(request)
  return parseJson((await readBody(request)) || "{}")
}

/** True for an address of this machine that no other reaches. */
export const isLoopback = (address = "") => address === "localhost" || /^(::1$|(::ffff:)?127\.)/.test(address)

/** A listening server and the port it got. */
export type Listener = { server: Server; port: number; moved: boolean }

/** Listens on `port`, or on the next free one unless `strict`; 0 is any free port. Rejects when none can be had. */
export async function listen(handler: RequestListener, host: string, port: number, strict: boolean): Promise<Listener> {
  const last = strict || port === 0 ? port : Math.min(port + 100, 65_535)
  for (let candidate = port; ; candidate += 1) {
    const server = createServer(handler)
    // A client that waits a few seconds between two calls must not meet a connection that is being closed.
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

/** Stops a server, and cuts connections that are still open. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
