import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { root } from "./medusa.mjs"

const OPTIONS_FILE = "lease-options.json"

/** @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox */

/** Reads `.env` of the checkout, as the store does; what the environment already says stays. */
export function readDotEnv() {
  const file = join(root, ".env")
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * The store's settings of the lease service, for the child's environment. With `LEASE_BASE_URL` set that service is
 * used as it is; else the sandbox.
 *
 * @param {{ sandbox: Sandbox | undefined, second: Sandbox | undefined, sendsMail: boolean, shopUrl?: string | undefined }} service `second`: another
 *   operator's; `sendsMail`: shoppers get e-mails; `shopUrl`: the shop in front of the store, where there is one
 * @param {string} folder where the options file is written
 * @returns {NodeJS.ProcessEnv}
 */
export function leaseEnvironment({ sandbox, ...more }, folder) {
  const options = optionsFile(folder, { sandbox, ...more })
  if (!sandbox) return { LEASE_OPTIONS: options }
  return {
    LEASE_BASE_URL: sandbox.baseUrl,
    LEASE_USERNAME: sandbox.username,
    LEASE_PASSWORD: sandbox.password,
    LEASE_AUTH_HASH: "",
    LEASE_API_VERSION: "",
    LEASE_OPTIONS: options,
  }
}

/** A card form of the page's, field by field (spec 2.9). */
const CARD = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"]
const SITE_CONFIG = Object.fromEntries(CARD.map((name) => [name, `#lease-card-${name.toLowerCase()}`]))

/** The hosted way, with the sandbox's widget. @param {Sandbox} sandbox @param {string} [encryptionKey] of an earlier start on the same data */
export function widgetOption({ widgetUrl, baseUrl }, encryptionKey = randomBytes(32).toString("hex")) {
  return { scriptUrl: widgetUrl, siteConfig: SITE_CONFIG, oneTimeHosts: [new URL(baseUrl).host], encryptionKey }
}

/** Somebody whom the first operator has denied is offered another one. @param {Sandbox} second */
function secondOperator({ baseUrl, username, password }) {
  const operator = { name: "Maple Leasing", contact: "help@maple.example" }
  return { secondLook: "maple", accounts: [{ id: "maple", baseUrl, username, password, operator }] }
}

/** The page of the demo's shop where an order's new contract is signed. @param {string} shopUrl */
export function contractLinkOf(shopUrl) {
  return `${shopUrl}/contract.html?cart={cartId}`
}

/** A tester applies more often than a shopper may. The limit is lifted, unless `LEASE_OPTIONS` sets one. @param {string} folder @param {Parameters<typeof leaseEnvironment>[0]} service */
function optionsFile(folder, { sandbox, second, sendsMail, shopUrl }) {
  const options = givenOptions()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, OPTIONS_FILE)
  const widget = sandbox && widgetOption(sandbox, keptKey(file))
  const all = {
    maxAttempts: 1_000_000,
    maxAttemptsPerDay: 1_000_000,
    ...(widget && { widget }),
    ...(second && !options.accounts && secondOperator(second)),
    ...(sendsMail && { notices: { shoppers: { store: "Harbor & North" } } }),
    ...(shopUrl && { contractLink: contractLinkOf(shopUrl) }),
    ...options,
  }
  writeFileSync(file, JSON.stringify(all, null, 2), { mode: 0o600 })
  return file
}

/** The options in the file that `LEASE_OPTIONS` names. @returns {{ accounts?: unknown }} */
function givenOptions() {
  const given = process.env.LEASE_OPTIONS
  const from = process.env.INIT_CWD ?? process.cwd()
  return given ? JSON.parse(readFileSync(isAbsolute(given) ? given : join(from, given), "utf8")) : {}
}

/** The last start's key; addresses that are still to be used are encrypted with it. @param {string} file @returns {string | undefined} */
function keptKey(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, "utf8")).widget?.encryptionKey
}
