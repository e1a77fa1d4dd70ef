/**
 * A process of its own that answers every request with the same JSON, as fast as Node can or after `delayMs`: the other end of the
 * benches without a sandbox. Takes `{ json, delayMs }`.
 */
import { serveParent } from "./child-server.mjs"

serveParent((message) => {
  const { json, delayMs = 0 } = /** @type {{ json: string, delayMs?: number }} */ (message)
  const body = Buffer.from(json)
  const headers = { "content-type": "application/json", "content-length": body.length }
  return (request, response) => {
    request.resume()
    const answer = () => response.writeHead(200, headers).end(body)
    if (delayMs) setTimeout(answer, delayMs)
    else answer()
  }
})
