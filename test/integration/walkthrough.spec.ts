import { startSandbox } from "lease-to-own-sandbox"
import { testDatabaseServer } from "../support/database-server"
import { filledEnvironment } from "../support/filled-database"
import { runProgram } from "./support/run-program"

const WALKTHROUGH = ["scripts/run.mjs", "walkthrough"]
const RIGHT = { status: 0, said: expect.stringContaining("Everything is as it should be.") }

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
  it("the walkthrough takes carts through whole leases in both ways, checks every fact and lists each call once", async () => {
    const ended = await runProgram(WALKTHROUGH)
    expect(ended).toEqual(RIGHT)
    expect(ended.said.match(/^(?:GET|POST|DELETE) \/\S+$/gm)).toEqual(CALLS)
  }, 240_000)

  it("the walkthrough continues to delivery, return and cancellation at a service without statuses", async () => {
    const service = await startSandbox({ autoSign: true, dialect: "no-status" })
    const { baseUrl: LEASE_BASE_URL, username: LEASE_USERNAME, password: LEASE_PASSWORD } = service
    // The test above has shown that it starts a database of its own, and fills it.
    const DATABASE_URL = (await testDatabaseServer()).url()
    try {
      const env = { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, DATABASE_URL, ...(await filledEnvironment()) }
      expect(await runProgram([...WALKTHROUGH, "--after-order", "--yes"], env)).toEqual(RIGHT)
      expect(service.leases().map(({ state }) => state)).toEqual(["Funded", "Returned", "Approved"])
    } finally {
      await service.close()
    }
  }, 240_000)
})
