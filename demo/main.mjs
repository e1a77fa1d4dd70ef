/**
 * `npm run demo`: PostgreSQL, the lease service sandbox, a store with the plugin and a shop in front of it, until Ctrl-C. The first start takes one
 * cart through a whole lease, so that there is something to see. Data is kept in `.demo/` (see `slots.mjs` for demos side by
 * side), except on a server of `DATABASE_URL`, where the demo's database is dropped in the end.
 */
import { rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { inventApplicant } from "./applicant.mjs"
import { Cleanup, endOnSignals } from "./cleanup.mjs"
import { leaseHistory } from "./history.mjs"
import { leaseCheckout } from "./lease-checkout.mjs"
import { readDotEnv, widgetOrigin } from "./lease-settings.mjs"
import { root } from "./medusa.mjs"
import { JournalFollower } from "./service-journal.mjs"
import { openShop } from "./shop.mjs"
import { startShopServer } from "./shop-server.mjs"
import { claimSlot } from "./slots.mjs"
import { storeClient } from "./store-client.mjs"

const PORTS = { store: 9000, sandbox: 4010, contract: 4011, second: 4012, secondContract: 4013 }
const SHOP_PORT = 8000
const SIGNED_WITHIN_MS = 20_000

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
  readDotEnv()
  const { folder, number, release } = await claimSlot(join(root, ".demo"))
  cleanup.add(release)
  const shown = relative(root, folder)
  if (number > 1)
    console.log(`Another demo runs in this folder; this is number ${number}, with its own data in ${shown}.`)
  const mail = join(folder, "mail.jsonl")
  rmSync(mail, { force: true })
  const pages = await startShopServer({ port: SHOP_PORT, mail })
  cleanup.add(() => pages.close())
  const shop = await openShop({
    folder,
    keep: true,
    ports: PORTS,
    shopOrigins: pages.origins,
    mail,
    say: console.log,
    cleanup,
  })
  pages.open(shopConfig(shop, widgetOrigin(folder)))
  const sandboxUrl = originOf(shop.sandbox)
  if (!shop.leaseShown) await firstLease(shop, sandboxUrl)
  writeRunFile(join(folder, "run.json"), shop, { sandboxUrl, shopUrl: pages.url })
  printAddresses(shop, { sandboxUrl, shopUrl: pages.url, folder: shown })
  shop.storeExited.then((status) => endWithStore(status, join(shown, "store.log")))
  console.log(`\nReady after ${Math.round((Date.now() - begun) / 1000)} s. Ctrl-C stops everything.`)
}

/** Where its page for people is. @param {import("./shop.mjs").Sandbox | undefined} sandbox */
function originOf(sandbox) {
  return sandbox && new URL(sandbox.controlUrl).origin
}

/**
 * @param {import("./shop.mjs").Shop} shop
 * @param {string | undefined} widgetOrigin
 * @returns {import("./shop-server.mjs").ShopConfig}
 */
function shopConfig({ medusaUrl, publishableKey, regionId, sandbox, second }, widgetOrigin) {
  const operators = [sandbox, second].filter((each) => each !== undefined)
  return {
    baseUrl: medusaUrl,
    publishableKey,
    regionId,
    contractOrigins: sandbox ? operators.map(({ contractOrigin }) => contractOrigin) : ["https:"],
    ...(widgetOrigin && { widgetOrigin }),
  }
}

/** A demo without its store is of no use. @param {number} status @param {string} log */
async function endWithStore(status, log) {
  if (cleanup.begun) return
  console.error(`\nThe store exited with status ${status}; the reason is at the end of ${log}.`)
  await cleanup.run()
  process.exit(1)
}

/**
 * @param {import("./shop.mjs").Shop} shop
 * @param {string | undefined} sandboxUrl
 */
async function firstLease(shop, sandboxUrl) {
  if (!shop.sandbox || !sandboxUrl) {
    console.log(
      "\nThe demo leases no cart automatically, because LEASE_BASE_URL names a service that is not the sandbox.\n" +
        "`npm run walkthrough -- --use-demo` does it, with an applicant of your choice.",
    )
    return
  }
  const { signContract } = await import("lease-to-own-sandbox")
  console.log("\nOne cart goes through a whole lease:")
  const journal = new JournalFollower(sandboxUrl)
  await journal.skip()
  let printed = ""
  const ask = storeClient(shop, ({ title, method, path }) => {
    if (title !== printed) console.log(`  ${title}: ${method} ${path.split("?")[0]}`)
    printed = title
  })
  try {
    const { order } = await leaseCheckout({
      ask,
      sign: async (url) => {
        console.log("  Sign the contract, as the page in the frame does")
        await signContract(url)
      },
      shop,
      applicant: inventApplicant(),
      signedWithinMs: SIGNED_WITHIN_MS,
    })
    await journal.next()
    shop.markLeaseShown()
    printLines(`History of the lease of order #${order.display_id}:`, await leaseHistory(shop.databaseUrl, order.id))
    printLines(
      "What the service was told:",
      journal.calls.map(({ line }) => line),
    )
  } catch (error) {
    if (cleanup.begun) throw error
    console.error(`\nThe lease did not go through: ${error instanceof Error ? error.message : error}`)
    console.error("The shop runs all the same; `npm run walkthrough` shows each step.")
  }
}

/** @param {string} title @param {string[]} lines */
function printLines(title, lines) {
  console.log(`\n${title}`)
  for (const line of lines) console.log(`  ${line}`)
}

/**
 * A file for programs that use this demo. Only its owner can read it: it holds passwords.
 *
 * @param {string} file @param {import("./shop.mjs").Shop} shop
 * @param {{ sandboxUrl: string | undefined, shopUrl: string }} addresses
 */
function writeRunFile(file, shop, { sandboxUrl, shopUrl }) {
  const { medusaUrl, publishableKey, regionId, variantIds, shippingOptionIds, adminEmail, adminPassword, databaseUrl } =
    shop
  const run = {
    shopUrl,
    medusaUrl,
    sandboxUrl: sandboxUrl ?? null,
    publishableKey,
    regionId,
    variantIds,
    shippingOptionIds,
    adminEmail,
    adminPassword,
    databaseUrl,
    pid: process.pid,
  }
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify(run, null, 2), { mode: 0o600 })
  cleanup.add(() => rmSync(file, { force: true }))
}

/**
 * @param {import("./shop.mjs").Shop} shop
 * @param {{ sandboxUrl: string | undefined, shopUrl: string, folder: string }} addresses
 */
function printAddresses(
  { medusaUrl, adminEmail, adminPassword, publishableKey, sandbox, second },
  { sandboxUrl, shopUrl, folder },
) {
  const lines = [
    `Shop         ${shopUrl}`,
    `E-mails      ${shopUrl}/mail (none is sent)`,
    `Dashboard    ${medusaUrl}/app`,
    `  log-in     ${adminEmail}  ${adminPassword}`,
    `Store API    ${medusaUrl}/store`,
    `  key        ${publishableKey}`,
    ...(sandbox
      ? [`Sandbox      ${sandboxUrl} (leases and calls)`, `  log-in     ${sandbox.username}  ${sandbox.password}`]
      : []),
    ...(second ? [`Second one   ${originOf(second)} (another operator, for applicants whom the first denies)`] : []),
    `Log          ${join(folder, "store.log")}`,
    `For programs ${join(folder, "run.json")}`,
  ]
  printLines("Where it is:", lines)
}
