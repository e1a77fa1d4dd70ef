import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** Responses, keyed by the start of the URL, with or without the method before it. An object as `body` is sent as JSON. */
export type Pages = Record<string, { status?: number; headers?: Record<string, string>; body?: string | object }>

/** Starts a local server that sends the first page that matches, or else a 404. */
export async function servePages(pages: Pages) {
  const server = createServer(({ method, url = "" }, response) => {
    const path = Object.keys(pages).find((each) => `${method} ${url}`.startsWith(each) || url.startsWith(each))
    const { status = 200, headers = {}, body = "" } = path === undefined ? { status: 404 } : (pages[path] ?? {})
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const close = () => new Promise<unknown>((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
