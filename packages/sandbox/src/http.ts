import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import { limits } from "./defaults"
import { validationProblem } from "./fields"
import { asProblem, Problem, problemBody } from "./problem"

/** An answer before it is written. */
export type Reply = { status: number; headers: Record<string, string>; text: string }

/** A JSON reply. */
export function jsonReply(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    text: JSON.stringify(body),
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  }
}

/** A failure as a reply (reference 10). `instance`: the route that was called. */
export function problemReply(error: unknown, instance?: string): Reply {
  const problem = asProblem(error)
  const body = problemBody(problem, instance)
  return jsonReply(problem.status, body, { ...problem.headers, "content-type": problemType })
}

export const problemType = "application/problem+json; charset=utf-8"

/** Writes a reply whole. Nothing of the sandbox is to be kept by caches. */
export function send(response: ServerResponse, reply: Reply): void {
  const length = reply.text || reply.status !== 204 ? { "content-length": String(Buffer.byteLength(reply.text)) } : {}
  response.writeHead(reply.status, { "cache-control": "no-store", ...length, ...reply.headers })
  response.end(reply.text)
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

/** The value of a JSON body; undefined when there was none. The parser's own words are not passed on: they quote the body. */
export function parseJson(body: string): unknown {
  if (body === "") return undefined
  try {
    const value: unknown = JSON.parse(body)
    return value
  } catch {
    throw validationProblem({ body: ["must be JSON"] })
  }
}

/** True for an address to listen on that only this machine reaches. */
export function isLoopbackName(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host)
}

/** True for a caller on this machine. */
export function isLoopback(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ""
  return address === "::1" || /^(::ffff:)?127\./.test(address)
}

/** A listening server and the port it got. */
export type Listener = { server: Server; port: number; moved: boolean }

/** Listens on `port`, or on the next free one unless `strict`; 0 is any free port. Rejects when none can be had. */
export async function listen(handler: RequestListener, host: string, port: number, strict: boolean): Promise<Listener> {
  for (let candidate = port; ; candidate += 1) {
    try {
      const server = await listenOnce(handler, host, candidate)
      const address = server.address()
      const got = typeof address === "object" && address ? address.port : candidate
      return { server, port: got, moved: port !== 0 && got !== port }
    } catch (error) {
      const taken = isPortTaken(error)
      if (taken && !strict && port !== 0 && candidate < Math.min(port + 100, 65_535)) continue
      throw error
    }
  }
}

function isPortTaken(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false
  return error.code === "EADDRINUSE" || error.code === "EACCES"
}

function listenOnce(handler: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer(handler)
  // A client that waits a few seconds between two calls must not meet a connection that is being closed.
  server.keepAliveTimeout = 60_000
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      resolve(server)
    })
  })
}

/** Stops a server, and cuts connections that are still open. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
