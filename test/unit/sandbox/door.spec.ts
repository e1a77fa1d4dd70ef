import { application, Bench, cart, codeOf, part, type Reply } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const errorsOf = (reply: Reply) => part(reply.json, "errors")
const bodyCalls = [
  "POST /application",
  "POST /application/cart",
  "POST /application/cart/delivery",
  "POST /application/return",
]
const queryCalls = [
  "GET /application/cart/pricing",
  "GET /application/contract",
  "POST /application/return/availability",
  "DELETE /application/contract",
]

describe("the door", () => {
  it.each([...bodyCalls, ...queryCalls])("%s refuses missing credentials with 401", async (route) => {
    const reply = await bench.call(route, undefined, { headers: { authorization: "" } })
    expect([reply.status, codeOf(reply)]).toEqual([401, "unauthorized"])
    expect(reply.headers.get("www-authenticate")).toContain("Basic")
  })

  it("refuses wrong credentials before it looks at the path", async () => {
    const authorization = `Basic ${Buffer.from("sandbox:wrong").toString("base64")}`
    expect((await bench.call("GET /nothing", undefined, { headers: { authorization } })).status).toBe(401)
  })

  it("takes calls of its own page without credentials, and from no other page or machine", async () => {
    const page = { authorization: "", "x-sandbox-page": "1" }
    expect((await bench.call("POST /application", application(), { headers: page })).status).toBe(200)
    const elsewhere: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { "x-forwarded-for": "203.0.113.7" },
    ]
    for (const foreign of elsewhere) {
      const reply = await bench.call("POST /application", application(), { headers: { ...page, ...foreign } })
      expect([reply.status, codeOf(reply)]).toEqual([403, "forbidden"])
    }
    expect(bench.sandbox.leases()).toHaveLength(1)
  })

  it("answers problems as application/problem+json with the status as a number", async () => {
    const reply = await bench.call("GET /nothing")
    expect(reply.headers.get("content-type")).toContain("application/problem+json")
    expect(reply.json).toMatchObject({
      type: "urn:lease-sandbox:error#not-found",
      status: 404,
      title: expect.any(String),
    })
  })

  it.each([
    "GET /application",
    "PUT /application/cart",
    "POST /application/card",
    "POST /application/lookup",
    "GET /constructor",
  ])("knows no call %s", async (route) => {
    const body = route.startsWith("GET") ? undefined : {}
    expect((await bench.call(route, body)).status).toBe(404)
  })

  it("knows no other version", async () => {
    const { status } = await bench.call("POST /api/v2/application", application(), { literal: true })
    expect(status).toBe(404)
  })

  it("takes the spec's short paths too", async () => {
    const id = await bench.apply()
    expect((await bench.call("POST /application/cart", cart(id), { literal: true })).status).toBe(200)
  })

  it.each(["POST /application", "POST /api/v1/application", "POST /lease/application"])(
    "knows no call %s: prefix and version are part of the path",
    async (route) => {
      const [method = "", path = ""] = route.split(" ")
      const body = JSON.stringify(application())
      const reply = await fetch(new URL(path, bench.sandbox.baseUrl), { method, headers: bench.headers, body })
      expect(reply.status).toBe(404)
    },
  )

  it.each(["application/*+json", "application/json-patch+json", "application/*+json; charset=utf-8"])(
    "takes %s",
    async (type) => {
      expect((await bench.call("POST /application", application(), { headers: { "content-type": type } })).status).toBe(
        200,
      )
    },
  )

  it.each(["application/json", "text/plain", "application/x-www-form-urlencoded", "text/json"])(
    "refuses %s with 415",
    async (type) => {
      const reply = await bench.call("POST /application", application(), { headers: { "content-type": type } })
      expect([reply.status, codeOf(reply)]).toEqual([415, "unsupported-media-type"])
    },
  )

  it("asks for Accept: application/json", async () => {
    const reply = await bench.call("POST /application", application(), { headers: { accept: "*/*" } })
    expect([reply.status, Object.keys(errorsOf(reply))]).toEqual([400, ["header.Accept"]])
  })

  it("refuses a body over 1 MB with 413", async () => {
    const reply = await bench.call("POST /application", " ".repeat(1_000_001))
    expect([reply.status, codeOf(reply)]).toEqual([413, "too-large"])
  })

  it.each(bodyCalls)("%s refuses a body that is not JSON, an empty one and a list", async (route) => {
    for (const body of ["{oops", "[]", '"text"']) {
      const reply = await bench.call(route, body)
      expect([reply.status, Object.keys(errorsOf(reply))]).toEqual([400, ["body"]])
    }
    expect((await bench.call(route, route.startsWith("GET") ? undefined : "")).status).toBe(400)
  })

  it.each(["POST /application/return/availability", "DELETE /application/contract"])(
    "%s refuses a body",
    async (route) => {
      const id = await bench.withCart()
      const reply = await bench.call(route, {}, { query: `?applicationId=${id}` })
      expect(Object.keys(errorsOf(reply))).toEqual(["body"])
      expect(bench.state(id)).toBe("Contracts")
    },
  )

  it.each(queryCalls)("%s asks for an applicationId of digits", async (route) => {
    expect(errorsOf(await bench.call(route))).toEqual({ applicationId: ["is required"] })
    const { status } = await bench.onId(route, "abc")
    expect(status).toBe(400)
  })

  it.each(queryCalls)("%s answers 404 for an unknown id", async (route) => {
    expect((await bench.onId(route, "999")).status).toBe(404)
  })

  it.each([
    ["POST /application/cart", cart("999")],
    ["POST /application/cart/delivery", { applicationId: "999", deliveryDate: "2026-01-01" }],
    ["POST /application/return", { applicationId: "999", dateOfReturn: "2026-01-01T00:00:00.000Z" }],
  ])("%s answers 404 for an unknown id", async (route, body) => {
    expect((await bench.call(route, body)).status).toBe(404)
  })
})
