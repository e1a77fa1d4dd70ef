import { codeOf, freshBench, type Json, type Reply } from "./support"

const bench = freshBench()

async function urls(id: string, from = bench()) {
  const { json } = await from.control(`POST /leases/${id}/one-time-urls`)
  const { id: leaseId, deliveryConfirmationUrl: delivery, orderConfirmationUrl: order } = json
  return { leaseId: String(leaseId), delivery: String(delivery), order: String(order) }
}

/** As the plugin calls it: without credentials. */
async function post(url: string, body: Json, headers: Record<string, string> = {}) {
  const at = new URL(url)
  const route = `POST ${at.pathname.replace("/lease/api/v1", "")}`
  const own = { authorization: "", "content-type": "application/json", accept: "*/*", ...headers }
  return bench().call(route, body, { query: at.search, headers: own })
}
const outcome = (reply: Reply) => [reply.status, codeOf(reply)]
const DAY = { deliveryDate: "2026-05-01" }

describe("one-time URLs", () => {
  it("one-time URLs have the specification's paths and contain no application id", async () => {
    const id = await bench().accepted()
    const { delivery, order, leaseId } = await urls(id)
    const base = `${bench().sandbox.baseUrl}/api/v1`
    expect(delivery).toContain(`${base}/update-delivery?leaseId=${leaseId}&code=`)
    expect(order).toContain(`${base}/update-order?leaseId=${leaseId}&code=`)
    expect(leaseId).not.toContain(id)
  })

  it("a one-time URL accepts the order id once", async () => {
    const { order } = await urls(await bench().accepted())
    expect((await post(order, { orderId: "1042" })).status).toBe(204)
    expect(outcome(await post(order, { orderId: "2" }))).toEqual([410, "link-used"])
  })

  it("a one-time URL stays unused after a bad body, another media type or a refusal", async () => {
    const id = await bench().withCart()
    const { delivery } = await urls(id)
    expect((await post(delivery, { deliveryDate: "" })).status).toBe(400)
    expect((await post(delivery, DAY, { "content-type": "text/plain" })).status).toBe(415)
    expect(outcome(await post(delivery, DAY))).toEqual([409, "wrong-state"])
    await bench().control(`POST /leases/${id}/sign`)
    expect((await post(delivery, DAY)).status).toBe(204)
  })

  it("a one-time URL is unknown with another id or code, or with the other URL's code", async () => {
    const { order } = await urls(await bench().accepted())
    for (const name of ["leaseId", "code"]) {
      const url = new URL(order)
      url.searchParams.set(name, "wrong")
      expect((await post(url.href, { orderId: "1" })).status).toBe(404)
    }
    expect((await post(order.replace("update-order", "update-delivery"), DAY)).status).toBe(404)
  })
})
