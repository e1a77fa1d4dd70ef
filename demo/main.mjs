/**
 * npm run demo -- [options]
 * Starts PostgreSQL, a sandbox of the lease service, a store and a shop, until Ctrl-C. The first start leases one cart, so there is something
 * to see. Data is kept in .demo/. Remove the folder to start over. DATABASE_URL replaces the included PostgreSQL server, and the demo's
 * database is dropped there at the end.
 *   --tax by-operator  an operator that charges the sales tax on the lease payments, so that leased orders have none; otherwise: in-cart
 *   --flow hosted      a checkout with the operator's hosted widget; otherwise: own-form
 */
import { mkdirSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { parseArgs } from "node:util"
import { inventApplicant } from "./applicant.mjs"
import { Cleanup, endOnSignals } from "./cleanup.mjs"
import { leaseCheckout } from "./lease-checkout.mjs"
import { readDotEnv } from "./lease-settings.mjs"
import { root } from "./medusa.mjs"
import { FOLDER, findRun, removeRun, writeRun } from "./run-file.mjs"
import { openShop } from "./shop.mjs"
import { startShopServer } from "./shop-server.mjs"
import { printExchange } from "./walkthrough-print.mjs"

const PORTS = { store: 9000, sandbox: 4010, contract: 4011, second: 4012, secondContract: 4013 }
const SHOP_PORT = 8000

const { values: args } = parseArgs({
  options: { tax: { type: "string", default: "in-cart" }, flow: { type: "string", default: "own-form" } },
})
const cleanup = new Cleanup()
endOnSignals(cleanup, { interrupted: 0 })
try {
  await demo()
} catch (error) {
  if (!cleanup.begun) {
    console.error(`\nThe demo did not start. ${error instanceof Error ? error.message : error}`)
    await cleanup.run()
    process.exit(1)
  }
}

async function demo() {
  const begun = Date.now()
  if (args.tax !== "in-cart" && args.tax !== "by-operator") throw new Error("--tax is in-cart or by-operator.")
  if (args.flow !== "own-form" && args.flow !== "hosted") throw new Error("--flow is own-form or hosted.")
  readDotEnv()
  const other = await findRun()
  if (other) throw new Error(`The demo of this folder is already running at ${other.shopUrl}.`)
  mkdirSync(FOLDER, { recursive: true })
  const mail = join(FOLDER, "mail.jsonl")
  rmSync(mail, { force: true })
  const pages = await startShopServer({ port: SHOP_PORT, mail })
  cleanup.add(() => pages.close())
  // Each demo's pages take their port immediately, but its store listens only half a minute later. The store's port is derived from the pages' port,
  // so that two demos started together don't collide.
  const ports = { ...PORTS, store: PORTS.store + pages.port - SHOP_PORT }
  const salesTax = args.tax === "by-operator" ? /** @type {const} */ ("by_operator") : undefined
  const kept = { folder: FOLDER, keep: true, ports, shopOrigins: pages.origins, mail, salesTax }
  const shop = await openShop({ ...kept, say: console.log, cleanup })
  shop.ended.then(endWithStore)
  const { medusaUrl: baseUrl, publishableKey, regionId, sandbox, second } = shop
  const contractOrigins = sandbox ? [sandbox, second].flatMap((each) => each?.contractOrigin ?? []) : ["https:"]
  pages.open({ baseUrl, publishableKey, regionId, flow: args.flow, contractOrigins })
  if (!shop.leaseShown) await firstLease(shop)
  cleanup.add(removeRun)
  const run = runOf(shop, pages.url)
  writeRun(run)
  printAddresses(shop, run)
  console.log(`\nReady after ${Math.round((Date.now() - begun) / 1000)} s. Ctrl-C stops everything.`)
}

/** Returns the address of a sandbox's page for people. @param {import("./shop.mjs").Sandbox | undefined} sandbox */
function originOf(sandbox) {
  return sandbox && new URL(sandbox.controlUrl).origin
}

/** Ends the demo, because it's useless without its store or database. */
async function endWithStore() {
  if (cleanup.begun) return
  console.error(`\nThe store or its database has stopped. The reason is at the end of ${shown("store.log")}.`)
  await cleanup.run()
  process.exit(1)
}

/** @param {import("./shop.mjs").Shop} shop */
async function firstLease(shop) {
  if (!shop.sandbox) {
    console.log(
      "\nThe demo doesn't lease a cart automatically, because LEASE_BASE_URL isn't the sandbox.\n" +
        "`npm run walkthrough -- --use-demo` does it with an applicant of your choice.",
    )
    return
  }
  const { signContract } = await import("lease-to-own-sandbox")
  console.log("\nLeasing one cart:")
  let number = 0
  try {
    await leaseCheckout({
      shop,
      applicant: inventApplicant(),
      sign: async (url) => {
        console.log(`${++number}. Sign the contract, as the page in the frame does`)
        await signContract(url)
      },
      onExchange: (exchange) => printExchange(++number, exchange, [], true),
    })
    shop.markLeaseShown()
  } catch (error) {
    if (cleanup.begun) throw error
    console.error(`\nThe lease did not go through: ${error instanceof Error ? error.message : error}`)
    console.error("The shop keeps running. `npm run walkthrough` shows each step.")
  }
}

/** @param {string} name of one of the demo's files */
function shown(name) {
  return join(relative(root, FOLDER), name)
}

/** @param {import("./shop.mjs").Shop} shop @param {string} shopUrl @returns {import("./run-file.mjs").Run} */
function runOf(shop, shopUrl) {
  const { medusaUrl, publishableKey, regionId, variantIds, shippingOptionIds } = shop
  const { adminEmail, adminPassword, databaseUrl } = shop
  const store = { publishableKey, regionId, variantIds, shippingOptionIds, adminEmail, adminPassword, databaseUrl }
  return { shopUrl, medusaUrl, sandboxUrl: originOf(shop.sandbox) ?? null, ...store, pid: process.pid }
}

/** @param {import("./shop.mjs").Shop} shop @param {import("./run-file.mjs").Run} run */
function printAddresses({ sandbox, second }, run) {
  const { shopUrl, medusaUrl, sandboxUrl, adminEmail, adminPassword, publishableKey } = run
  const lines = [
    `Shop         ${shopUrl}`,
    `Emails       ${shopUrl}/mail (nothing is sent)`,
    `Dashboard    ${medusaUrl}/app`,
    `  login      ${adminEmail}  ${adminPassword}`,
    `Store API    ${medusaUrl}/store`,
    `  key        ${publishableKey}`,
    ...(sandbox
      ? [`Sandbox      ${sandboxUrl} (leases and calls)`, `  login      ${sandbox.username}  ${sandbox.password}`]
      : []),
    ...(second ? [`2nd sandbox  ${originOf(second)} (another operator, for applicants the first one denies)`] : []),
    `Log          ${shown("store.log")}`,
    `For programs ${shown("run.json")}`,
  ]
  console.log(["\nAddresses:", ...lines].join("\n  "))
}
