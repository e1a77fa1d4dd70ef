import { request } from "node:http"
import { startShopServer } from "../../../demo/shop-server.mjs"

const config = {
  baseUrl: "http://localhost:9999",
  publishableKey: "pk_1",
  regionId: "reg_1",
  contractOrigins: ["http://127.0.0.1:4011"],
}

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
  it.each([
    ...[
      "/../shop.mjs",
      "/..%2fshop.mjs",
      "/lease-to-own/../../../package.json",
      "/lease-to-own/..%5c..%5cpackage.json",
    ],
    ...["//etc/passwd", "/%2e%2e/main.mjs", "/tsconfig.json", "/shop.js/", "/.demo/run.json", "/constructor"],
  ])("keeps what lies outside of its folders: %s", async (path) => expect(await statusOfRawPath(path)).toBe(404))

  it("takes nothing, and tells the pages which store is theirs once it is there", async () => {
    expect((await fetch(shop.url, { method: "POST", body: "{}" })).status).toBe(405)
    expect((await get("/config.json")).status).toBe(503)
    shop.open(config)
    const { contractOrigins: _, ...told } = config
    expect(await (await get("/config.json")).json()).toEqual(told)
    const { port } = new URL(shop.url)
    expect(shop.origins).toEqual([`http://localhost:${port}`, `http://127.0.0.1:${port}`])
  })

  it("lets a page run its own scripts, ask its origin and the store, frame the contract, and nothing else", async () => {
    const policy = async () => directives((await get("/")).headers.get("content-security-policy"))
    shop.open(config)
    const own = await policy()
    expect([own.get("default-src"), own.get("script-src")]).toEqual([["'none'"], ["'self'"]])
    expect(own.get("frame-src")).toEqual(config.contractOrigins)
    expect(own.get("connect-src")).toEqual(["'self'", config.baseUrl])
  })
})
