import { request } from "node:http"
import { freshBench } from "./support"

const bench = freshBench()

/** `fetch` sets the host itself. */
function statusOf(url: URL, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", reject)
      .end()
  })
}

describe("control calls", () => {
  it.each([
    ["of another host's name", { host: "evil.example" }],
    ["through a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["through a tunnel", { forwarded: "for=203.0.113.9" }],
    ["of another page", { origin: "http://evil.example" }],
  ])("are refused to callers %s", async (_, headers) => {
    for (const path of ["", "/__sandbox/reset", "/"])
      expect(await statusOf(new URL(path, bench().sandbox.controlUrl), headers)).toBe(403)
  })

  it("move the clock ahead, never back", async () => {
    const id = await bench().apply()
    await bench().control("POST /clock", { advanceDays: 90 })
    expect(bench().state(id)).toBe("Approval Expired")
    expect((await bench().control("POST /clock", { advanceDays: -1 })).status).toBe(400)
  })

  it("sign without a page, once, and not with a card that fails", async () => {
    const id = await bench().withCart()
    const signed = { signed: true, state: "Contracts Received" }
    expect((await bench().control(`POST /leases/${id}/sign`)).json).toMatchObject(signed)
    expect((await bench().control(`POST /leases/${id}/sign`)).status).toBe(409)
    const failing = await bench().withCart("cardfails")
    const { json } = await bench().control(`POST /leases/${failing}/sign`)
    expect(json).toMatchObject({ signed: false, state: "Contracts" })
  })

  it.each(["Pre-Approved", "Pending", "Prequalified", "Denied"])(
    "put a lease into %s, and back into Approved with the usual amount",
    async (state) => {
      const id = await bench().apply("pending")
      await bench().control(`POST /leases/${id}/state`, { state })
      expect(bench().state(id)).toBe(state)
      const { json } = await bench().control(`POST /leases/${id}/state`, { state: "Approved" })
      expect([json.approvalAmount, (await bench().record(id)).status]).toEqual([3000, 200])
    },
  )

  it("refuse what makes no sense", async () => {
    const id = await bench().apply()
    const statuses = [
      await bench().control(`POST /leases/${id}/state`, { state: "Funded" }),
      await bench().control(`POST /leases/${id}/state`, { state: "Gone" }),
      await bench().control(`POST /leases/${await bench().withCart()}/ship`),
      await bench().control("GET /leases/999"),
      await bench().control("GET /nothing"),
    ].map(({ status }) => status)
    expect(statuses).toEqual([409, 400, 409, 404, 404])
  })

  it("list themselves, and show one lease with its history", async () => {
    const { json } = await bench().control("GET ")
    expect(json).toMatchObject({ baseUrl: bench().sandbox.baseUrl, calls: expect.arrayContaining(["POST /reset"]) })
    const id = await bench().accepted()
    expect((await bench().control(`GET /leases/${id}`)).json).toEqual(bench().sandbox.lease(id))
    expect(
      bench()
        .sandbox.lease(id)
        ?.history.map(({ what }) => what),
    ).toEqual([
      "Application: Approved",
      "Cart recorded, 439.99: Approved → Contracts",
      "Contract address handed out",
      "Contract signed: Contracts → Contracts Received",
      "Lease accepted: Contracts Received → Lease Accepted",
    ])
  })

  it("reset everything", async () => {
    await bench().apply()
    bench().sandbox.fault({ route: "*", fault: "500" })
    await bench().control("POST /reset")
    expect([bench().sandbox.leases(), bench().sandbox.journal()]).toEqual([[], []])
    expect(await bench().apply()).toMatch(/^\d+$/)
  })
})
