/**
 * A process of its own that stands in for Stripe: a payment intent is made without a payment, and is authorized whenever it is read. Answers its
 * first message with its port, and exits when its parent is gone.
 */
import { createServer } from "node:http"

let made = 0

process.once("message", () => {
  const server = createServer((request, response) => {
    request.resume()
    const { method, url = "" } = request
    const id = method === "POST" ? `pi_${++made}` : url.split(/[/?]/)[3]
    const status = method === "POST" ? "requires_payment_method" : "requires_capture"
    const intent = {
      id,
      object: "payment_intent",
      status,
      amount: 1000,
      currency: "usd",
      client_secret: `${id}_secret`,
    }
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(intent))
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (address && typeof address === "object") process.send?.(address.port)
  })
})
process.once("disconnect", () => process.exit(0))
