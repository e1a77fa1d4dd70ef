import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { frameRules, policiesOf, refusedBy } from "../../../packages/storefront/doctor/policy.mjs"
import { readPage } from "../../../packages/storefront/doctor/read-page.mjs"
import { Report } from "../../../packages/storefront/doctor/report.mjs"

const MAIN = join(__dirname, "../../../packages/storefront/doctor/main.mjs")

async function doctor(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args])
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, out, err }
}

describe("its arguments", () => {
  it.each([[[]], [["--help"]], [["doctor", "--help"]]])("%j explain it", async (args) => {
    const { status, out } = await doctor(...args)
    expect(status).toBe(0)
    expect(out).toContain("lease-to-own-storefront doctor --store URL --key KEY")
  })

  it.each([
    [["doctor"], "--key is missing"],
    [["doctor", "--key", "pk_1"], "--store takes a web address such as https://shop.example.com, and got nothing."],
    [["doctor", "--key", "pk_1", "--store", "shop"], "got shop"],
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
})

describe("a store that cannot be examined", () => {
  let server: Server
  let url: string
  let answer: (request: IncomingMessage) => { status: number; body: unknown }

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { status, body } = answer(request)
      const isText = typeof body === "string"
      response.writeHead(status, { "content-type": isText ? "text/html" : "application/json" })
      response.end(isText ? body : JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const examined = () => doctor("doctor", "--store", url, "--key", "pk_1")
  const regions = [{ id: "reg_1", name: "Oz", currency_code: "usd", countries: [] }]

  it("does not answer", async () => {
    const closed = createServer().listen(0, "127.0.0.1")
    await once(closed, "listening")
    const nowhere = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`
    await new Promise((resolve) => closed.close(resolve))
    const { status, out } = await doctor("doctor", "--store", nowhere, "--key", "pk_1")
    expect(status).toBe(1)
    expect(out).toBe(`FAIL connection: ${nowhere} does not answer (ECONNREFUSED).
     Start it, or correct its address.
lease-to-own: 1 failed, 0 warnings
`)
  })

  it("does not take the key", async () => {
    answer = () => ({ status: 400, body: { type: "not_allowed", message: "A valid publishable key is required" } })
    const { status, out } = await examined()
    expect(status).toBe(1)
    expect(out).toContain("FAIL store: The store answered 400: A valid publishable key is required")
    expect(out).toContain("Give a publishable key of this store")
  })

  it("is none", async () => {
    answer = () => ({ status: 404, body: "<h1>Not found</h1>" })
    const { status, out } = await examined()
    expect(status).toBe(1)
    expect(out).toContain("It is no Medusa store, or a proxy stands before it.")
  })

  it("does not have the plugin", async () => {
    answer = ({ url: path }) =>
      path?.startsWith("/store/regions") ? { status: 200, body: { regions } } : { status: 404, body: "Cannot GET" }
    const { status, out } = await examined()
    expect(status).toBe(1)
    expect(out).toContain("FAIL plugin: The store does not know lease-to-own.")
    expect(out).not.toContain("cart")
  })

  it("has lease-to-own under another id, and nothing to sell", async () => {
    answer = ({ url: path = "" }) => {
      if (path.startsWith("/store/regions")) return { status: 200, body: { regions } }
      if (path.startsWith("/store/payment-providers"))
        return { status: 200, body: { payment_providers: [{ id: "pp_lease-to-own_main" }] } }
      if (path.startsWith("/store/products")) return { status: 200, body: { products: [] } }
      return { status: 404, body: { code: "product_not_found", message: "This product was not found." } }
    }
    const { status, out } = await examined()
    expect(status).toBe(1)
    expect(out).toContain("There is pp_lease-to-own_main in its place.")
    expect(out).toContain("FAIL product: The key shows no products.")
  })
})

describe("a checkout page", () => {
  const asked = { store: new URL("https://store.example.com/"), key: "pk_1", contracts: ["https://lease.example"] }
  let server: Server
  let page: URL
  let headers: Record<string, string>
  let status: number

  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(status, headers).end("<h1>Checkout</h1>"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    page = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/checkout`)
  })
  beforeEach(() => {
    headers = {}
    status = 200
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  async function read(wanted: object = {}) {
    const report = new Report()
    await readPage(page, { ...asked, ...wanted }, report)
    return `${report}`.split("\n")
  }
  const policy = (text: string) => {
    headers = { "content-security-policy": text }
  }

  it("without a policy refuses nothing", async () => {
    expect((await read())[0]).toBe("OK   policy: The page's Content-Security-Policy stands in no way.")
  })

  it("is told the line that its policy lacks, for the store and for the contract", async () => {
    policy("default-src 'self'")
    expect(await read({ origin: page.origin })).toEqual([
      "FAIL policy: The page's Content-Security-Policy refuses https://store.example.com.",
      "     Add https://store.example.com to its connect-src.",
      "FAIL policy: The page's Content-Security-Policy refuses https://lease.example.",
      "     Add https://lease.example to its frame-src.",
      "lease-to-own: 2 failed, 0 warnings",
    ])
  })

  it("asks its own site where browsers do not ask the store", async () => {
    policy("default-src 'self'; frame-src https://lease.example")
    expect((await read())[0]).toMatch(/^OK/)
  })

  it("that limits frames wants to know the contract's origin", async () => {
    policy("frame-src https://other.example")
    const [says, fix] = await read({ contracts: [] })
    expect(says).toBe("WARN policy: The page shows frames of these alone: https://other.example.")
    expect(fix).toContain("--contract")
  })

  it("that isolates itself cannot show a contract", async () => {
    headers = { "cross-origin-embedder-policy": "require-corp" }
    expect((await read())[0]).toMatch(/^FAIL policy: The page refuses frames of other sites/)
  })

  it("that leads elsewhere is not judged", async () => {
    status = 307
    headers = { location: "/us/cart" }
    expect((await read())[0]).toBe("WARN policy: The page answered 307, to /us/cart. Its policy may be another one.")
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
    ["frame-src https:", "http://lease.example", false],
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
