import type { RequestListener } from "node:http"
import type { Leases } from "./leases"

const page = (text: string, form = "") => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lease contract</title>
<h1>Lease contract</h1>
<p>${text}</p>
${form}
</html>
`
const FORM = '<form method="post"><button type="submit">Submit</button></form>'

/** The eSign pages (sections 1.3 and 2.4), which any merchant's page may frame. No browser opens them here, so they post no messages. */
export const signingPages =
  (leases: Leases): RequestListener =>
  (request, response) => {
    request.resume()
    const lease = leases.ofToken((request.url ?? "").replace(/^\/contracts\//, ""))
    const send = (status: number, html: string) => {
      const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "frame-ancestors *" }
      response.writeHead(status, headers).end(html)
    }
    if (!lease || lease.status === "Canceled") return send(410, page("This contract can no longer be signed."))
    if (request.method === "POST") leases.submit(lease)
    if (lease.status === "Cart Received") return send(200, page("Press Submit to sign the contract.", FORM))
    send(200, page("The contract is signed."))
  }
