/** @typedef {"signing_ready" | "signing_complete" | "signing_unavailable"} SigningEvent */

/** Each page tells its parent window where the signing stands. @param {SigningEvent} event @param {string} [contract] */
const page = (event, text = "", contract = "", form = "") => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lease contract</title>
<h1>Lease contract ${contract}</h1>
<p>${text}</p>
${form}
<script>
window.parent.postMessage(${JSON.stringify({ source: "lease-signing", event, contract })}, "*")
</script>
</html>
`

const FORM = '<form method="post"><button type="submit">Submit</button></form>'

/**
 * The eSign pages (sections 1.3, 2.4 and 6.1), which any merchant's page may frame.
 * @param {import("./leases.mjs").Leases} leases
 * @returns {import("node:http").RequestListener}
 */
export const signingPages = (leases) => (request, response) => {
  request.resume()
  const lease = leases.ofToken((request.url ?? "").replace(/^\/contracts\//, ""))
  const send = (/** @type {number} */ status, /** @type {string} */ html) => {
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "frame-ancestors *" }
    response.writeHead(status, headers).end(html)
  }
  if (!lease || lease.status === "Canceled")
    return send(410, page("signing_unavailable", "This contract can no longer be signed."))
  if (request.method === "POST") leases.submit(lease)
  if (lease.status === "Cart Received")
    return send(200, page("signing_ready", "Press Submit to sign the contract.", lease.contract?.number, FORM))
  send(200, page("signing_complete", "The contract is signed.", lease.contract?.number))
}
