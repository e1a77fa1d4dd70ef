/**
 * A process of its own that is the other end of a bench, as fast as Node can. Told `{ json }`, it answers every request with that. Told `{}`, it
 * stands in for Stripe: a payment intent is made without a payment, and is authorized whenever it is read. Answers with its port, and exits
 * when its parent is gone.
 */
import { createServer } from "node:http"

process.once("disconnect", () => process.exit(0))
process.once("message", (/** @type {{ json?: string }} */ { json }) => {
  const answerTo = json === undefined ? intent : () => json
  const server = createServer((request, response) => {
    request.resume()
    const body = Buffer.from(answerTo(request))
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address && typeof address === "object") process.send?.(address.port)
  })
})

let made = 0

/** @param {import("node:http").IncomingMessage} request */
function intent({ method, url = "" }) {
  const id = method === "POST" ? `pi_${++made}` : url.split(/[/?]/)[3]
  const status = method === "POST" ? "requires_payment_method" : "requires_capture"
  const secret = `${id}_secret`
  return JSON.stringify({ id, object: "payment_intent", status, amount: 1000, currency: "usd", client_secret: secret })
}
