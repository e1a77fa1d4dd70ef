/**
 * A process of its own that answers every request with the same JSON, as fast as Node can or after `delayMs`: the other end of the
 * benches without a sandbox. Takes `{ json, delayMs }` in its first message, answers with its port, and exits when its parent is gone.
 */
import { createServer } from "node:http"

process.once("message", (message) => {
  const { json, delayMs = 0 } = /** @type {{ json: string, delayMs?: number }} */ (message)
  const body = Buffer.from(json)
  const headers = { "content-type": "application/json", "content-length": body.length }
  const server = createServer((request, response) => {
    request.resume()
    const answer = () => response.writeHead(200, headers).end(body)
    if (delayMs) setTimeout(answer, delayMs)
    else answer()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address && typeof address === "object") process.send?.(address.port)
  })
})
process.once("disconnect", () => process.exit(0))
