/**
 * A process of its own that answers every request with the same JSON, as fast as Node can: the other end of the benches without a
 * sandbox. Takes `{ json }`.
 */
import { serveParent } from "./child-server.mjs"

serveParent((message) => {
  const { json } = /** @type {{ json: string }} */ (message)
  const body = Buffer.from(json)
  const headers = { "content-type": "application/json", "content-length": body.length }
  return (request, response) => {
    request.resume()
    response.writeHead(200, headers).end(body)
  }
})
