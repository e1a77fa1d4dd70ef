/**
 * A process of its own that stands in for Stripe: a payment intent is made without a payment, and is authorized whenever it is read.
 */
import { serveParent } from "./child-server.mjs"

let made = 0

serveParent(() => (request, response) => {
  request.resume()
  const { method, url = "" } = request
  const id = method === "POST" ? `pi_${++made}` : url.split(/[/?]/)[3]
  const status = method === "POST" ? "requires_payment_method" : "requires_capture"
  const intent = { id, object: "payment_intent", status, amount: 1000, currency: "usd", client_secret: `${id}_secret` }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(intent))
})
