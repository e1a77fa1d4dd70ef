import { request } from "node:http"
import { application, Bench, cart } from "./support"

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
  let bench: Bench
  beforeAll(async () => {
    bench = await Bench.start()
  })
  afterAll(() => bench.close())
  beforeEach(() => bench.sandbox.reset())

  it.each([
    ["of another host's name", { host: "evil.example" }],
    ["through a proxy", { "x-forwarded-for": "203.0.113.9" }],
    ["through a tunnel", { forwarded: "for=203.0.113.9" }],
    ["of another page", { origin: "http://evil.example" }],
  ])("are refused to callers %s", async (_, headers) => {
    expect(await statusOf(new URL(bench.sandbox.controlUrl), headers)).toBe(403)
    expect(await statusOf(new URL("/", bench.sandbox.controlUrl), headers)).toBe(403)
  })

  it("move the clock ahead, never back", async () => {
    const id = await bench.apply()
    await bench.control("POST /clock", { advanceDays: 90 })
    expect(bench.state(id)).toBe("Approval Expired")
    expect((await bench.control("POST /clock", { advanceDays: -1 })).status).toBe(400)
  })

  it("sign without a page", async () => {
    const id = await bench.withCart()
    expect((await bench.control(`POST /leases/${id}/sign`)).json).toMatchObject({
      signed: true,
      state: "Contracts Received",
    })
    expect((await bench.control(`POST /leases/${id}/sign`)).status).toBe(409)
  })

  it("do not sign with a card that fails", async () => {
    const id = await bench.withCart("cardfails")
    expect((await bench.control(`POST /leases/${id}/sign`)).json).toMatchObject({ signed: false, state: "Contracts" })
  })

  it.each(["Pre-Approved", "Pending", "Prequalified", "Denied"])(
    "put a lease into %s, and back into Approved",
    async (state) => {
      const id = await bench.apply()
      await bench.control(`POST /leases/${id}/state`, { state })
      expect(bench.state(id)).toBe(state)
      await bench.control(`POST /leases/${id}/state`, { state: "Approved" })
      expect((await bench.call("POST /application/cart", cart(id))).status).toBe(200)
    },
  )

  it("approve a pending lease with the usual amount", async () => {
    const id = await bench.apply("pending")
    const { json } = await bench.control(`POST /leases/${id}/state`, { state: "Approved" })
    expect(json.approvalAmount).toBe(3000)
  })

  it("refuse a state that needs a cart, an unknown one and an unknown lease", async () => {
    const id = await bench.apply()
    expect((await bench.control(`POST /leases/${id}/state`, { state: "Funded" })).status).toBe(409)
    expect((await bench.control(`POST /leases/${id}/state`, { state: "Gone" })).status).toBe(400)
    expect((await bench.control("GET /leases/999")).status).toBe(404)
  })

  it("refuse to ship what is not signed", async () => {
    const id = await bench.withCart()
    expect((await bench.control(`POST /leases/${id}/ship`)).status).toBe(409)
  })

  it("show one lease with its history", async () => {
    const id = await bench.accepted()
    const { json } = await bench.control(`GET /leases/${id}`)
    expect(json).toEqual(bench.sandbox.lease(id))
    expect(bench.sandbox.lease(id)?.history.map(({ what }) => what)).toEqual([
      "Application: Approved",
      "Cart recorded, 439.99: Approved → Contracts",
      "Contract address handed out",
      "Contract signed: Contracts → Contracts Received",
      "Lease accepted: Contracts Received → Lease Accepted",
    ])
  })

  it("reset everything", async () => {
    await bench.apply()
    bench.sandbox.fault({ route: "*", fault: "500" })
    await bench.control("POST /reset")
    expect([bench.sandbox.leases(), bench.sandbox.journal()]).toEqual([[], []])
    expect((await bench.call("POST /application", application())).status).toBe(200)
  })

  it("list themselves", async () => {
    const { json } = await bench.control("GET ")
    expect(json).toMatchObject({ baseUrl: bench.sandbox.baseUrl, calls: expect.arrayContaining(["POST /reset"]) })
    expect((await bench.control("GET /nothing")).status).toBe(404)
  })

  it("are refused to a page of another origin", async () => {
    const response = await fetch(`${bench.sandbox.controlUrl}/reset`, {
      method: "POST",
      headers: { origin: "http://shop.test" },
    })
    expect(response.status).toBe(403)
  })
})
