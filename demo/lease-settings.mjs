import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { isAbsolute, join } from "node:path"
import { root } from "./medusa.mjs"

const OPTIONS_FILE = "lease-options.json"

/** @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox */

/** Reads `.env` as the store does. Variables that are already set stay. */
export function readDotEnv() {
  const file = join(root, ".env")
  if (existsSync(file)) process.loadEnvFile(file)
}

/**
 * Returns the store's environment variables for the lease service: the service of `LEASE_BASE_URL` if that is set, or else the sandbox.
 *
 * @param {{ sandbox: Sandbox | undefined, second: Sandbox | undefined, sendsMail: boolean, shopUrl?: string | undefined }} service `second`: another
 *   operator's sandbox; `sendsMail`: shoppers get e-mails; `shopUrl`: the address of the shop, if there is one
 * @param {string} folder for the options file
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

/** The fields of the page's card form (spec 2.9). */
const CARD = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"]
const SITE_CONFIG = Object.fromEntries(CARD.map((name) => [name, `#lease-card-${name.toLowerCase()}`]))

/**
 * Returns the option `widget`, with the sandbox's widget.
 *
 * @param {Sandbox} sandbox @param {string} [encryptionKey] of an earlier start with the same data
 */
export function widgetOption({ widgetUrl, baseUrl }, encryptionKey = randomBytes(32).toString("hex")) {
  return { scriptUrl: widgetUrl, siteConfig: SITE_CONFIG, oneTimeHosts: [new URL(baseUrl).host], encryptionKey }
}

/** Returns the options for a second operator, which is offered after a denial. @param {Sandbox} second */
function secondOperator({ baseUrl, username, password }) {
  const operator = { name: "Maple Leasing", contact: "help@maple.example" }
  return { secondLook: "maple", accounts: [{ id: "maple", baseUrl, username, password, operator }] }
}

/** Returns the address of the demo shop's page for new contracts. @param {string} shopUrl */
export function contractLinkOf(shopUrl) {
  return `${shopUrl}/contract.html?cart={cartId}`
}

/**
 * Writes the options file and returns its path. Testers apply more often than shoppers may, so it lifts the limits unless `LEASE_OPTIONS`
 * sets them.
 *
 * @param {string} folder @param {Parameters<typeof leaseEnvironment>[0]} service
 */
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

/** Reads the options file named by `LEASE_OPTIONS`. @returns {{ accounts?: unknown }} */
function givenOptions() {
  const given = process.env.LEASE_OPTIONS
  const from = process.env.INIT_CWD ?? process.cwd()
  return given ? JSON.parse(readFileSync(isAbsolute(given) ? given : join(from, given), "utf8")) : {}
}

/**
 * Returns the encryption key of the last start, because unused one-time URLs are encrypted with it.
 *
 * @param {string} file @returns {string | undefined}
 */
function keptKey(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, "utf8")).widget?.encryptionKey
}
