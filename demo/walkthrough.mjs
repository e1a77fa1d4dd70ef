/**
 * `npm run walkthrough`: one lease from cart to order over HTTP, each step printed (asked, answered, what the service was
 * told), then every fact checked, and database, log and session data searched for what must not be there. Exit status 1
 * when anything is not as it should be. Starts its own store and a throw-away database; `--use-demo` takes the running demo.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { applicantSecrets, inventApplicant, readApplicant } from "./applicant.mjs"
import { sendBadApplications } from "./bad-applications.mjs"
import { checkAnswers, checkOrder, checkService } from "./checkout-facts.mjs"
import { Cleanup, endOnSignals } from "./cleanup.mjs"
import { Expectations } from "./expectations.mjs"
import { fillCart, leaseCheckout } from "./lease-checkout.mjs"
import { readDotEnv } from "./lease-settings.mjs"
import { findRunningDemo } from "./running-demo.mjs"
import { namesIn, scanDatabase } from "./scan.mjs"
import { JournalFollower } from "./service-journal.mjs"
import { openShop } from "./shop.mjs"
import { storeClient } from "./store-client.mjs"
import { printExchange } from "./walkthrough-print.mjs"

const SIGNED_WITHIN_MS = { sandbox: 20_000, person: 180_000 }

const { values: args } = parseArgs({ options: { "use-demo": { type: "boolean" }, applicant: { type: "string" } } })
const cleanup = new Cleanup()
endOnSignals(cleanup)
try {
  const failures = await walkthrough()
  await cleanup.run()
  for (const failure of failures) console.log(`NOT SO: ${failure}`)
  console.log(
    failures.length === 0 ? "Everything is as it should be." : `${failures.length} facts are not as they should be.`,
  )
  process.exit(failures.length === 0 ? 0 : 1)
} catch (error) {
  if (!cleanup.begun) {
    console.error(`\nThe walkthrough ended early. ${error instanceof Error ? error.message : error}`)
    await cleanup.run()
    process.exit(1)
  }
}

/** @returns {Promise<string[]>} what is not as it should be */
async function walkthrough() {
  readDotEnv()
  const applicant = args.applicant ? readApplicant(args.applicant) : inventApplicant()
  const shop = args["use-demo"] ? await findRunningDemo() : await ownShop()
  const journal = shop.sandboxUrl ? new JournalFollower(shop.sandboxUrl) : undefined
  await journal?.skip()
  let number = 0
  const onExchange = async (/** @type {import("./store-client.mjs").Exchange} */ exchange) =>
    printExchange(++number, exchange, (await journal?.next()) ?? [])
  const ask = storeClient(shop, onExchange)
  const facts = await leaseCheckout({
    ask,
    sign: (url) => (journal ? signInSandbox(++number, url) : askForSignature(++number, url)),
    shop,
    applicant,
    signedWithinMs: journal ? SIGNED_WITHIN_MS.sandbox : SIGNED_WITHIN_MS.person,
  })
  await journal?.next()
  const expect = new Expectations()
  checkAnswers(expect, facts)
  checkOrder(expect, facts)
  if (journal) checkService(expect, journal.calls, facts)
  const secrets = { ...applicantSecrets(applicant), ...serviceSecrets(shop.service, facts) }
  const cart = await fillCart(ask, shop, applicant)
  const consentVersion = facts.look.consent.version
  await sendBadApplications({ store: shop, cartId: cart.id, consentVersion, applicant, secrets, expect, onExchange })
  await checkNothingLeaked(expect, shop, secrets)
  console.log(`\n${expect.count} facts checked.`)
  return expect.failures
}

/**
 * @typedef {{ medusaUrl: string, publishableKey: string, regionId: string, variantIds: Record<string, string>,
 *   shippingOptionIds: Record<string, string>, databaseUrl: string, sandboxUrl: string | undefined, log: () => string,
 *   service: { username?: string | undefined, password?: string | undefined, authHash?: string | undefined } }} WalkedShop
 */

/** @returns {Promise<WalkedShop>} */
async function ownShop() {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-walkthrough-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const shop = await openShop({ folder, keep: false, ports: undefined, say: console.log, cleanup })
  const { LEASE_USERNAME: username, LEASE_PASSWORD: password, LEASE_AUTH_HASH: authHash } = process.env
  return {
    ...shop,
    sandboxUrl: shop.sandbox && new URL(shop.sandbox.controlUrl).origin,
    log: () => readFileSync(join(folder, "store.log"), "utf8"),
    service: shop.sandbox ?? { username, password, authHash },
  }
}

/** @param {number} number @param {string} url */
async function signInSandbox(number, url) {
  const { signContract } = await import("lease-to-own-sandbox")
  const { messages } = await signContract(url)
  const texts = messages.map((message) => (typeof message === "string" ? message : message.text))
  console.log(`\n${number}. Sign the contract\n   the page in the frame said: ${texts.join(" · ")}`)
}

/** A service that signs by itself is found signed at the first question. @param {number} number @param {string} url */
async function askForSignature(number, url) {
  console.log(`\n${number}. Sign the contract within three minutes at\n   ${url}`)
}

/**
 * @param {WalkedShop["service"]} service
 * @param {import("./lease-checkout.mjs").CheckoutFacts} facts
 * @returns {import("./scan.mjs").Needles}
 */
function serviceSecrets({ username, password, authHash }, { applied, contract }) {
  const hash = authHash ?? (username && password ? Buffer.from(`${username}:${password}`).toString("base64") : "")
  return {
    // A password that is an ordinary word stands in many places, for good reason.
    ...(password && password.length >= 12 && { "service password": [password] }),
    ...(hash && { "service auth hash": [hash] }),
    "lease key": [applied.leaseKey],
    "eSign URL": [contract.url],
  }
}

/** @param {Expectations} expect @param {WalkedShop} shop @param {import("./scan.mjs").Needles} secrets */
async function checkNothingLeaked(expect, shop, secrets) {
  const { found, rows } = await scanDatabase(shop.databaseUrl, secrets)
  const log = shop.log()
  console.log(
    `\nSearched ${rows} rows and ${log.length} characters of the store's log for ${Object.keys(secrets).join(", ")}.`,
  )
  expect.equal("no secret is in the database, session data included", found, [])
  expect.equal("no secret is in the store's log", namesIn(log, secrets), [])
  // The search itself must be able to find something.
  const known = await scanDatabase(shop.databaseUrl, { region: [shop.regionId] })
  expect.that("the search finds what is there", known.found.length > 0)
}
