import { codeOf, freshBench, type Json } from "./support"

const bench = freshBench()

/** A pair of one-time URLs. `test/integration/hosted-widget.ts` tests what the plugin does with them. */
async function urls(id: string) {
  const { json } = await bench().control(`POST /leases/${id}/one-time-urls`)
  return { delivery: String(json.deliveryConfirmationUrl), order: String(json.orderConfirmationUrl) }
}

/** Status and code of a call without credentials, as the plugin makes it. */
async function post(url: string, body: Json, headers: Record<string, string> = {}) {
  const at = new URL(url)
  const route = `POST ${at.pathname.replace("/lease/api/v1", "")}`
  const own = { authorization: "", "content-type": "application/json", accept: "*/*", ...headers }
  const reply = await bench().call(route, body, { query: at.search, headers: own })
  return `${reply.status} ${codeOf(reply)}`.trim()
}
const DAY = { deliveryDate: "2026-05-01" }

it("a one-time URL is used up by success alone, not by a bad body, another media type or a refusal", async () => {
  const id = await bench().withCart()
  const { delivery } = await urls(id)
  expect(await post(delivery, { deliveryDate: "" })).toBe("400 validation")
  expect(await post(delivery, DAY, { "content-type": "text/plain" })).toBe("415 unsupported-media-type")
  expect(await post(delivery, DAY)).toBe("409 wrong-state")
  await bench().control(`POST /leases/${id}/sign`)
  expect(await post(delivery, DAY)).toMatch(/^204/)
  expect(await post(delivery, DAY)).toBe("410 link-used")
})

it("a one-time URL is unknown with another id or code, or with the other URL's code", async () => {
  const { order } = await urls(await bench().accepted())
  for (const name of ["leaseId", "code"]) {
    const url = new URL(order)
    url.searchParams.set(name, "wrong")
    expect(await post(url.href, { orderId: "1" })).toBe("404 not-found")
  }
  expect(await post(order.replace("update-order", "update-delivery"), DAY)).toBe("404 not-found")
})
