import { request } from "node:http"
import { freshBench } from "./support"

const bench = freshBench()

/** `fetch` sets the host itself. */
function statusOf(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => resolve(response.resume().statusCode))
    sent.on("error", reject).end()
  })
}

it.each([
  ["that use another host name", { host: "evil.example" }],
  ["through a proxy", { "x-forwarded-for": "203.0.113.9" }],
  ["through a tunnel", { forwarded: "for=203.0.113.9" }],
  ["on another page", { origin: "http://evil.example" }],
])("control calls are refused to callers %s", async (_, headers) => {
  for (const path of ["", "/__sandbox/reset", "/"])
    expect(await statusOf(new URL(path, bench().sandbox.controlUrl), headers)).toBe(403)
})

it("invalid control calls are refused", async () => {
  const id = await bench().apply()
  const statuses = [
    await bench().control(`POST /leases/${id}/state`, { state: "Funded" }),
    await bench().control(`POST /leases/${id}/state`, { state: "Gone" }),
    await bench().control(`POST /leases/${await bench().withCart()}/ship`),
    await bench().control(`POST /leases/${await bench().signed()}/sign`),
    await bench().control("POST /clock", { advanceDays: -1 }),
    await bench().control("GET /leases/999"),
    await bench().control("GET /nothing"),
  ].map(({ status }) => status)
  expect(statuses).toEqual([409, 400, 409, 409, 400, 404, 404])
})

it("control calls can be listed, and one lease is shown with its history", async () => {
  const { json } = await bench().control("GET ")
  expect(json).toMatchObject({ baseUrl: bench().sandbox.baseUrl, calls: expect.arrayContaining(["POST /reset"]) })
  const id = await bench().accepted()
  const { json: calls } = await bench().control(`GET /journal?applicationId=${id}`)
  expect(calls.entries).toEqual(bench().sandbox.journal(id))
  const { json: lease } = await bench().control(`GET /leases/${id}`)
  expect(lease.history).toMatchObject(
    [
      "Application: Approved",
      "Cart recorded, 439.99: Approved → Contracts",
      "Contract address returned",
      "Contract signed: Contracts → Contracts Received",
      "Lease accepted: Contracts Received → Lease Accepted",
    ].map((what) => ({ what })),
  )
})

it("the control call for a reset deletes everything, queued faults too", async () => {
  await bench().apply()
  bench().sandbox.fault({ route: "*", fault: "500" })
  await bench().control("POST /reset")
  expect([bench().sandbox.leases(), bench().sandbox.journal()]).toEqual([[], []])
  expect(await bench().apply()).toMatch(/^\d+$/)
})
