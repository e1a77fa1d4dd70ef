/**
 * `npm run walkthrough`: one lease from cart to order, through delivery and return, and another one that is canceled before
 * anything ships, over HTTP, each step printed (asked, answered, what the service was told). Every fact is checked, and
 * database, log and session data are searched for what must not be there. Exit status 1 when anything is not as it should
 * be. Starts its own store and a throw-away database; `--use-demo` takes the running demo.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { cancelOrder, deliverOrder, returnOrder } from "./after-order.mjs"
import { checkCancellation, checkDelivery, checkReturn } from "./after-order-facts.mjs"
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
import { dashboardClient, storeClient } from "./store-client.mjs"
import { printBriefly, printExchange, printHeading } from "./walkthrough-print.mjs"

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
  const expect = new Expectations()

  printHeading("From cart to order")
  const first = await openWalk(shop)
  const facts = await checkout(first, applicant)
  checkAnswers(expect, facts)
  checkOrder(expect, facts)
  if (first.journal) checkService(expect, first.journal.calls, facts)
  const others = first.journal ? [await afterTheOrder(shop, expect, { first, facts, applicant })] : []

  printHeading("Applications as no form sends them")
  const secrets = { ...applicantSecrets(applicant), ...serviceSecrets(shop.service, [facts, ...others]) }
  const cart = await fillCart(first.ask, shop, applicant)
  const { onExchange } = first
  const consentVersion = facts.look.consent.version
  await sendBadApplications({ store: shop, cartId: cart.id, consentVersion, applicant, secrets, expect, onExchange })
  await checkNothingLeaked(expect, shop, secrets)
  console.log(`\n${expect.count} facts checked.`)
  return expect.failures
}

let number = 0

/**
 * One lease to be followed: whom to ask, and, where the service is the sandbox, what it is told meanwhile.
 *
 * @param {WalkedShop} shop
 * @param {{ briefly?: boolean }} [options] `briefly`: its steps were shown before
 */
async function openWalk(shop, { briefly = false } = {}) {
  const journal = shop.sandboxUrl ? new JournalFollower(shop.sandboxUrl) : undefined
  await journal?.skip()
  const walk = { briefly }
  const onExchange = async (/** @type {import("./store-client.mjs").Exchange} */ exchange) => {
    const calls = (await journal?.next()) ?? []
    if (walk.briefly) printBriefly(++number, exchange)
    else printExchange(++number, exchange, calls)
  }
  return Object.assign(walk, { shop, journal, onExchange, ask: storeClient(shop, onExchange) })
}

/** @typedef {Awaited<ReturnType<typeof openWalk>>} Walk */

/** @param {Walk} walk @param {import("./applicant.mjs").Applicant} applicant */
async function checkout({ ask, shop, journal }, applicant) {
  const facts = await leaseCheckout({
    ask,
    sign: (url) => (journal ? signInSandbox(++number, url) : askForSignature(++number, url)),
    shop,
    applicant,
    signedWithinMs: journal ? SIGNED_WITHIN_MS.sandbox : SIGNED_WITHIN_MS.person,
  })
  await journal?.next()
  return facts
}

/**
 * What the merchant does with orders, at the sandbox: with another service, whose leases are somebody's, this is left to a person.
 *
 * @param {WalkedShop} shop
 * @param {Expectations} expect
 * @param {{ first: Walk, facts: import("./lease-checkout.mjs").CheckoutFacts, applicant: import("./applicant.mjs").Applicant }} walked
 * @returns {Promise<import("./lease-checkout.mjs").CheckoutFacts>} of the other order
 */
async function afterTheOrder(shop, expect, { first, facts, applicant }) {
  printHeading("Delivery: with the last parcel the lease starts")
  await told(first)
  const placed = await atDashboard(first, facts)
  checkDelivery(expect, await deliverOrder(placed), await told(first))
  printHeading("Return: the refund of the whole payment returns the lease")
  checkReturn(expect, await returnOrder(placed), await told(first))

  printHeading("Another order, canceled before anything ships")
  const second = await openWalk(shop, { briefly: true })
  const other = await checkout(second, applicant)
  await told(second)
  second.briefly = false
  checkCancellation(expect, await cancelOrder(await atDashboard(second, other)), await told(second))
  return other
}

/** @param {Walk} walk @param {import("./lease-checkout.mjs").CheckoutFacts} facts @returns {Promise<import("./after-order.mjs").Placed>} */
async function atDashboard({ shop, ask, onExchange }, { order }) {
  return { dashboard: await dashboardClient(shop, onExchange), askShop: ask, orderId: order.id }
}

/** @param {Walk} walk */
function told({ journal }) {
  if (!journal) throw new Error("Only the sandbox shows what it was told.")
  return journal.told()
}

/**
 * @typedef {{ medusaUrl: string, publishableKey: string, regionId: string, variantIds: Record<string, string>,
 *   shippingOptionIds: Record<string, string>, adminEmail: string, adminPassword: string, databaseUrl: string, sandboxUrl: string | undefined, log: () => string,
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
 * @param {import("./lease-checkout.mjs").CheckoutFacts[]} checkouts
 * @returns {import("./scan.mjs").Needles}
 */
function serviceSecrets({ username, password, authHash }, checkouts) {
  const hash = authHash ?? (username && password ? Buffer.from(`${username}:${password}`).toString("base64") : "")
  return {
    // A password that is an ordinary word stands in many places, for good reason.
    ...(password && password.length >= 12 && { "service password": [password] }),
    ...(hash && { "service auth hash": [hash] }),
    "lease key": checkouts.map(({ applied }) => applied.leaseKey),
    "eSign URL": checkouts.map(({ contract }) => contract.url),
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
