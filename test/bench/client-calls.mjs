import { createRequire } from "node:module"
import { join } from "node:path"
import { Pool, request } from "undici"
import { inventApplicant } from "../../demo/applicant.mjs"
import { startAnswering } from "./answering.mjs"
import { benchFolder, COMPILED, installPlugin } from "./compiled-plugin.mjs"
import { compare } from "./ratio.mjs"

/** The number that the client opens. */
const CONNECTIONS = 64
const ROUNDS = 21
const WARM_UP = 6
/** Calls at once and calls in one turn: about a quarter of a second. */
const AT_ONCE = 32
const CALLS = 3200

const CART = {
  deliveryCost: 25,
  items: [1, 2, 3].map((number) => ({
    brand: "Harbor Home",
    description: `Harbor sofa ${number}`,
    category: "Furniture",
    identifier: `sofa-${number}`,
    unitPrice: 429.5,
    tax: 35.43,
    quantity: 1,
    condition: /** @type {const} */ ("new"),
  })),
}

/**
 * A call of the client (sending, deadline, reading the answer into checked cents) over the least that could do the same: `undici.request` and
 * `JSON.parse`. The price of a lease is what a checkout asks for most. On one machine, so that no network hides the difference.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: "price", ratio: number) => void} found
 */
export async function benchClientCalls({ root, cleanup }, found) {
  const plugin = installPlugin(root, benchFolder(root, cleanup))
  const { LeaseService, toApplicationId } = loadClient(plugin)
  const baseUrl = await startAnswering(await pricingAnswer(LeaseService), cleanup)
  const service = new LeaseService({ baseUrl, username: "bench", password: "bench-password" })
  const pool = new Pool(baseUrl, { connections: CONNECTIONS })
  cleanup.add(async () => void (await Promise.all([service.close(), pool.close()])))
  const id = toApplicationId("1000001")
  const { url, headers } = pricingRequest({ baseUrl, username: "bench", password: "bench-password" }, id)
  const bare = async () => {
    const { body } = await request(url, { dispatcher: pool, headers })
    return JSON.parse(await body.text())
  }
  const turns = { rounds: ROUNDS, warmUp: WARM_UP }
  found(
    "price",
    await compare({ ...turns, ours: () => timed(() => service.getPricing(id)), theirs: () => timed(bare) }),
  )
}

/** @param {string} plugin its folder, compiled */
function loadClient(plugin) {
  const client = createRequire(join(plugin, "package.json"))(`./${join(COMPILED, "client", "index.js")}`)
  return /** @type {typeof import("../../src/client/index.js")} */ (client)
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

/**
 * The sandbox's answer to the question for a price.
 *
 * @param {typeof import("../../src/client/index.js").LeaseService} LeaseService
 * @returns {Promise<string>} JSON
 */
async function pricingAnswer(LeaseService) {
  const { startSandbox } = await import("lease-to-own-sandbox")
  const sandbox = await startSandbox({ port: 0, contractPort: 0 })
  const { baseUrl, username, password } = sandbox
  const service = new LeaseService({ baseUrl, username, password })
  try {
    const application = /** @type {Parameters<typeof service.submitApplication>[0]} */ (inventApplicant())
    const { applicationId } = await service.submitApplication(application)
    if (!applicationId) throw new Error("The sandbox approved no application.")
    await service.recordCart(applicationId, CART)
    const { url, headers } = pricingRequest(sandbox, applicationId)
    const answer = await fetch(url, { headers })
    if (!answer.ok) throw new Error(`The sandbox told no price: HTTP ${answer.status}`)
    return await answer.text()
  } finally {
    await service.close()
    await sandbox.close()
  }
}

/** The question for a price. @param {{ baseUrl: string, username: string, password: string }} account @param {string} id of the application */
function pricingRequest({ baseUrl, username, password }, id) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
  const headers = { authorization, accept: "application/json", "content-type": "application/json" }
  return { url: `${baseUrl}/api/v1/application/cart/pricing?applicationId=${id}`, headers }
}
