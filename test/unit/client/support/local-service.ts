import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { LeaseService, type LeaseServiceOptions } from "../../../../src/client"

/** A request that the local service received. */
export type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string }
export type Handler = (request: Seen, response: ServerResponse) => void

export type Local = {
  url: string
  /** Every complete request, in order. */
  seen: Seen[]
  /** Sets the answer from now on. */
  answer(handler: Handler): void
  /** Ends all connections, including those without an answer. */
  cut(): void
  close(): Promise<void>
}

/** A real HTTP server on a free local port. It knows nothing about the lease service, so each test sets its answers. */
export async function startLocal(): Promise<Local> {
  const seen: Seen[] = []
  let handler: Handler = json({})
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = "", url = "", headers } = request
    const whole = { method, url, headers, body: Buffer.concat(chunks).toString() }
    seen.push(whole)
    handler(whole, response)
  })
  const { url, close } = await listen(server)
  return {
    url,
    seen,
    answer: (next) => {
      handler = next
    },
    cut: () => server.closeAllConnections(),
    close: () => {
      server.closeAllConnections()
      return close()
    },
  }
}

const clients = new Set<LeaseService>()

/** Creates one local service for a file, and closes a test's clients after it. */
export function localService(): () => Local {
  let local: Local
  beforeAll(async () => {
    local = await startLocal()
  })
  beforeEach(() => {
    local.seen.length = 0
    local.answer(json({}))
  })
  afterEach(async () => {
    local.cut()
    await Promise.all([...clients].map((client) => client.close().catch(() => undefined)))
    clients.clear()
  })
  afterAll(() => local.close())
  return () => local
}

/** A raw TCP server, for answers that an HTTP server can't send. */
export async function startRaw(onSocket: (socket: Socket) => void): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
    onSocket(socket)
  })
  const { url, close } = await listen(server)
  return {
    url,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close()
    },
  }
}

async function listen(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${port}`, close }
}

/** An answer with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }
}

/** An answer with this exact body. */
export function plain(body: string, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, headers).end(body)
  }
}

export const PROBLEM = {
  type: "https://service.example/errors#error7",
  title: "Wrong state",
  status: 409,
  detail: "No.",
}
export const INVALID = { title: "Invalid", status: 400, errors: { "items[0].tax": ["The tax is required."] } }

/** A client of a local service that records its waits between two tries instead of waiting. */
export function clientOf(
  url: string,
  options: Partial<LeaseServiceOptions> = {},
  around: ConstructorParameters<typeof LeaseService>[1] = {},
): { service: LeaseService; waits: number[] } {
  const waits: number[] = []
  const credentials = { username: "store-4711", password: "pass-Word-99" }
  const service = new LeaseService(
    { baseUrl: url, ...credentials, ...options },
    { ...around, sleep: async (ms) => void waits.push(ms) },
  )
  clients.add(service)
  return { service, waits }
}
