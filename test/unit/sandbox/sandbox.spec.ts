import { request } from "node:http"
import { defaults, type SandboxOptions, signContract, startSandbox } from "lease-to-own-sandbox"
import { application, Bench, part } from "./support"

async function withBench<T>(options: SandboxOptions, use: (bench: Bench) => Promise<T>): Promise<T> {
  const bench = await Bench.start(options)
  try {
    return await use(bench)
  } finally {
    await bench.close()
  }
}

describe("ports", () => {
  it("moves on from a taken port and says so", async () => {
    await withBench({}, async (first) => {
      const port = Number(new URL(first.sandbox.baseUrl).port)
      await withBench({ port }, async (second) => {
        expect(Number(new URL(second.sandbox.baseUrl).port)).toBeGreaterThan(port)
        expect(second.sandbox.notices).toEqual([expect.stringContaining(`Port ${port} is taken`)])
      })
    })
  })

  it("does not start on a taken port when it is told to be strict", async () => {
    await withBench({}, async ({ sandbox }) => {
      const port = Number(new URL(sandbox.baseUrl).port)
      await expect(startSandbox({ port, strictPort: true })).rejects.toThrow("EADDRINUSE")
    })
  })

  it("has two origins on loopback", async () => {
    await withBench({}, async ({ sandbox }) => {
      expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lease$/)
      expect(sandbox.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__sandbox$/)
      expect(sandbox.contractOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    })
  })
})

describe("options", () => {
  it("takes other credentials", async () => {
    await withBench({ username: "shop", password: "pässword" }, async (bench) => {
      expect((await bench.call("POST /application", application())).status).toBe(200)
    })
    expect([defaults.username, defaults.password]).toEqual(["sandbox", "sandbox"])
  })

  it("the same seed gives the same ids", async () => {
    const first = await withBench({ seed: 7 }, (bench) => bench.apply())
    const second = await withBench({ seed: 7 }, (bench) => bench.apply())
    expect(first).toBe(second)
  })

  it("without a seed ids differ", async () => {
    const first = await withBench({}, (bench) => bench.apply())
    const second = await withBench({}, (bench) => bench.apply())
    expect(first).not.toBe(second)
  })

  it("approvalAmount is what is approved", async () => {
    await withBench({ approvalAmount: 439.99 }, async (bench) => {
      expect((await bench.pricing(await bench.withCart())).json.appStatus).toMatchObject({ approvalAmount: 439.99 })
    })
  })

  it.each([
    { approvalAmount: 1.005 },
    { minLease: -1 },
    { merchantOrigin: "shop" },
    { merchantOrigin: "http://shop.test/path" },
  ])("refuses %j", async (options) => {
    await expect(startSandbox(options)).rejects.toThrow("Sandbox option")
  })

  it("store required refuses bodies without the operator's store number", async () => {
    await withBench({ dialect: { requests: { store: "required" } } }, async (bench) => {
      const reply = await bench.call("POST /application", application())
      expect(Object.keys(part(reply.json, "errors"))).toEqual(["store"])
      const body = {
        ...application(),
        store: { operatorMerchantId: 4, merchantStoreId: "web", salesAssociate: "online" },
      }
      expect((await bench.call("POST /application", body)).status).toBe(200)
    })
  })

  it("pricingWithoutCart status answers the status alone", async () => {
    await withBench({ dialect: { rules: { pricingWithoutCart: "status" } } }, async (bench) => {
      const id = await bench.apply()
      expect((await bench.pricing(id)).json).toEqual({
        applicationId: id,
        appStatus: { applicationId: id, status: "Approved", approvalAmount: 3000, isOkToDeliver: false },
      })
    })
  })

  it("returns accepted authorizes returns of an accepted lease", async () => {
    await withBench({ dialect: { rules: { returns: "accepted", returnCode: "issued" } } }, async (bench) => {
      const { json } = await bench.availability(await bench.accepted())
      expect(part(json, "merchandiseReturnAuthorization")).toEqual({
        isReturnEligible: true,
        authorizationCode: expect.any(String),
      })
    })
  })

  it("codes.done is the status of empty answers", async () => {
    await withBench({ dialect: { codes: { done: 200 } } }, async (bench) => {
      const reply = await bench.cancel(await bench.accepted())
      expect([reply.status, reply.text]).toEqual([200, ""])
    })
  })

  it.each(["withCart", "signed"] as const)("cancel unshipped lets a contract be canceled from %s", async (from) => {
    await withBench({ dialect: { rules: { cancel: "unshipped" } } }, async (bench) => {
      const id = await bench[from]()
      expect((await bench.cancel(id)).status).toBe(204)
      expect(bench.state(id)).toBe("Approved")
    })
  })

  it("contentTypes takes plain JSON", async () => {
    await withBench({ dialect: { requests: { contentTypes: ["application/json"] } } }, async (bench) => {
      const headers = { "content-type": "application/json" }
      expect((await bench.call("POST /application", application(), { headers })).status).toBe(200)
    })
  })

  it.each(["/application", "/lease/application", "/api/v1/application"])("paths any takes POST %s", async (path) => {
    await withBench({ dialect: { requests: { paths: "any" } } }, async (bench) => {
      const url = new URL(path, bench.sandbox.baseUrl)
      const body = JSON.stringify(application())
      expect((await fetch(url, { method: "POST", headers: bench.headers, body })).status).toBe(200)
    })
  })

  it("frame text posts bare text", async () => {
    await withBench({ dialect: { answers: { frame: "text" } } }, async (bench) => {
      const { messages } = await signContract(await bench.esignUrl(await bench.withCart()), { upTo: "load" })
      expect(messages).toEqual(["Initialize: App loaded", "Lease Summary loaded"])
    })
  })

  it("merchantOrigin gets the messages and alone may frame the page", async () => {
    await withBench({ merchantOrigin: "http://shop.test" }, async (bench) => {
      const url = await bench.esignUrl(await bench.withCart())
      expect((await signContract(url, { merchantOrigin: "http://other.test" })).targetOrigin).toBe("http://shop.test")
      expect((await fetch(url)).headers.get("content-security-policy")).toContain("frame-ancestors http://shop.test")
    })
  })

  it("autoSign signs as the address is handed out", async () => {
    await withBench({ autoSign: true }, async (bench) => {
      const id = await bench.withCart()
      expect(await bench.esignUrl(id)).toContain(bench.sandbox.contractOrigin)
      expect(await bench.status(id)).toMatchObject({ status: "Contracts Received", isOkToDeliver: true })
    })
  })

  it("esignUrlTtl ends an address; the next one is new", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z")
    await withBench({ esignUrlTtl: 60_000, clock: () => new Date(now) }, async (bench) => {
      const id = await bench.withCart()
      const first = await bench.esignUrl(id)
      now += 60_000
      expect((await fetch(first)).status).toBe(410)
      expect(await bench.esignUrl(id)).not.toBe(first)
    })
  })
})

describe("the page for people", () => {
  it("lists leases and calls, with a link to what can be signed", async () => {
    await withBench({}, async (bench) => {
      const id = await bench.withCart()
      const url = await bench.esignUrl(id)
      const html = await (await fetch(new URL("/", bench.sandbox.baseUrl))).text()
      for (const text of [id, "Contracts", "R-1", "439.99", `href="${url}"`, "POST /application/cart"]) {
        expect(html).toContain(text)
      }
    })
  })

  it("escapes what was sent", async () => {
    await withBench({}, async (bench) => {
      const evil = "<script>alert(1)</script>"
      await bench.withCart(undefined, { orderId: evil })
      await rawGet(bench.sandbox.baseUrl, `/${evil}`)
      expect(await (await fetch(new URL("/", bench.sandbox.baseUrl))).text()).not.toContain(evil)
    })
  })
})

/** A path as it stands, without an HTTP library's own escaping. */
function rawGet(baseUrl: string, path: string): Promise<void> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => response.resume().once("end", resolve))
      .once("error", reject)
      .end()
  })
}
