import { once } from "node:events"
import { request } from "node:http"
import { startShopServer } from "../../../demo/shop-server.mjs"

const config = {
  baseUrl: "http://localhost:9999",
  publishableKey: "pk_1",
  regionId: "reg_1",
  flow: "own-form" as const,
  contractOrigins: ["http://127.0.0.1:4011"],
}

let shop: Awaited<ReturnType<typeof startShopServer>>

beforeEach(async () => {
  shop = await startShopServer({})
})
afterEach(() => shop.close())

const get = (path: string) => fetch(shop.url + path)

/** `fetch` would normalize the path. */
async function statusOfRawPath(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(shop.url)
  const [response] = await once(request({ hostname, port, path }).end(), "response")
  response.resume()
  return response.statusCode
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
  ])("serves nothing outside its folders: %s", async (path) => expect(await statusOfRawPath(path)).toBe(404))

  it("accepts no writes, and gives the pages their store's address once it is known", async () => {
    expect((await fetch(shop.url, { method: "POST", body: "{}" })).status).toBe(405)
    expect((await get("/config.json")).status).toBe(503)
    shop.open(config)
    const { contractOrigins: _, ...told } = config
    expect(await (await get("/config.json")).json()).toEqual(told)
    const { port } = new URL(shop.url)
    expect(shop.origins).toEqual([`http://localhost:${port}`, `http://127.0.0.1:${port}`])
  })

  it("lets a page run its own scripts, ask its origin and the store, frame the contract, and nothing else", async () => {
    shop.open(config)
    const policy = (await get("/")).headers.get("content-security-policy")?.split("; ")
    const framed = `frame-src ${config.contractOrigins.join(" ")}`
    const allowed = ["default-src 'none'", "script-src 'self'", framed, `connect-src 'self' ${config.baseUrl}`]
    expect(policy).toEqual(expect.arrayContaining(allowed))
  })

  it("lets a page with the hosted widget run the operator's script, too", async () => {
    shop.open({ ...config, flow: "hosted" })
    const policy = (await get("/")).headers.get("content-security-policy")
    expect(policy).toContain(`script-src 'self' ${config.contractOrigins.join(" ")};`)
  })
})
