import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadEnv } from "@medusajs/framework/utils"
import { signContract, startSandbox } from "lease-to-own-sandbox"
import { application, Bench, freshBench } from "./support"

it("the sandbox has two loopback origins, on the next free ports, which it reports", async () => {
  await Bench.use({}, async ({ sandbox: first }) => {
    expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/lease$/)
    expect(first.contractOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const port = Number(new URL(first.baseUrl).port)
    await Bench.use({ port }, async ({ sandbox: second }) => {
      expect(Number(new URL(second.baseUrl).port)).toBeGreaterThan(port)
      expect(second.notices).toEqual([expect.stringContaining(`Port ${port} is taken`)])
    })
  })
})

it("credentials and the approved amount can be changed", async () => {
  await Bench.use({ username: "shop", password: "pässword", approvalAmount: 439.99 }, async (bench) => {
    expect(await bench.status(await bench.withCart())).toMatchObject({ approvalAmount: 439.99 })
  })
})

it.each(["sandbox", "a#b c", "it's $HOME", "\"q\" 'q'"])(
  "Medusa reads the password %s from the .env lines",
  async (password) => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-env-"))
    const before = { ...process.env }
    try {
      await Bench.use({ password }, async ({ sandbox }) => {
        writeFileSync(join(folder, ".env"), sandbox.env)
        loadEnv("development", folder)
        const { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD } = process.env
        expect([LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD]).toEqual([sandbox.baseUrl, "sandbox", password])
      })
    } finally {
      process.env = before
      rmSync(folder, { recursive: true })
    }
  },
)

it("the same seed gives the same ids, and without a seed they differ", async () => {
  const idOf = (seed?: number) => Bench.use({ seed }, (bench) => bench.apply())
  expect(await idOf(7)).toBe(await idOf(7))
  expect(await idOf()).not.toBe(await idOf())
})

it.each([{ approvalAmount: 1.005 }, { minLease: -1 }, { merchantOrigin: "http://shop.test/path" }])(
  "an invalid option is refused: %j",
  (options) => expect(startSandbox(options)).rejects.toThrow("Sandbox option"),
)

it("only merchantOrigin gets the messages and may frame the page", async () => {
  await Bench.use({ merchantOrigin: "http://shop.test" }, async (bench) => {
    const url = await bench.esignUrl(await bench.withCart())
    expect((await signContract(url, { merchantOrigin: "http://other.test" })).targetOrigin).toBe("http://shop.test")
    expect((await fetch(url)).headers.get("content-security-policy")).toContain("frame-ancestors http://shop.test")
  })
})

describe("page for people", () => {
  const bench = freshBench()
  it("the page for people escapes what was sent", async () => {
    const evil = "<script>alert(1)</script>"
    await bench().withCart(undefined, { orderId: evil })
    await bench().call("POST /application", application(undefined, { lastName: evil }))
    // The raw path, without an HTTP library's escaping.
    const { hostname, port } = new URL(bench().sandbox.baseUrl)
    await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path: `/${evil}` }, (answer) => answer.resume().once("end", resolve))
      sent.once("error", reject).end()
    })
    expect(await (await fetch(new URL("/", bench().sandbox.baseUrl))).text()).not.toContain(evil)
  })
})
