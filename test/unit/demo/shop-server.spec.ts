import { existsSync, readdirSync } from "node:fs"
import { request } from "node:http"
import { join, sep } from "node:path"
import { startShopServer } from "../../../demo/shop-server.mjs"

const config = {
  baseUrl: "http://localhost:9999",
  publishableKey: "pk_1",
  regionId: "reg_1",
  contractOrigins: ["http://127.0.0.1:4011"],
}
const folder = join(__dirname, "../../../demo/shop")

let shop: Awaited<ReturnType<typeof startShopServer>>

beforeEach(async () => {
  shop = await startShopServer({})
})
afterEach(() => shop.close())

const get = (path: string) => fetch(shop.url + path)

/** `fetch` tidies a path up before it is sent. */
function statusOfRawPath(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on("error", reject)
    sent.end()
  })
}

function directives(policy: string | null): Map<string, string[]> {
  const entries = (policy ?? "").split("; ").map((directive) => directive.split(" "))
  return new Map(entries.map(([name = "", ...sources]) => [name, sources]))
}

describe("the demo shop's server", () => {
  it("answers the page", async () => {
    const response = await get("/")
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
  })

  it.each([
    ["shop.js", "text/javascript; charset=utf-8"],
    ["shop.css", "text/css; charset=utf-8"],
    ["pictures.svg", "image/svg+xml"],
  ])("answers %s as what it is", async (name, type) => {
    const response = await get(`/${name.replaceAll(sep, "/")}`)
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type])
  })

  it("has every module that the pages import", async () => {
    const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"))
    expect(modules).toContain(join("lease", "lease-payment.js"))
    const statuses = await Promise.all(modules.map(async (name) => (await get(`/${name.replaceAll(sep, "/")}`)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it("answers the lease's style sheet beside the shop's own", async () => {
    const response = await get("/lease-to-own/style.css")
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"])
    expect(await response.text()).toContain("[data-lease-screen]")
  })

  it("answers the compiled client beside the pages", async () => {
    const isBuilt = existsSync(join(__dirname, "../../../packages/storefront/dist/index.js"))
    expect((await get("/lease-to-own/index.js")).status).toBe(isBuilt ? 200 : 404)
  })

  it.each([
    "/../shop.mjs",
    "/..%2fshop.mjs",
    "/lease-to-own/../../../package.json",
    "/lease-to-own/..%5c..%5cpackage.json",
    "//etc/passwd",
    "/%2e%2e/main.mjs",
    "/tsconfig.json",
    "/shop.js/",
    "/.demo/run.json",
    "/constructor",
    "/lease/../../shop.mjs",
    "/lease/",
  ])("keeps what lies outside of its folders: %s", async (path) => {
    expect(await statusOfRawPath(path)).toBe(404)
  })

  it("takes nothing", async () => {
    expect((await fetch(shop.url, { method: "POST", body: "{}" })).status).toBe(405)
  })

  it("says that the store is still starting", async () => {
    expect((await get("/config.json")).status).toBe(503)
  })

  it("tells the pages which store is theirs", async () => {
    shop.open(config)
    const { contractOrigins: _, ...told } = config
    expect(await (await get("/config.json")).json()).toEqual(told)
  })

  it("lets a page run scripts of this origin alone", async () => {
    const policy = directives((await get("/")).headers.get("content-security-policy"))
    expect([policy.get("default-src"), policy.get("script-src")]).toEqual([["'none'"], ["'self'"]])
  })

  it("lets a page frame the contract and nothing else", async () => {
    shop.open(config)
    const policy = directives((await get("/")).headers.get("content-security-policy"))
    expect(policy.get("frame-src")).toEqual(config.contractOrigins)
  })

  it("lets the widget's origin run its script and be framed, where there is a hosted way", async () => {
    shop.open({ ...config, widgetOrigin: "https://pay.operator.example" })
    const policy = directives((await get("/")).headers.get("content-security-policy"))
    expect(policy.get("script-src")).toEqual(["'self'", "https://pay.operator.example"])
    expect(policy.get("frame-src")).toEqual([...config.contractOrigins, "https://pay.operator.example"])
  })

  it("lets a page ask its own origin and the store", async () => {
    shop.open(config)
    const policy = directives((await get("/")).headers.get("content-security-policy"))
    expect(policy.get("connect-src")).toEqual(["'self'", config.baseUrl])
  })

  it("names the origins that the store's CORS must allow", () => {
    const { port } = new URL(shop.url)
    expect(shop.origins).toEqual([`http://localhost:${port}`, `http://127.0.0.1:${port}`])
  })
})
