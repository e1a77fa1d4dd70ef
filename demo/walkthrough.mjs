/**
 * `npm run walkthrough`: one lease from cart to order and delivery, one that is returned, one that is canceled before anything ships,
 * and one in the operator's widget, over HTTP, each step printed (asked, answered, what the service was told); then each call that the
 * service has, once. Every fact is checked, and database, log and session data are searched for what must not be there. Exit status 1 when anything is not as it should
 * be. Starts its own store and a throw-away database; `--use-demo` takes the running demo. With another service than the sandbox it ends at
 * the order, because leases there are somebody's; `--after-order` goes on to delivery, return and cancellation, for test accounts.
 */
import { parseArgs } from "node:util"
import { attestOrder, cancelOrder, deliverInTwo, deliverOrder, returnOrder } from "./after-order.mjs"
import { checkCancellation, checkDelivery, checkReturn } from "./after-order-facts.mjs"
import { applicantSecrets, applicantsFrom, inventApplicant } from "./applicant.mjs"
import { sendBadApplications } from "./bad-applications.mjs"
import { checkAnswers, checkOrder, checkService } from "./checkout-facts.mjs"
import { Cleanup, endOnSignals } from "./cleanup.mjs"
import { checkThatSomeoneAnswers, confirms } from "./confirms.mjs"
import { Expectations } from "./expectations.mjs"
import { hostedCheckout, untilTold } from "./hosted-checkout.mjs"
import { checkDeliveryDate, checkHosted, checkOrderId } from "./hosted-facts.mjs"
import { fillCart, leaseCheckout } from "./lease-checkout.mjs"
import { readDotEnv } from "./lease-settings.mjs"
import { namesIn, scanDatabase } from "./scan.mjs"
import { printHeading } from "./walkthrough-print.mjs"
import { demoShop, ownShop } from "./walkthrough-shop.mjs"
import { Steps } from "./walkthrough-steps.mjs"

const SIGNED_WITHIN_MS = { sandbox: 20_000, person: 180_000 }
/** Leases of another service are somebody's. */
const LEFT_TO_A_PERSON = `
Delivery, return and cancellation are left to you: with --after-order they are made as well, for a test account. With a running demo and --use-demo the
order stays, and its buttons are at the dashboard.`
/** Leases that are made after the order, with the question before each. */
const AFTER_ORDER = {
  deliver: "The order is delivered, and stays so at the operator. Go on?",
  return: "Another lease is signed, delivered and returned. Go on?",
  cancel: "Another lease is signed, and canceled before anything ships. Go on?",
}

const IS_SIGNED = "The service does not say whether the contract is signed. Is it?"

const { values: args } = parseArgs({
  options: {
    "use-demo": { type: "boolean" },
    "after-order": { type: "boolean" },
    applicant: { type: "string" },
    applicants: { type: "string" },
    yes: { type: "boolean" },
  },
})
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
  const isSandbox = args["use-demo"] || !process.env.LEASE_BASE_URL
  if (args["after-order"] && !isSandbox) checkThatSomeoneAnswers(args.yes)
  const next = applicantsFrom(args)
  const applicant = next()
  const shop = args["use-demo"] ? await demoShop() : await ownShop(cleanup)
  const steps = new Steps(shop)
  const expect = new Expectations()
  await steps.begin()

  printHeading("From cart to order")
  const facts = await checkout(steps, applicant)
  checkAnswers(expect, facts)
  checkOrder(expect, facts)
  const goesOn = shop.sandboxUrl !== undefined || args["after-order"] === true
  const others = goesOn ? await afterTheOrder(steps, expect, { facts, next }) : []
  const hosted = shop.sandboxUrl ? await hostedWay(steps, expect) : {}
  if (!goesOn) console.log(LEFT_TO_A_PERSON)

  printHeading("Applications as no form sends them")
  const secrets = {
    ...applicantSecrets(applicant),
    ...serviceSecrets(shop.service, [facts, ...others]),
    ...hosted,
    "admin password": [shop.adminPassword],
  }
  const cart = await fillCart(steps.ask, shop, applicant)
  const { onExchange } = steps
  const consentVersion = facts.look.consent.version
  await sendBadApplications({ store: shop, cartId: cart.id, consentVersion, applicant, secrets, expect, onExchange })
  await checkNothingLeaked(expect, shop, secrets)
  await printCalls(steps)
  console.log(`\n${expect.count} facts checked.`)
  return expect.failures
}

/** @param {Steps} steps @param {import("./applicant.mjs").Applicant} applicant */
async function checkout(steps, applicant) {
  const { ask, shop } = steps
  await steps.follow()
  const signedWithinMs = shop.sandboxUrl ? SIGNED_WITHIN_MS.sandbox : SIGNED_WITHIN_MS.person
  const silent = {
    isSigned: async () => args.yes === true || (process.stdin.isTTY && (await confirms(IS_SIGNED))),
    attest: async (/** @type {string} */ orderId) => attestOrder({ dashboard: await steps.logIn(), orderId }),
  }
  return leaseCheckout({ ask, sign: (url) => steps.sign(url), silent, shop, applicant, signedWithinMs })
}

/**
 * The merchant's work on orders, and the calls to the service about it, where that is the sandbox: a delivery, a return and a cancellation,
 * each of a lease of its own. With another service each is asked for first.
 *
 * @param {Steps} steps
 * @param {Expectations} expect
 * @param {{ facts: import("./lease-checkout.mjs").CheckoutFacts, next: () => import("./applicant.mjs").Applicant }} walked
 * @returns {Promise<import("./lease-checkout.mjs").CheckoutFacts[]>} of the other orders
 */
async function afterTheOrder(steps, expect, { facts, next }) {
  const may = async (/** @type {string} */ question) =>
    steps.shop.sandboxUrl !== undefined || args.yes === true || (await confirms(question))
  const told = await steps.told()
  if (told) checkService(expect, told.calls, facts)
  const dashboard = await steps.logIn()
  const placed = (/** @type {string} */ orderId) => ({ dashboard, askShop: steps.ask, orderId })
  const others = []

  printHeading("Delivery: with the last parcel the lease starts")
  if (await may(AFTER_ORDER.deliver))
    checkDelivery(expect, await deliverOrder(placed(facts.order.id)), await steps.told())

  printHeading("Return: the refund of the whole payment returns the lease")
  if (await may(AFTER_ORDER.return)) {
    const other = await steps.inBrief(() => checkout(steps, next()))
    others.push(other)
    await steps.inBrief(() => deliverOrder(placed(other.order.id)))
    checkReturn(expect, await returnOrder(placed(other.order.id)), await steps.told())
  }

  printHeading("Another order, canceled before anything ships")
  if (await may(AFTER_ORDER.cancel)) {
    const other = await steps.inBrief(() => checkout(steps, next()))
    others.push(other)
    checkCancellation(expect, await cancelOrder(placed(other.order.id)), await steps.told())
  }
  return others
}

/**
 * The other way: the operator's widget, its card, and the two calls after the order.
 *
 * @param {Steps} steps
 * @param {Expectations} expect
 * @returns {Promise<import("./scan.mjs").Needles>} what must be found nowhere
 */
async function hostedWay(steps, expect) {
  const { visitWidget } = await import("lease-to-own-sandbox")
  const applicant = inventApplicant()
  const { ask, shop } = steps
  printHeading("The hosted way: the operator's widget, and an order that its card pays")
  await steps.follow()
  const facts = await hostedCheckout({ ask, shop, applicant, visitWidget })
  checkHosted(expect, facts)
  await steps.followHosted()
  const told = async () => /** @type {import("./after-order-facts.mjs").Told} */ (await steps.told())
  const { order } = facts.completion
  checkOrderId(expect, await untilTold(told, "POST /update-order"), order.display_id)

  printHeading("Its delivery: the date is sent once everything has arrived")
  await deliverInTwo({ ask: (await steps.logIn()).ask, orderId: order.id })
  checkDeliveryDate(expect, await untilTold(told, "POST /update-delivery"))
  const { success = {}, card } = facts.visit
  return {
    ...renamed(applicantSecrets(applicant), "of the hosted way"),
    "one-time URL": [success.deliveryConfirmationUrl, success.orderConfirmationUrl].flatMap((url) =>
      url ? [url, new URL(url).searchParams.get("code") ?? url] : [],
    ),
    "widget token": [facts.opened.token],
    "card number": card ? [card.cardNumber] : [],
  }
}

/** @param {import("./scan.mjs").Needles} needles @param {string} suffix @returns {import("./scan.mjs").Needles} */
function renamed(needles, suffix) {
  return Object.fromEntries(Object.entries(needles).map(([name, forms]) => [`${name} ${suffix}`, forms]))
}

/** @param {Steps} steps */
async function printCalls(steps) {
  const calls = await steps.calls()
  if (calls.length === 0) return
  printHeading("The calls to the service, each once")
  for (const call of calls) console.log(call)
}

/**
 * @param {import("./walkthrough-shop.mjs").WalkedShop["service"]} service
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

/** @param {Expectations} expect @param {import("./walkthrough-shop.mjs").WalkedShop} shop @param {import("./scan.mjs").Needles} secrets */
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
