import { once } from "node:events"
import { createServer } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { delivered, medusaOf } from "./draining.mjs"
import { addDue, fillDue } from "./fill-leases.mjs"

/** Calls per second that the service allows after the outage: twenty times a small operator's, so that the drill takes half a minute. */
const RATE = 400
const OUTAGE_MINUTES = 30
const MINUTE = 60_000
/** A cancellation in the middle of a backlog must be sent within this time (ms). */
const CANCEL_MS = 2000
/** The log has a line for each unanswered call. */
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }
const DELIVERY = "/api/v1/application/cart/delivery"

/**
 * An outage with many due calls, on a clock that moves a minute between two runs of the job; returns how long a cancellation waits in the
 * middle of them once the service is back, over two seconds. `test/integration/ledger/outages.spec.ts` has the other rules of outages.
 *
 * @param {import("./bench-ledger.mjs").BenchLedgers} ledgers
 * @param {{ cleanup: import("../../demo/cleanup.mjs").Cleanup, say: (line: string) => void, calls: number }} tools
 */
export async function drillOutage(ledgers, { cleanup, say, calls }) {
  say(`An outage of ${OUTAGE_MINUTES} minutes with ${calls} calls due …`)
  const service = { isUp: false, delivered: 0, canceledAt: 0 }
  const clock = { ahead: 0 }
  const now = () => new Date(Date.now() + clock.ahead)
  const bench = await ledgers.open(await serve(service, cleanup), { now, log: QUIET, rate: { perSecond: RATE } })
  await fillDue(bench.knex, calls)
  const run = () => bench.runPending(bench.accountDeps, medusaOf(delivered))
  await run()
  for (let minute = 0; minute < OUTAGE_MINUTES; minute++) {
    clock.ahead += MINUTE
    await run()
  }
  service.isUp = true
  // The longest time between two probes.
  clock.ahead += 5 * MINUTE
  const cancel = cancelAfter(bench, service, calls / 2)
  await run()
  if (service.delivered < calls) throw new Error(`Of ${calls} deliveries ${service.delivered} were confirmed.`)
  return (await cancel) / CANCEL_MS
}

/**
 * Requests a cancellation after this many calls; returns how long it took to be sent (ms).
 *
 * @param {import("./bench-ledger.mjs").BenchLedger} bench @param {Drilled} service @param {number} calls
 */
async function cancelAfter({ knex }, service, calls) {
  while (service.delivered < calls) await pause(5)
  const asked = performance.now()
  await addDue(knex, {
    from: 2 * calls + 1,
    to: 2 * calls + 1,
    kind: "cancel_contract",
    detail: { cause: "order_canceled" },
  })
  while (!service.canceledAt) await pause(5)
  return service.canceledAt - asked
}

/**
 * A lease service that is down, and later counts its calls. It responds to reads with a lease in force, and to anything else with "done".
 *
 * @typedef {{ isUp: boolean, delivered: number, canceledAt: number }} Drilled `delivered`: deliveries that were confirmed
 * @param {Drilled} service @param {import("../../demo/cleanup.mjs").Cleanup} cleanup @returns {Promise<string>} its address
 */
async function serve(service, cleanup) {
  const server = createServer((request, response) => {
    const { method, url = "" } = request
    if (!service.isUp) return request.socket.destroy()
    request.resume()
    if (url === DELIVERY) service.delivered += 1
    if (method === "DELETE") service.canceledAt = performance.now()
    const applicationId = new URL(url, "http://service").searchParams.get("applicationId")
    const appStatus = { applicationId, status: "Lease Accepted", approvalAmount: 5000, isOkToDeliver: true }
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(method === "GET" ? { applicationId, appStatus } : {}))
  })
  cleanup.add(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`
}
