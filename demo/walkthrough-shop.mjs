import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FOLDER, findRun } from "./run-file.mjs"
import { openShop } from "./shop.mjs"

/**
 * @typedef {{ medusaUrl: string, publishableKey: string, regionId: string, variantIds: Record<string, string>,
 *   shippingOptionIds: Record<string, string>, adminEmail: string, adminPassword: string, databaseUrl: string, sandboxUrl: string | undefined, log: () => string,
 *   service: { username?: string | undefined, password?: string | undefined, authHash?: string | undefined } }} WalkedShop
 */

/**
 * A store that is thrown away in the end, with its own database, and the sandbox where no other service is named: it does what the specification says,
 * and no more.
 *
 * @param {import("./cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<WalkedShop>}
 */
export async function ownShop(cleanup) {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-walkthrough-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const how = { folder, keep: false, ports: undefined, dashboard: false }
  const shop = await openShop({ ...how, dialect: "spec", say: console.log, cleanup })
  const { LEASE_USERNAME: username, LEASE_PASSWORD: password, LEASE_AUTH_HASH: authHash } = process.env
  return {
    ...shop,
    sandboxUrl: shop.sandbox && new URL(shop.sandbox.controlUrl).origin,
    log: () => readFileSync(join(folder, "store.log"), "utf8"),
    service: shop.sandbox ?? { username, password, authHash },
  }
}

/** The running demo of this checkout. @returns {Promise<WalkedShop>} */
export async function demoShop() {
  const run = await findRun()
  if (!run) throw new Error("No demo of this folder is up. Start one with `npm run demo`, or leave out --use-demo.")
  const { LEASE_USERNAME: username, LEASE_PASSWORD: password, LEASE_AUTH_HASH: authHash } = process.env
  const sandbox = { username: "sandbox", password: "sandbox" }
  return {
    ...run,
    sandboxUrl: run.sandboxUrl ?? undefined,
    log: () => readFileSync(join(FOLDER, "store.log"), "utf8"),
    service: run.sandboxUrl ? sandbox : { username, password, authHash },
  }
}
