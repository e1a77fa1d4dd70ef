import { application, cart, codeOf, fieldsOf, freshBench, part } from "./support"

const bench = freshBench()
const BODY_CALLS = ["application", "application/cart", "application/cart/delivery", "application/return"].map(
  (path) => `POST /${path}`,
)
const QUERY_CALLS = [
  ...["GET /application/cart/pricing", "GET /application/contract"],
  ...["POST /application/return/availability", "DELETE /application/contract"],
]

it("missing or wrong credentials are refused before the path is checked", async () => {
  for (const authorization of ["", `Basic ${Buffer.from("sandbox:wrong").toString("base64")}`]) {
    const reply = await bench().call("GET /nothing", undefined, { headers: { authorization } })
    expect([reply.status, codeOf(reply)]).toEqual([401, "unauthorized"])
    expect(reply.headers.get("www-authenticate")).toContain("Basic")
  }
})

it("calls of the sandbox's own page need no credentials, but calls of any other page or machine do", async () => {
  const page = { authorization: "", "x-sandbox-page": "1" }
  const apply = (headers: object) =>
    bench().call("POST /application", application(), { headers: { ...page, ...headers } })
  expect((await apply({})).status).toBe(200)
  for (const foreign of [{ origin: "https://evil.example" }, { "x-forwarded-for": "203.0.113.7" }])
    expect(codeOf(await apply(foreign))).toBe("forbidden")
  expect(bench().sandbox.leases()).toHaveLength(1)
})

it.each(["PUT /application/cart", "GET /constructor"])("%s is answered with a problem", async (route) => {
  const reply = await bench().call(route, route.startsWith("GET") ? undefined : {})
  expect(reply.headers.get("content-type")).toContain("application/problem+json")
  const type = "urn:lease-sandbox:error#not-found"
  expect(reply.json).toMatchObject({ type, status: 404, title: expect.any(String) })
})

it.each([
  ["of a JSON type with parameters", { "content-type": "application/json-patch+json; charset=utf-8" }, 200],
  ["of plain JSON, which the specification's type isn't", { "content-type": "application/json" }, 415],
  ["for an answer that isn't JSON", { accept: "*/*" }, 400],
])("an application %s gets a status", async (_, headers, status) => {
  expect((await bench().call("POST /application", application(), { headers })).status).toBe(status)
})

it("a body has at most 1 MB", async () => {
  expect((await bench().call("POST /application", " ".repeat(1_000_001))).status).toBe(413)
})

it.each(BODY_CALLS)("%s refuses a body that is not JSON, an empty one, a list, and an unknown id", async (route) => {
  for (const body of ["{oops", "[]", '"text"', ""]) expect(fieldsOf(await bench().call(route, body))).toEqual(["body"])
  const dates = { deliveryDate: "2026-01-01", dateOfReturn: "2026-01-01T00:00:00.000Z" }
  if (route !== "POST /application") expect((await bench().call(route, { ...cart("999"), ...dates })).status).toBe(404)
})

it.each(QUERY_CALLS)("%s needs a known id of digits, and refuses a body", async (route) => {
  expect(part((await bench().call(route)).json, "errors")).toEqual({ applicationId: ["is required"] })
  expect((await bench().onId(route, "abc")).status).toBe(400)
  expect((await bench().onId(route, "999")).status).toBe(404)
  if (route.startsWith("GET")) return
  const id = await bench().withCart()
  expect(fieldsOf(await bench().call(route, {}, { query: `?applicationId=${id}` }))).toEqual(["body"])
  expect(bench().state(id)).toBe("Contracts")
})
