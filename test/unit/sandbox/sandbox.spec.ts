import { request } from "node:http"
import { signContract, startSandbox } from "lease-to-own-sandbox"
import { application, Bench, freshBench } from "./support"

describe("the sandbox's addresses", () => {
  it("are two origins on loopback, on the next ports that are free, which it says", async () => {
    await Bench.use({}, async ({ sandbox: first }) => {
      expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lease$/)
      expect(first.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__sandbox$/)
      expect(first.contractOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const port = Number(new URL(first.baseUrl).port)
      await Bench.use({ port }, async ({ sandbox: second }) => {
        expect(Number(new URL(second.baseUrl).port)).toBeGreaterThan(port)
        expect(second.notices).toEqual([expect.stringContaining(`Port ${port} is taken`)])
      })
      await expect(startSandbox({ port, strictPort: true })).rejects.toThrow("EADDRINUSE")
    })
  })
})

describe("the sandbox's options", () => {
  it("may be other credentials, and another approved amount", async () => {
    await Bench.use({ username: "shop", password: "pässword", approvalAmount: 439.99 }, async (bench) => {
      expect(await bench.status(await bench.withCart())).toMatchObject({ approvalAmount: 439.99 })
    })
  })

  it("give the same ids for the same seed, and others without one", async () => {
    const idOf = (seed?: number) => Bench.use({ seed }, (bench) => bench.apply())
    expect(await idOf(7)).toBe(await idOf(7))
    expect(await idOf()).not.toBe(await idOf())
  })

  it.each([
    { approvalAmount: 1.005 },
    { minLease: -1 },
    { merchantOrigin: "shop" },
    { merchantOrigin: "http://shop.test/path" },
  ])("are refused where they make no sense: %j", async (options) => {
    await expect(startSandbox(options)).rejects.toThrow("Sandbox option")
  })

  it("merchantOrigin gets the messages and alone may frame the page", async () => {
    await Bench.use({ merchantOrigin: "http://shop.test" }, async (bench) => {
      const url = await bench.esignUrl(await bench.withCart())
      expect((await signContract(url, { merchantOrigin: "http://other.test" })).targetOrigin).toBe("http://shop.test")
      expect((await fetch(url)).headers.get("content-security-policy")).toContain("frame-ancestors http://shop.test")
    })
  })

  it("esignUrlTtl ends an address; the next one is new", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z")
    await Bench.use({ esignUrlTtl: 60_000, clock: () => new Date(now) }, async (bench) => {
      const id = await bench.withCart()
      const first = await bench.esignUrl(id)
      now += 60_000
      expect((await fetch(first)).status).toBe(410)
      expect(await bench.esignUrl(id)).not.toBe(first)
    })
  })
})

describe("the page for people", () => {
  const bench = freshBench()
  it("escapes what was sent", async () => {
    const evil = "<script>alert(1)</script>"
    await bench().withCart(undefined, { orderId: evil })
    await bench().call("POST /application", application(undefined, { lastName: evil }))
    // A path as it stands, without an HTTP library's own escaping.
    const { hostname, port } = new URL(bench().sandbox.baseUrl)
    await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: `/${evil}` }, (answer) => answer.resume().once("end", resolve))
      sent.once("error", reject).end()
    })
    expect(await (await fetch(new URL("/", bench().sandbox.baseUrl))).text()).not.toContain(evil)
  })
})
