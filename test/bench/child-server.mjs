import { createServer } from "node:http"

/**
 * For a process of its own that is the other end of a bench: serves what `listenerOf` makes of the parent's first message, answers that with the
 * port, and exits when the parent is gone.
 *
 * @param {(message: unknown) => import("node:http").RequestListener} listenerOf
 */
export function serveParent(listenerOf) {
  process.once("message", (message) => {
    const server = createServer(listenerOf(message))
    server.keepAliveTimeout = 60_000
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (address && typeof address === "object") process.send?.(address.port)
    })
  })
  process.once("disconnect", () => process.exit(0))
}
