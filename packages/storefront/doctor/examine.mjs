import { NoAnswer, storeAsker } from "./ask.mjs"
import { readPage } from "./read-page.mjs"
import { Report } from "./report.mjs"
import { countryOf, tryCart } from "./try-cart.mjs"

/**
 * @typedef {{ store: URL, key: string, origin?: string, page?: URL, contracts: string[] }} Wanted
 *   `origin`: the storefront's, where browsers ask the store; `contracts`: origins of the operator's contracts
 * @typedef {{ id: string, name: string, countries?: { iso_2: string }[] }} Region
 * @typedef {import("./ask.mjs").Ask} Ask
 */

const PROVIDER = "pp_lease-to-own"

/** The headers that the client sends and a browser asks leave for. */
const SENT = ["content-type", "x-publishable-api-key", "x-lease-key"]

/**
 * Looks at all that a storefront needs, in the order in which it is needed. Ends early where the rest could not be asked.
 *
 * @param {Wanted} wanted
 * @returns {Promise<Report>}
 */
export async function examine(wanted) {
  const report = new Report()
  const ask = storeAsker(wanted.store, wanted.key)
  try {
    const regions = await readRegions(ask, report)
    if (!regions || !(await hasPlugin(ask, report))) return report
    if (wanted.origin) await mayAsk(ask, wanted.origin, report)
    const region = await regionToTry(ask, regions, report)
    if (region) await tryCart(ask, region, report)
    if (wanted.page) await readPage(wanted.page, wanted, report)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    report.failed("connection", error.message, "Start it, or correct its address.")
  }
  return report
}

/** @param {Ask} ask @param {Report} report @returns {Promise<Region[] | undefined>} */
async function readRegions(ask, report) {
  const { status, body } = await ask("GET", "/store/regions?limit=100&order=name&fields=id,name,*countries")
  if (Array.isArray(body?.regions)) {
    report.ok("store", `Medusa answers, and takes the key. Regions: ${body.regions.length}.`)
    return body.regions
  }
  const isKey = status === 400 || status === 401
  const fix = isKey
    ? "Give a publishable key of this store: dashboard, Settings, Publishable API keys."
    : "Give --store the address of the Medusa server, without /store or /app."
  const says = body?.message ?? "It is no Medusa store, or a proxy stands before it."
  report.failed("store", `The store answered ${status}: ${says}`, fix)
  return undefined
}

/** @param {Ask} ask @param {Report} report */
async function hasPlugin(ask, report) {
  const { body } = await ask("GET", "/store/lease-to-own/products/none?region_id=none")
  const isThere = typeof body?.code === "string"
  const fix = "Install medusa-plugin-lease-to-own into the store, build it and restart it."
  if (isThere) report.ok("plugin", "The store has lease-to-own.")
  else report.failed("plugin", "The store does not know lease-to-own.", fix)
  return isThere
}

/** @param {Ask} ask @param {string} origin @param {Report} report */
async function mayAsk(ask, origin, report) {
  const { headers } = await ask("OPTIONS", "/store/lease-to-own/carts/none/application", undefined, {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": SENT.join(","),
  })
  const allowed = headers.get("access-control-allow-origin")
  if (allowed !== origin) {
    const fix = `Add ${origin} to STORE_CORS of the store (http.storeCors of medusa-config.ts) and restart it.`
    const instead = allowed ? `: it allows ${allowed}` : ""
    return report.failed("cors", `Browsers at ${origin} may not ask the store${instead}.`, fix)
  }
  if (headers.get("access-control-allow-credentials") !== "true") {
    const fix = 'Give fetchTransport credentials: "omit", or let the store send Access-Control-Allow-Credentials: true.'
    return report.failed("cors", "The store lets no cookies through.", fix)
  }
  const names = (headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/\s*,\s*/)
  const missing = SENT.filter((name) => !names.includes(name)).join(", ")
  if (!missing) return report.ok("cors", `Browsers at ${origin} may ask the store.`)
  return report.failed(
    "cors",
    `The store does not take ${missing}.`,
    "Let the proxy before the store allow these headers.",
  )
}

/**
 * One in which lease-to-own can be chosen where there is one, and of the United States.
 *
 * @param {Ask} ask
 * @param {Region[]} regions
 * @param {Report} report
 */
async function regionToTry(ask, regions, report) {
  /** @type {Region[]} */
  const offering = []
  /** @type {string[]} */
  const otherIds = []
  for (const region of regions) {
    const { body } = await ask("GET", `/store/payment-providers?region_id=${encodeURIComponent(region.id)}&limit=100`)
    /** @type {string[]} */
    const ids = (body?.payment_providers ?? []).map((/** @type {{ id: string }} */ { id }) => id)
    if (ids.includes(PROVIDER)) offering.push(region)
    otherIds.push(...ids.filter((id) => id.startsWith(`${PROVIDER}_`)))
  }
  tellProvider(offering, otherIds, report)
  const candidates = offering.length ? offering : regions
  return candidates.find((region) => countryOf(region) === "us") ?? candidates[0]
}

/** @param {Region[]} offering @param {string[]} otherIds @param {Report} report */
function tellProvider(offering, [otherId], report) {
  const names = offering.map(({ name }) => name).join(", ")
  const nowhere = "Lease-to-own can be chosen in no region."
  if (names) return report.ok("provider", `Lease-to-own can be chosen in: ${names}.`)
  if (otherId) {
    const fix = "Take the id out of the provider's entry in medusa-config.ts."
    return report.failed("provider", `${nowhere} There is ${otherId} in its place.`, fix)
  }
  const fix = "Add it to a region: dashboard, Settings, Regions. A store with the hosted widget alone needs none."
  return report.warning("provider", nowhere, fix)
}
