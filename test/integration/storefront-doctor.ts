import { spawn } from "node:child_process"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { type LeaseStore, storeRules } from "./support/lease-store"

const MAIN = join(__dirname, "../../packages/storefront/doctor/main.mjs")
/** Medusa's own default for a storefront. */
const ALLOWED = "http://localhost:8000"

async function examine(store: LeaseStore, ...args: string[]) {
  const asked = ["doctor", "--store", store.url, "--key", store.shop.publishableKey, ...args]
  const child = spawn(process.execPath, [MAIN, ...asked])
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const [out, status] = await Promise.all([text(child.stdout), ended])
  return { status, lines: out.trimEnd().split("\n") }
}

/** `npx lease-to-own-storefront doctor` against a real store. */
export const storefrontDoctor = storeRules("the storefront's doctor", (store) => {
  it("finds nothing wrong in a store that is set up, and sends the service nothing", async () => {
    const { status, lines } = await examine(store, "--origin", ALLOWED)
    expect(lines).toEqual([
      "OK   store: Medusa answers, and takes the key. Regions: 2.",
      "OK   plugin: The store has lease-to-own.",
      `OK   cors: Browsers at ${ALLOWED} may ask the store.`,
      "OK   provider: Lease-to-own can be chosen in: Europe, United States.",
      expect.stringMatching(/^OK {3}product: ".+" can be leased in United States\.$/),
      expect.stringMatching(/^OK {3}shipping: ".+" ships to Austin, TX \(United States\)\.$/),
      "OK   cart: A cart comes as far as the first screen of lease-to-own.",
      "lease-to-own: 0 failed, 0 warnings",
    ])
    expect(status).toBe(0)
    expect(store.calls()).toEqual([])
    expect(await store.sql("select id from lease")).toEqual([])
  })

  it("names the origin that the store does not let in, and says that no region has lease-to-own", async () => {
    await store.sql("delete from region_payment_provider where payment_provider_id = 'pp_lease-to-own'")
    const { status, lines } = await examine(store, "--origin", "https://shop.example.com")
    expect(lines).toContainEqual(
      expect.stringMatching(/^FAIL cors: Browsers at https:\/\/shop\.example\.com may not ask the store/),
    )
    expect(lines).toContainEqual("WARN provider: Lease-to-own can be chosen in no region.")
    expect(lines.join("\n")).toContain("Add https://shop.example.com to STORE_CORS")
    expect(status).toBe(1)
  })
})
