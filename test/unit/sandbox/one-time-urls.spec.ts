import { Bench, codeOf, type Json, type Reply } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

async function urls(id: string) {
  const { json } = await bench.control(`POST /leases/${id}/one-time-urls`)
  return {
    id: String(json.id),
    delivery: String(json.deliveryConfirmationUrl),
    order: String(json.orderConfirmationUrl),
  }
}

async function post(url: string, body: Json, headers: Record<string, string> = {}) {
  const at = new URL(url)
  const route = `POST ${at.pathname.replace("/lease/api/v1", "")}`
  const own = { authorization: "", "content-type": "application/json", accept: "*/*", ...headers }
  return bench.call(route, body, { query: at.search, headers: own })
}

const outcome = (reply: Reply) => [reply.status, codeOf(reply)]

it("have the spec's paths and carry leaseId and code", async () => {
  const id = await bench.accepted()
  const { delivery, order, id: leaseId } = await urls(id)
  for (const [url, name] of [
    [delivery, "update-delivery"],
    [order, "update-order"],
  ] as const) {
    expect(url).toContain(`${bench.sandbox.baseUrl}/api/v1/${name}?leaseId=${leaseId}&code=`)
  }
  expect(leaseId).not.toContain(id)
})

it("take the delivery date without credentials: 204, Funded", async () => {
  const id = await bench.accepted()
  const { delivery } = await urls(id)
  expect((await post(delivery, { deliveryDate: "2026-05-01" })).status).toBe(204)
  expect(bench.sandbox.lease(id)).toMatchObject({ state: "Funded", delivery: { deliveryDate: "2026-05-01" } })
})

it("take the order id", async () => {
  const id = await bench.accepted()
  const { order } = await urls(id)
  expect((await post(order, { orderId: "1042" })).status).toBe(204)
  expect(bench.sandbox.lease(id)?.orderId).toBe("1042")
})

it("are used up by the first success", async () => {
  const { order } = await urls(await bench.accepted())
  await post(order, { orderId: "1" })
  expect(outcome(await post(order, { orderId: "2" }))).toEqual([410, "link-used"])
})

it("are independent of each other", async () => {
  const { order, delivery } = await urls(await bench.accepted())
  await post(order, { orderId: "1" })
  expect((await post(delivery, { deliveryDate: "2026-05-01" })).status).toBe(204)
})

it("stay unused after a bad body", async () => {
  const { delivery } = await urls(await bench.accepted())
  expect((await post(delivery, { deliveryDate: "" })).status).toBe(400)
  expect((await post(delivery, { deliveryDate: "2026-05-01" })).status).toBe(204)
})

it("stay unused after a refusal by state", async () => {
  const id = await bench.withCart()
  const { delivery } = await urls(id)
  expect(outcome(await post(delivery, { deliveryDate: "2026-05-01" }))).toEqual([409, "wrong-state"])
  await bench.control(`POST /leases/${id}/sign`)
  expect((await post(delivery, { deliveryDate: "2026-05-01" })).status).toBe(204)
})

it.each(["leaseId", "code"])("answer 404 for a wrong %s", async (name) => {
  const { order } = await urls(await bench.accepted())
  const url = new URL(order)
  url.searchParams.set(name, "wrong")
  expect((await post(url.href, { orderId: "1" })).status).toBe(404)
})

it("do not take each other's code", async () => {
  const { order } = await urls(await bench.accepted())
  expect((await post(order.replace("update-order", "update-delivery"), { deliveryDate: "2026-05-01" })).status).toBe(
    404,
  )
})

it("refuse another media type", async () => {
  const { order } = await urls(await bench.accepted())
  expect((await post(order, { orderId: "1" }, { "content-type": "text/plain" })).status).toBe(415)
})

it.each([
  ["link-used-409", 409],
  ["link-used-410", 410],
] as const)("answer as used with the fault %s, and are not", async (fault, status) => {
  const { order } = await urls(await bench.accepted())
  bench.sandbox.fault({ route: "POST /update-order", fault })
  expect(outcome(await post(order, { orderId: "1" }))).toEqual([status, "link-used"])
  expect((await post(order, { orderId: "1" })).status).toBe(204)
})

it("end after oneTimeTtl", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z")
  const timed = await Bench.start({ oneTimeTtl: 60_000, clock: () => new Date(now) })
  const id = await timed.accepted()
  const { json } = await timed.control(`POST /leases/${id}/one-time-urls`)
  now += 60_000
  const response = await fetch(String(json.orderConfirmationUrl), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ orderId: "1" }),
  })
  expect(response.status).toBe(410)
  await timed.close()
})
