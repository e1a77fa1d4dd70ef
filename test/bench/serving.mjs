/**
 * A bench's service, as fast as Node can be: responds to every request with its argument. Without one, it stands in for Stripe: a payment intent is
 * created without a payment, and is authorized whenever it is read.
 */
import { once } from "node:events"
import { createServer } from "node:http"

const [json] = process.argv.slice(2)
const server = createServer((request, response) => {
  request.resume()
  const body = Buffer.from(json ?? intent(request))
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
})
server.keepAliveTimeout = 60_000
await once(server.listen(0, "127.0.0.1"), "listening")
console.log(`Listening on ${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`)

/** @param {import("node:http").IncomingMessage} request */
function intent({ method, url = "" }) {
  const id = method === "POST" ? `pi_${performance.now()}` : url.split(/[/?]/)[3]
  const status = method === "POST" ? "requires_payment_method" : "requires_capture"
  const secret = `${id}_secret`
  return JSON.stringify({ id, object: "payment_intent", status, amount: 1000, currency: "usd", client_secret: secret })
}
