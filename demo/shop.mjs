import { randomBytes } from "node:crypto"
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openDatabaseServer, randomDatabaseName } from "./database-server.mjs"
import { leaseEnvironment, mayTaxByOperator } from "./lease-settings.mjs"
import { migrationFingerprint, runMedusa, startMedusa } from "./medusa.mjs"
import { dashboardClient } from "./store-client.mjs"

const ADMIN_EMAIL = "admin@example.com"
const DATABASE = "shop"
const TAX_PROVIDER = "tp_lease-to-own"

/**
 * `leaseShown`: whether an earlier start with this data has shown a whole lease. `second`: another operator's sandbox.
 *
 * @typedef {import("lease-to-own-sandbox").Sandbox} Sandbox
 * @typedef {{ sandbox: number, contract: number, second: number, secondContract: number, store: number }} Ports preferred ports; if one is taken, the next free one is used
 * @typedef {import("./seed.js").SeededShop & { adminPassword: string, medusaUrl: string, databaseUrl: string,
 *   sandbox: Sandbox | undefined, second: Sandbox | undefined, leaseShown: boolean, markLeaseShown: () => void, ended: Promise<unknown> }} Shop `ended` resolves when the store or its database has ended
 * @typedef {{ fingerprint: string, shop: import("./seed.js").SeededShop, adminPassword: string, leaseShown?: boolean }} SavedShop
 * @typedef {{ folder: string, keep: boolean, ports: Ports | undefined, shopOrigins?: string[], dashboard?: boolean,
 *   mail?: string, dialect?: import("lease-to-own-sandbox").SandboxOptions["dialect"],
 *   salesTax?: import("./lease-settings.mjs").SalesTax | undefined, say: (line: string) => void,
 *   cleanup: import("./cleanup.mjs").Cleanup }} ShopOptions
 *   `folder`: for logs, settings and, with `keep`, the data that the next start uses again; `ports`: any free ports if undefined;
 *   `shopOrigins`: the origins allowed by the store's CORS, first the shop's; `mail`: a file for the shoppers' emails, which aren't sent without it;
 * `dashboard`: false to leave it out; `dialect`: the sandbox's dialect; `salesTax`: the option, if the operator charges the tax in any state
 */

/**
 * Starts a whole shop: a database, the lease service and the store. Everything that is started is added to `cleanup` immediately.
 *
 * @param {ShopOptions} options @returns {Promise<Shop>}
 */
export async function openShop(options) {
  const { folder, mail, ports, say, cleanup, shopOrigins, salesTax } = options
  mkdirSync(folder, { recursive: true })
  const [database, [sandbox, second]] = await Promise.all([openDatabase(options), openSandboxes(options)])
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    DATABASE_URL: database.url,
    // Keep the origins that the store already allows.
    ...(shopOrigins && { STORE_CORS: [process.env.STORE_CORS, ...shopOrigins].filter(Boolean).join(",") }),
    ...(options.dashboard === false && { DISABLE_MEDUSA_ADMIN: "true" }),
    ...(mail && { DEMO_MAIL: mail }),
    ...leaseEnvironment(
      { sandbox, second, sendsMail: mail !== undefined, shopUrl: shopOrigins?.[0], salesTax },
      folder,
    ),
  }
  const saved = await fillDatabase(database, env, options)
  const logFile = join(folder, "store.log")
  rmSync(logFile, { force: true })
  say("Starting the store …")
  const onOutput = (/** @type {string} */ text) => appendFileSync(logFile, text)
  const store = await startMedusa({ port: ports?.store, env, cleanup, onOutput })
  if (mayTaxByOperator(env.LEASE_OPTIONS)) {
    const { shop, adminPassword } = saved
    await calculateTaxByPlugin({ adminEmail: shop.adminEmail, adminPassword, medusaUrl: store.url })
  }
  if (ports && ports.store !== store.port) say(`Store: Port ${ports.store} is taken, so it uses ${store.port}.`)
  return {
    ...saved.shop,
    adminPassword: saved.adminPassword,
    medusaUrl: store.url,
    databaseUrl: database.url,
    sandbox,
    second,
    leaseShown: saved.leaseShown === true,
    markLeaseShown: () => database.save({ ...saved, leaseShown: true }),
    ended: Promise.race([store.exited, database.exited]),
  }
}

/**
 * Has the plugin's tax provider calculate the tax in the United States, as staff do on Medusa's page for tax regions. For carts that aren't leased,
 * it calls the previous provider.
 *
 * @param {Parameters<typeof dashboardClient>[0]} store
 */
export async function calculateTaxByPlugin(store) {
  const ask = await dashboardClient(store, () => {})
  const path = "/admin/tax-regions"
  /** @type {{ tax_regions: { id: string }[] }} */
  const { tax_regions } = await ask(
    "Find the tax region",
    "GET",
    `${path}?country_code=us&province_code=null&fields=id`,
  )
  await ask("Choose its tax provider", "POST", `${path}/${tax_regions[0]?.id}`, { provider_id: TAX_PROVIDER })
}

/**
 * @param {ShopOptions} options
 * @returns {Promise<{ url: string, exited: Promise<void>, saved: SavedShop | undefined, save: (shop: SavedShop) => void }>}
 *   `saved`: the shop that an earlier start filled in
 */
async function openDatabase({ folder, keep, say, cleanup }) {
  const databaseUrl = process.env.DATABASE_URL
  say(databaseUrl ? "Using the PostgreSQL of DATABASE_URL …" : "Starting PostgreSQL …")
  const place = keep ? { dataDir: join(folder, "postgres") } : { inMemory: true }
  const server = await openDatabaseServer({ databaseUrl, ...place })
  const { exited } = server
  cleanup.add(() => server.stop())
  if (!server.own || !keep) {
    const name = server.own ? DATABASE : randomDatabaseName("demo")
    if (!server.own) cleanup.add(() => server.dropDatabase(name))
    // Tests pass the name of a database to copy, which contains tables and products (`test/support/filled-database.ts`).
    const { template, ...saved } = JSON.parse(process.env.DEMO_FILLED ?? "{}")
    return { url: await server.createDatabase(name, template), exited, saved: template && saved, save: () => {} }
  }
  const file = join(folder, "shop.json")
  const save = (/** @type {SavedShop} */ shop) => writeFileSync(file, JSON.stringify(shop, null, 2), { mode: 0o600 })
  /** @type {SavedShop | undefined} */
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
  if (saved && (await server.hasDatabase(DATABASE))) return { url: server.url(DATABASE), exited, saved, save }
  // An earlier start was interrupted, so start over.
  rmSync(file, { force: true })
  await server.dropDatabase(DATABASE)
  return { url: await server.createDatabase(DATABASE), exited, saved: undefined, save }
}

/**
 * Starts a sandbox for each operator, or none if another service is configured. Temporary shops have one operator.
 *
 * @param {ShopOptions} options @returns {Promise<Sandbox[]>}
 */
async function openSandboxes(options) {
  const { folder, keep, ports, say } = options
  if (process.env.LEASE_BASE_URL) {
    say(`Using the lease service at ${new URL(process.env.LEASE_BASE_URL).origin} …`)
    return []
  }
  const { sandbox: port = 0, contract: contractPort = 0, second = 0, secondContract = 0 } = ports ?? {}
  // Shops that are kept use the credentials from the sandbox's README. Other shops need a unique password, so that tests can search for it.
  if (!keep)
    return [await openSandbox(options, { port, contractPort, password: randomBytes(18).toString("base64url") })]
  const file = (/** @type {string} */ name) => ({ memoryFile: join(folder, name) })
  return Promise.all([
    openSandbox(options, { port, contractPort, ...file("sandbox.memory") }),
    openSandbox(options, { port: second, contractPort: secondContract, ...file("second.memory") }),
  ])
}

/** @param {ShopOptions} options @param {import("lease-to-own-sandbox").SandboxOptions} more */
async function openSandbox({ dialect, salesTax, say, cleanup }, more) {
  const { startSandbox } = await import("lease-to-own-sandbox")
  // According to the reference, operators allow a contract to be canceled before it's signed.
  const rules = { cancel: "unshipped", paymentTax: salesTax ? "named" : "none" }
  const own = /** @type {import("lease-to-own-sandbox").SandboxOptions["dialect"]} */ ({ rules })
  const sandbox = await startSandbox({ dialect: dialect ?? own, ...more })
  cleanup.add(() => sandbox.close())
  for (const notice of sandbox.notices) say(`Lease service sandbox: ${notice}`)
  return sandbox
}

/** @param {Awaited<ReturnType<typeof openDatabase>>} database @param {NodeJS.ProcessEnv} env @param {ShopOptions} options @returns {Promise<SavedShop>} */
async function fillDatabase({ saved, save }, env, { folder, keep, say, cleanup }) {
  const fingerprint = migrationFingerprint()
  if (saved?.fingerprint === fingerprint) return saved
  say(saved ? "Updating the tables …" : "Creating the tables …")
  // Medusa's scripts migrate earlier rows, and a temporary database has none.
  const scripts = keep ? [] : ["--skip-scripts"]
  await runMedusa(["db:migrate", "--execute-all-links", "--execute-all-search", ...scripts], env, cleanup)
  if (saved) {
    const updated = { ...saved, fingerprint }
    save(updated)
    return updated
  }
  say("Filling the shop …")
  const adminPassword = randomBytes(9).toString("base64url")
  const file = join(folder, "seeded.json")
  await runMedusa(
    ["exec", "./demo/seed.ts", file, ADMIN_EMAIL],
    { ...env, DEMO_ADMIN_PASSWORD: adminPassword },
    cleanup,
  )
  const filled = { fingerprint, shop: JSON.parse(readFileSync(file, "utf8")), adminPassword }
  rmSync(file)
  save(filled)
  return filled
}
