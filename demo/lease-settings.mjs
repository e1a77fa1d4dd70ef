import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { root } from "./medusa.mjs"
import { wordingOf } from "./wording.mjs"

/** @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox */
/** @typedef {"by_operator" | { default: "in_cart", states: Record<string, "by_operator"> }} SalesTax */

/** Reads `.env` as the store does. Variables that are already set keep their values. */
export function readDotEnv() {
  const file = join(root, ".env")
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Returns the store's environment variables for the lease service: the service at `LEASE_BASE_URL` if that is set, or else the sandbox.
 * Testers apply more often than shoppers are allowed to, so the limits are lifted unless the file of `LEASE_OPTIONS` sets them.
 *
 * @param {{ sandbox: Sandbox | undefined, second: Sandbox | undefined, sendsMail: boolean, shopUrl?: string | undefined,
 *   salesTax?: SalesTax | undefined }} service `second`: another operator's sandbox; `sendsMail`: shoppers get emails; `shopUrl`: the shop's
 *   URL, if there is one; `salesTax`: the option
 * @param {string} folder for the options file
 * @returns {NodeJS.ProcessEnv}
 */
export function leaseEnvironment({ sandbox, second, sendsMail, shopUrl, salesTax }, folder) {
  const { LEASE_OPTIONS: given, INIT_CWD = "" } = process.env
  const file = join(folder, "lease-options.json")
  // Keep the key from the last start, because unused one-time URLs are encrypted with it.
  const before = existsSync(file) ? readOptions(file).widget?.encryptionKey : undefined
  const options = given ? readOptions(resolve(INIT_CWD, given)) : {}
  const all = {
    maxAttempts: 1_000_000,
    maxAttemptsPerDay: 1_000_000,
    ...(sandbox && { widget: widgetOption(sandbox, before), excludedStates: EXCLUDED_STATES }),
    ...(second && !options.accounts && secondOperator(second)),
    ...(sendsMail && shopUrl && { notices: { shoppers: linksOf(shopUrl) } }),
    ...(shopUrl && { contractLink: contractLinkOf(shopUrl), ...wordingOf(shopUrl) }),
    ...(salesTax && { salesTax }),
    ...options,
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(all, null, 2), { mode: 0o600 })
  if (!sandbox) return { LEASE_OPTIONS: file }
  return {
    LEASE_BASE_URL: sandbox.baseUrl,
    LEASE_USERNAME: sandbox.username,
    LEASE_PASSWORD: sandbox.password,
    LEASE_AUTH_HASH: "",
    LEASE_API_VERSION: "",
    LEASE_OPTIONS: file,
  }
}

/** The states where the sandbox denies every application. */
const EXCLUDED_STATES = ["MN", "NJ", "VT", "WI", "WY"]

/** Whether an operator charges the sales tax in at least one state. @param {string | undefined} file the options file */
export const mayTaxByOperator = (file) => Boolean(file && JSON.stringify(readOptions(file)).includes('"by_operator"'))

/** @param {string} file @returns {{ accounts?: unknown, widget?: { encryptionKey?: string } }} */
const readOptions = (file) => JSON.parse(readFileSync(file, "utf8"))

/** The fields of the page's card form (spec 2.9). */
const CARD = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"]
const SITE_CONFIG = Object.fromEntries(CARD.map((name) => [name, `#lease-card-${name.toLowerCase()}`]))

/** Returns the option `widget`, with the sandbox's widget. @param {Sandbox} sandbox @param {string} [encryptionKey] */
export function widgetOption({ widgetUrl, baseUrl }, encryptionKey = randomBytes(32).toString("hex")) {
  return { scriptUrl: widgetUrl, siteConfig: SITE_CONFIG, oneTimeHosts: [new URL(baseUrl).host], encryptionKey }
}

/** Returns the options for a second operator, which is offered after a denial. @param {Sandbox} second */
function secondOperator({ baseUrl, username, password }) {
  const operator = { name: "Maple Leasing", contact: "help@maple.example" }
  return { secondLook: "maple", accounts: [{ id: "maple", baseUrl, username, password, operator }] }
}

/** Returns the option for emails to shoppers. Its links need no IDs, because the demo shop remembers the cart and order. @param {string} shopUrl */
function linksOf(shopUrl) {
  return { store: "Harbor & North", link: `${shopUrl}/#/checkout`, orderLink: `${shopUrl}/#/order` }
}

/** Returns the address of the demo shop's page for new contracts. @param {string} shopUrl */
export function contractLinkOf(shopUrl) {
  return `${shopUrl}/contract.html?cart={cartId}`
}
