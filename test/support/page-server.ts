import { readFile } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { text as textOf } from "node:stream/consumers"

/** A request from a page. `route` is `METHOD /path`, with the path below `/admin`. `query` contains its parameters. */
export type Asked = { route: string; query: Record<string, string>; body: unknown }
/** A response to a page. `text` is sent unchanged, `"drop"` closes the connection, and undefined sends a 404. */
export type PageReply = { status?: number; body?: unknown; text?: string } | "drop" | undefined
/** A promise that stays pending simulates a slow store. */
export type PageAnswer = (asked: Asked) => PageReply | Promise<PageReply>

/** Serves the admin routes that the plugin's pages call, over HTTP. */
export type PageServer = {
  url: string
  asked: Asked[]
  answer(next: PageAnswer): void
  close(): Promise<void>
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".ttf": "font/ttf",
}

/** `files` is a folder to serve in addition to the routes. */
export async function startPageServer(initial: PageAnswer, files?: string): Promise<PageServer> {
  let answer = initial
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    if (!pathname.startsWith("/admin/")) return sendFile(response, pathname, files)
    const sent = await textOf(request)
    const one = {
      route: `${request.method} ${pathname.slice("/admin".length)}`,
      query: Object.fromEntries(searchParams),
      body: sent ? JSON.parse(sent) : undefined,
    }
    asked.push(one)
    const reply = (await answer(one)) ?? { status: 404, body: { message: "Not found" } }
    if (reply === "drop") return request.socket.destroy()
    const { status = 200, body, text } = reply
    const type = text === undefined ? "application/json" : "text/csv"
    return response.writeHead(status, { "content-type": type }).end(text ?? JSON.stringify(body))
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

async function sendFile(response: ServerResponse, pathname: string, files?: string) {
  const path = pathname === "/" ? "/index.html" : pathname
  const file = files && (await readFile(join(files, normalize(path))).catch(() => undefined))
  if (file) response.writeHead(200, { "content-type": TYPES[extname(path)] ?? TYPES[".html"] }).end(file)
  else response.writeHead(404).end()
}
