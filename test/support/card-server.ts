import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { text } from "node:stream/consumers"

/** What the route answers; a promise that stays open is a store that takes its time. */
export type Reply = { status?: number; body: unknown }
type Answer = (orderId: string) => Reply | Promise<Reply>

/** An action as it was asked for. */
export type Taken = { leaseId: string; key: string; body: unknown }
/** "drop": the connection breaks. */
export type ActionReply = Reply | "drop"
type Act = (taken: Taken) => ActionReply | Promise<ActionReply>

/** The admin routes that the order card asks, over real HTTP; and, where a page comes along, its files. */
export type CardServer = {
  url: string
  /** Orders whose lease was asked for, in order. */
  asked: string[]
  /** Actions that were asked for, in order. */
  taken: Taken[]
  /** From now on this is how actions end. */
  act(act: Act): void
  /** From now on this is what the route answers. */
  answer(answer: Answer): void
  close(): Promise<void>
}

const ROUTE = /^\/admin\/lease-to-own\/orders\/(?<id>[^/]+)$/
const ACTION = /^\/admin\/lease-to-own\/leases\/(?<leaseId>[^/]+)\/actions\/(?<key>\w+)$/
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
}

/** @param files a folder that is served beside the route */
export async function startCardServer(initial: Answer, files?: string): Promise<CardServer> {
  let answer = initial
  let act: Act = () => ({ status: 404, body: {} })
  const asked: string[] = []
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const id = ROUTE.exec(pathname)?.groups?.id
    if (id) {
      asked.push(id)
      const { status = 200, body } = await answer(id)
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
      return
    }
    const { leaseId, key } = ACTION.exec(pathname)?.groups ?? {}
    if (leaseId && key && request.method === "POST") {
      const one = { leaseId, key, body: JSON.parse(await text(request)) }
      taken.push(one)
      const reply = await act(one)
      if (reply === "drop") request.socket.destroy()
      else
        response.writeHead(reply.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(reply.body))
      return
    }
    const file =
      files &&
      (await readFile(join(files, normalize(pathname === "/" ? "/index.html" : pathname))).catch(() => undefined))
    if (file) response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? TYPES[".html"] }).end(file)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    taken,
    act(next) {
      act = next
    },
    answer(next) {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
