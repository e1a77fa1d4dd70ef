import { createRequire } from "node:module"
import { join } from "node:path"
import { Pool, request } from "undici"
import { chooseAccounts } from "./account-choice.mjs"
import { startAnswering } from "./answering.mjs"
import { benchApplicant } from "./applicant.mjs"
import { benchFolder, COMPILED, installPlugin } from "./compiled-plugin.mjs"
import { compare } from "./ratio.mjs"

/** The number that the client opens. */
const CONNECTIONS = 64
const ROUNDS = 21
const WARM_UP = 6
/** Calls at once and calls in one turn: about a quarter of a second each. */
const ALONE = { atOnce: 1, calls: 1200 }
const TOGETHER = { atOnce: 32, calls: 3200 }

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
 * A call of the client (checking what goes out, sending, deadline, reading the answer into checked cents) over the least that
 * could do the same: `undici.request` and `JSON.parse`. A question and a write: the price of a lease, which a checkout asks
 * for most, and its cart. On one machine, so that no network hides the difference. And the choice among many accounts.
 *
 * @param {string} root
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<Record<keyof typeof import("./measures.mjs").MEASURES.client, number>>}
 */
export async function benchClientCalls(root, cleanup) {
  const plugin = installPlugin(root, benchFolder(root, cleanup))
  const { LeaseService, toApplicationId } = loadClient(plugin)
  const baseUrl = await startAnswering({ json: await pricingAnswer(LeaseService) }, cleanup)
  const service = new LeaseService({ baseUrl, username: "bench", password: "bench-password" })
  const pool = new Pool(baseUrl, { connections: CONNECTIONS })
  cleanup.add(async () => void (await Promise.all([service.close(), pool.close()])))
  const id = toApplicationId("1000001")
  const bare = bareCalls(pool, `${baseUrl}/api/v1/application/cart`, id)
  const price = { ours: () => service.getPricing(id), theirs: bare.price }
  const cart = { ours: () => service.recordCart(id, CART), theirs: bare.cart }
  return {
    priceAlone: await compareCalls(price, ALONE),
    priceTogether: await compareCalls(price, TOGETHER),
    cartAlone: await compareCalls(cart, ALONE),
    cartTogether: await compareCalls(cart, TOGETHER),
    account: chooseAccounts(plugin),
  }
}

/** @param {string} plugin its folder, compiled */
function loadClient(plugin) {
  const client = createRequire(join(plugin, "package.json"))(`./${join(COMPILED, "lease-service", "index.js")}`)
  return /** @type {typeof import("../../src/lease-service/index.js")} */ (client)
}

/** @param {{ ours: () => Promise<unknown>, theirs: () => Promise<unknown> }} call @param {typeof ALONE} load */
function compareCalls({ ours, theirs }, { atOnce, calls }) {
  return compare({
    rounds: ROUNDS,
    warmUp: WARM_UP,
    ours: () => timed(calls, atOnce, ours),
    theirs: () => timed(calls, atOnce, theirs),
  })
}

/** @param {Pool} dispatcher @param {string} url of the cart @param {string} applicationId */
function bareCalls(dispatcher, url, applicationId) {
  const authorization = `Basic ${Buffer.from("bench:bench-password").toString("base64")}`
  const headers = { authorization, accept: "application/json", "content-type": "application/json" }
  return {
    price: async () => {
      const { body } = await request(`${url}/pricing?applicationId=${applicationId}`, { dispatcher, headers })
      return JSON.parse(await body.text())
    },
    cart: async () => {
      const sent = JSON.stringify({ applicationId, ...CART })
      const { body } = await request(url, { dispatcher, method: "POST", headers, body: sent })
      return JSON.parse(await body.text())
    },
  }
}

/** @param {number} calls @param {number} atOnce @param {() => Promise<unknown>} call @returns {Promise<number>} ms */
async function timed(calls, atOnce, call) {
  let left = calls
  const caller = async () => {
    while (left-- > 0) await call()
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, caller))
  return performance.now() - started
}

/**
 * The sandbox's answer to the question for a price.
 *
 * @param {typeof import("../../src/lease-service/index.js").LeaseService} LeaseService
 * @returns {Promise<string>} JSON
 */
async function pricingAnswer(LeaseService) {
  const { startSandbox } = await import("lease-to-own-sandbox")
  const sandbox = await startSandbox({ port: 0, contractPort: 0 })
  const { baseUrl, username, password } = sandbox
  const service = new LeaseService({ baseUrl, username, password })
  try {
    const { applicationId } = await service.submitApplication(benchApplicant())
    if (!applicationId) throw new Error("The sandbox approved no application.")
    await service.recordCart(applicationId, CART)
    const url = `${baseUrl}/api/v1/application/cart/pricing?applicationId=${applicationId}`
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
    const headers = { authorization, accept: "application/json", "content-type": "application/json" }
    const { statusCode, body } = await request(url, { headers })
    const json = await body.text()
    if (statusCode !== 200) throw new Error(`The sandbox told no price: HTTP ${statusCode}`)
    return json
  } finally {
    await service.close()
    await sandbox.close()
  }
}
