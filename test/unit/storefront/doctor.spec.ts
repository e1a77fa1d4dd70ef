import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { frameRules, policiesOf, refusedBy } from "../../../packages/storefront/doctor/policy.mjs"
import { readPage } from "../../../packages/storefront/doctor/read-page.mjs"
import { Report } from "../../../packages/storefront/doctor/report.mjs"

/** Where the doctor is not at a real store: `test/integration/storefront-doctor.ts` is. */
const MAIN = join(__dirname, "../../../packages/storefront/doctor/main.mjs")

async function doctor(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args])
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, out, err }
}

let server: Server
/** A server of this machine, closed after the test. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(null))))

it.each([[[]], [["--help"]], [["doctor", "--help"]]])("%j explain it", async (args) => {
  const { status, out } = await doctor(...args)
  expect([status, out]).toEqual([0, expect.stringContaining("lease-to-own-storefront doctor --store URL --key KEY")])
})

it.each([
  [["doctor"], "--key is missing"],
  [["doctor", "--key", "pk_1"], "--store takes a web address such as https://shop.example.com, and got nothing."],
  [["doctor", "--key", "pk_1", "--store", "file:///etc"], "got file:///etc"],
  [["doctor", "--store", "http://127.0.0.1:1", "--key", "sk_secret"], "It was not sent."],
  [["cure"], "There is no command cure."],
  [["doctor", "--colour"], "--colour"],
])("%j are refused in words", async (args, words) => {
  const { status, out, err } = await doctor(...args)
  expect({ status, out }).toEqual({ status: 1, out: "" })
  expect(err).toContain(words)
  expect(err).not.toContain("sk_secret")
  expect(err).not.toMatch(/^\s+at /m)
})

describe("a store that cannot be examined", () => {
  const regions = [{ id: "reg_1", name: "Oz", currency_code: "usd", countries: [] }]
  const noProduct = { status: 404, code: "product_not_found", message: "This product was not found." }

  it("does not answer", async () => {
    const nowhere = await serve(() => undefined)
    await new Promise((resolve) => server.close(resolve))
    const { status, out } = await doctor("doctor", "--store", nowhere, "--key", "pk_1")
    expect(status).toBe(1)
    expect(out).toBe(`FAIL connection: ${nowhere} does not answer (ECONNREFUSED).
     Start it, or correct its address.
lease-to-own: 1 failed, 0 warnings
`)
  })

  const refusesKey = { "": { status: 400, message: "A valid publishable key is required" } }
  const withoutPlugin = { "/store/regions": { regions }, "": "Cannot GET" }
  const withOtherId = {
    ...{ "/store/regions": { regions }, "/store/products": { products: [] }, "": noProduct },
    "/store/payment-providers": { payment_providers: [{ id: "pp_lease-to-own_main" }] },
  }

  const KEY = "FAIL store: The store answered 400: A valid publishable key is required"

  it.each<[string, Record<string, object | string>, string[]]>([
    ["does not take the key", refusesKey, [KEY, "Give a publishable key of this store"]],
    ["is none", { "": "<h1>Not found</h1>" }, ["It is no Medusa store, or a proxy stands before it."]],
    ["does not have the plugin", withoutPlugin, ["FAIL plugin: The store does not know lease-to-own.", "1 failed"]],
    [
      "has lease-to-own under another id, and nothing to sell",
      withOtherId,
      ["There is pp_lease-to-own_main in its place.", "FAIL product: The key shows no products."],
    ],
  ])("%s", async (_, answers, words) => {
    const url = await serve(({ url: path = "" }, response) => {
      const start = Object.keys(answers).find((each) => each !== "" && path.startsWith(each)) ?? ""
      const answer = answers[start] ?? {}
      if (typeof answer === "string") return void response.writeHead(404, { "content-type": "text/html" }).end(answer)
      const { status = 200, ...body } = answer as { status?: number }
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
    const { status, out } = await doctor("doctor", "--store", url, "--key", "pk_1")
    expect(status).toBe(1)
    for (const said of words) expect(out).toContain(said)
  })
})

describe("a checkout page", () => {
  const asked = { store: new URL("https://store.example.com/"), key: "pk_1", contracts: ["https://lease.example"] }
  const ofFrames = "default-src 'self'; frame-src https://lease.example"

  async function read(headers: Record<string, string>, more: object = {}, status = 200) {
    const url = await serve((_, response) => response.writeHead(status, headers).end("<h1>Checkout</h1>"))
    const report = new Report()
    await readPage(new URL(`${url}/checkout`), { ...asked, ...more }, report)
    return `${report}`.split("\n")
  }

  it("is told the line that its policy lacks, for the store and for the contract", async () => {
    const policy = { "content-security-policy": "default-src 'self'" }
    expect(await read(policy, { origin: "https://shop.example.com" })).toEqual([
      "FAIL policy: The page's Content-Security-Policy refuses https://store.example.com.",
      "     Add https://store.example.com to its connect-src.",
      "FAIL policy: The page's Content-Security-Policy refuses https://lease.example.",
      "     Add https://lease.example to its frame-src.",
      "lease-to-own: 2 failed, 0 warnings",
    ])
  })

  it("that limits frames wants to know the contract's origin", async () => {
    const [says, fix] = await read({ "content-security-policy": "frame-src https://other.example" }, { contracts: [] })
    expect(says).toBe("WARN policy: The page shows frames of these alone: https://other.example.")
    expect(fix).toContain("--contract")
  })

  it.each<[string, Record<string, string>, number, string]>([
    ["without a policy refuses nothing", {}, 200, "OK   policy: The page's Content-Security-Policy stands in no way."],
    ["asks its own site where browsers do not ask the store", { "content-security-policy": ofFrames }, 200, "OK"],
    [
      "that isolates itself shows no contract",
      { "cross-origin-embedder-policy": "require-corp" },
      200,
      "FAIL policy: The page refuses frames of other sites",
    ],
    [
      "that leads elsewhere is not judged",
      { location: "/us/cart" },
      307,
      "WARN policy: The page answered 307, to /us/cart. Its policy may be another one.",
    ],
  ])("%s", async (_, headers, status, says) => {
    const [first = ""] = await read(headers, {}, status)
    expect(first.slice(0, says.length)).toBe(says)
  })
})

describe("the policy of a page", () => {
  const page = new URL("https://shop.example.com/checkout")
  const inHeader = (value: string) => policiesOf(new Headers({ "content-security-policy": value }), "")
  const lets = (policy: string, url: string, directive = "frame-src") =>
    !refusedBy(inHeader(policy), directive, url, page)

  it.each([
    ["frame-src https://lease.example", "https://lease.example", true],
    ["frame-src https://lease.example", "https://other.example", false],
    ["frame-src https://lease.example", "http://lease.example", false],
    ["frame-src https://lease.example:8443", "https://lease.example", false],
    ["frame-src http://localhost:*", "http://localhost:4011", true],
    ["frame-src lease.example", "https://lease.example", true],
    ["frame-src *.lease.example", "https://eu.lease.example", true],
    ["frame-src *.lease.example", "https://lease.example", false],
    ["frame-src https:", "https://lease.example", true],
    ["frame-src *", "https://lease.example", true],
    ["frame-src 'self'", "https://shop.example.com", true],
    ["frame-src 'none'", "https://lease.example", false],
    ["frame-src", "https://lease.example", false],
    ["default-src 'self'", "https://lease.example", false],
    ["default-src 'self'; child-src https://lease.example", "https://lease.example", true],
    ["child-src https://lease.example; frame-src 'self'", "https://lease.example", false],
    ["frame-src 'self'; frame-src https://lease.example", "https://lease.example", false],
    ["script-src 'self'", "https://lease.example", true],
    ["FRAME-SRC HTTPS://LEASE.EXAMPLE", "https://lease.example", true],
  ])("%s lets a frame of %s through: %s", (policy, url, expected) => expect(lets(policy, url)).toBe(expected))

  it("names what it limits requests to", () => {
    expect(lets("frame-src *; connect-src 'self'", "https://api.example.com", "connect-src")).toBe(false)
    expect(lets("frame-src 'none'", "https://api.example.com", "connect-src")).toBe(true)
  })

  it("needs every policy to agree, those of the page's own text too", () => {
    const html = `<meta content="frame-src &#x27;self&#x27;" http-equiv="Content-Security-Policy">`
    const policies = policiesOf(new Headers({ "content-security-policy": "frame-src *, default-src https:" }), html)
    expect(policies).toHaveLength(3)
    expect(refusedBy(policies, "frame-src", "https://lease.example", page)).toBe(true)
    expect(frameRules(policies)).toBe("*; https:; 'self'")
  })

  it("limits no frames where none of its directives is about them", () => {
    expect(frameRules(inHeader("script-src 'self'"))).toBeUndefined()
  })
})
