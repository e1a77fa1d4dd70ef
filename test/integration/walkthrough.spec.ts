import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { startSandbox } from "lease-to-own-sandbox"
import { testDatabaseServer } from "../support/database-server"
import { filledEnvironment } from "../support/filled-database"

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

/** Runs it to its end, beside a service of this process. */
async function walkthrough(more: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const { npm_lifecycle_event: _, NODE_OPTIONS: __, ...env } = process.env
  const run = spawn(process.execPath, [join("scripts", "run.mjs"), "walkthrough", ...args], {
    cwd: join(__dirname, "..", ".."),
    env: { ...env, ...more },
  })
  let said = ""
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
  const [status] = await once(run, "close")
  return { status, said }
}

describe("npm run walkthrough", () => {
  it("takes carts through whole leases in both ways at a service as the specification has it, every fact is as it should be, and each call is listed once", async () => {
    const { status, said } = await walkthrough()
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("Everything is as it should be.") })
    expect(said.match(/^(?:GET|POST|DELETE) \/\S+$/gm)).toEqual(CALLS)
  }, 240_000)

  it("goes on to delivery, return and cancellation at another service when it is told to, though that says no state", async () => {
    const service = await startSandbox({ autoSign: true, dialect: "no-status" })
    const { baseUrl: LEASE_BASE_URL, username: LEASE_USERNAME, password: LEASE_PASSWORD } = service
    // The test above has shown that it starts a database of its own, and fills it.
    const DATABASE_URL = (await testDatabaseServer()).url()
    try {
      const { status, said } = await walkthrough(
        { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, DATABASE_URL, ...(await filledEnvironment()) },
        "--after-order",
        "--yes",
      )
      expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("Everything is as it should be.") })
      expect(service.leases().map(({ state }) => state)).toEqual(["Funded", "Returned", "Approved"])
    } finally {
      await service.close()
    }
  }, 240_000)
})
