import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net"
import { LeaseService, type LeaseServiceOptions } from "../../../../src/client"

/** A request as the local service got it. */
export type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string }
export type Handler = (request: Seen, response: ServerResponse) => void

export type Local = {
  url: string
  /** Every request that arrived whole, in order. */
  seen: Seen[]
  /** Answers from now on. */
  answer(handler: Handler): void
  /** Ends all connections, those of answers that never come, too. */
  cut(): void
  close(): Promise<void>
}

/** A real HTTP server on a free port of this machine. It knows nothing of the lease service; each test writes its answers. */
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

/** One local service for a file, and every client of a test is closed after it. */
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

/** A server that speaks whatever it is told to, below HTTP. */
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

/** An answer of JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  }
}

/** An answer as it is written. */
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

/** A client of a local service whose waits between two tries are noted instead of waited. */
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
