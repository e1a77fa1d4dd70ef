import { createRequire } from "node:module"
import { join } from "node:path"
import { Pool, request } from "undici"
import { startServer } from "./bench-program.mjs"
import { benchFolder, COMPILED, installPlugin } from "./compiled-plugin.mjs"
import { compare } from "./ratio.mjs"

/** The client's number of connections. */
const CONNECTIONS = 64
const ROUNDS = 21
const WARM_UP = 6
/** Concurrent calls, and calls per turn: about a quarter of a second. */
const AT_ONCE = 32
const CALLS = 3200

/** A price as the sandbox returns it. */
const ANSWER = {
  ...{
    invoiceTotal: 1313.5,
    cashPrice: 1313.5,
    invoiceRemaining: 1313.5,
    costOfLease: 1313.5,
    initialPaymentAmount: 49,
  },
  ...{ effectiveLeaseBalance: 2627, totalLeasePrice: 2627, sumOfAllPayments: 2627, initialBalance: 2676 },
  ...{ totalNumberOfPayment: 26, periodicPaymentAmount: 99.15, paymentFrequency: "biWeekly", termInMonths: 12 },
  ...{ ninetyDayBuyout: 1379.18, totalRetailerDeliveryFees: 25, salesTaxRate: 8.25, estimatedTax: 106.29 },
  ...{ totalTax: 106.29, totalDueAtSigning: 155.29, initialBalancePlusEstimatedTax: 2782.29, applicationId: "1000001" },
  appStatus: { applicationId: "1000001", status: "Contracts", approvalAmount: 3000, isOkToDeliver: false },
}

/**
 * A call of the client (sending, deadline, parsing the response into checked cents) over the minimum that does the same: `undici.request` and
 * `JSON.parse`. The price of a lease is a checkout's most frequent call. On one machine, so that no network hides the difference.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: "price", ratio: number) => void} found
 */
export async function benchClientCalls({ root, cleanup }, found) {
  const plugin = installPlugin(root, benchFolder(root, cleanup))
  /** @type {typeof import("../../src/client/index.js")} */
  const { LeaseService, toApplicationId } = createRequire(plugin)(join(plugin, COMPILED, "client", "index.js"))
  const baseUrl = `http://127.0.0.1:${await startServer(cleanup, JSON.stringify(ANSWER))}`
  const account = { username: "bench", password: "bench-password" }
  const service = new LeaseService({ baseUrl, ...account })
  const pool = new Pool(baseUrl, { connections: CONNECTIONS })
  cleanup.add(async () => void (await Promise.all([service.close(), pool.close()])))
  const id = toApplicationId("1000001")
  const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString("base64")}`
  const headers = { authorization, accept: "application/json", "content-type": "application/json" }
  const url = `${baseUrl}/api/v1/application/cart/pricing?applicationId=${id}`
  const bare = async () => {
    const { body } = await request(url, { dispatcher: pool, headers })
    return JSON.parse(await body.text())
  }
  const ours = () => timed(() => service.getPricing(id))
  found("price", await compare({ rounds: ROUNDS, warmUp: WARM_UP, ours, theirs: () => timed(bare) }))
}

/** @param {() => Promise<unknown>} call @returns {Promise<number>} ms */
async function timed(call) {
  let left = CALLS
  const caller = async () => {
    while (left-- > 0) await call()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return performance.now() - started
}
