import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"

/** What the route answers; a promise that stays open is a store that takes its time. */
export type Reply = { status?: number; body: unknown }
type Answer = (orderId: string) => Reply | Promise<Reply>

/** The one admin route that the order card asks, over real HTTP; and, where a page comes along, its files. */
export type CardServer = {
  url: string
  /** Orders whose lease was asked for, in order. */
  asked: string[]
  /** From now on this is what the route answers. */
  answer(answer: Answer): void
  close(): Promise<void>
}

const ROUTE = /^\/admin\/lease-to-own\/orders\/(?<id>[^/]+)$/
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
}

/** @param files a folder that is served beside the route */
export async function startCardServer(initial: Answer, files?: string): Promise<CardServer> {
  let answer = initial
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const id = ROUTE.exec(pathname)?.groups?.id
    if (id) {
      asked.push(id)
      const { status = 200, body } = await answer(id)
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
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
