import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** Every call that the service has, each listed once. */
const CALLS = [
  "POST /application",
  "POST /application/cart",
  "GET /application/cart/pricing",
  "GET /application/contract",
  "POST /application/cart/delivery",
  "POST /application/return/availability",
  "POST /application/return",
  "DELETE /application/contract",
  "POST /update-order",
  "POST /update-delivery",
]

describe("npm run walkthrough", () => {
  it("takes carts through whole leases in both ways, every fact is as it should be, and each call is listed once", () => {
    const { npm_lifecycle_event: _, NODE_OPTIONS: __, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, [join("scripts", "run.mjs"), "walkthrough"], {
      cwd: join(__dirname, "..", ".."),
      encoding: "utf8",
      env,
    })
    const said = `${stdout}\n${stderr}`.slice(-4000)
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("Everything is as it should be.") })
    expect(stdout.match(/^(?:GET|POST|DELETE) \/\S+$/gm)).toEqual(CALLS)
  }, 240_000)
})
