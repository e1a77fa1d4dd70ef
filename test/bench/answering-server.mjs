/**
 * A process of its own that answers every request with the same JSON, as fast as Node can: the other end of the client's
 * bench. Takes the JSON in its first message, answers with its port, and exits when its parent is gone.
 */
import { createServer } from "node:http"

process.once("message", (json) => {
  const body = Buffer.from(String(json))
  const headers = { "content-type": "application/json", "content-length": body.length }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, headers)
    response.end(body)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address && typeof address === "object") process.send?.(address.port)
  })
})
process.once("disconnect", () => process.exit(0))
