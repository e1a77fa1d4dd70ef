import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage, ServerResponse } from "node:http"

const STARTED = "http.server.request.start"

/** Counts open requests to the servers of this process. `end` stops counting. */
export function countOpenRequests(): { open(): number; end(): void } {
  const open = new Set<ServerResponse>()
  const started = (message: unknown) => {
    const { response } = message as { request: IncomingMessage; response: ServerResponse }
    open.add(response)
    response.once("close", () => open.delete(response))
  }
  subscribe(STARTED, started)
  return { open: () => open.size, end: () => unsubscribe(STARTED, started) }
}
