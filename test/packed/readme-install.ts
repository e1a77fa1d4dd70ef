import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Cleanup } from "../../demo/cleanup.mjs"
import { randomDatabaseName, withConnection } from "../../demo/database-server.mjs"
import { linkPackages, ownPackagesIn } from "../integration/support/linked-packages"
import { testDatabaseServer } from "../support/database-server"
import { STORE_TSCONFIG, storeSettings } from "./new-store.mjs"
import { PackedStore } from "./packed-store.mjs"
import { configOf, readInstallation, settingsOf } from "./readme.mjs"

const ROOT = resolve(__dirname, "../..")
/** The plugin is compiled, a database filled and a store started, each by a process of its own beside other tests. */
const INSTALLED_WITHIN_MS = 300_000
/** The dashboard, which would have to be built, is switched off around the README's configuration. */
const WITHOUT_DASHBOARD = 'module.exports = { ...require("./from-readme"), admin: { disable: true } }\n'

/** The quick look that every full test run takes, offline and without a browser; `npm run test:packed` takes the whole one. `tarball`: of the plugin. */
export function readmeInstall(tarball: () => string): void {
  const cleanup = new Cleanup()
  const app = new PackedStore({ cleanup })
  const name = randomDatabaseName("readme")
  let databaseUrl: string
  let plugin: string
  let store: string

  const rows = async (query: string) => (await withConnection(databaseUrl, (client) => client.query(query))).rows

  beforeAll(async () => {
    const installation = readInstallation(ROOT)
    plugin = await linkPackages(app.folder, tarball())
    const server = await testDatabaseServer()
    databaseUrl = await server.createDatabase(name)
    cleanup.add(() => server.dropDatabase(name))
    app.write("tsconfig.json", JSON.stringify(STORE_TSCONFIG))
    app.write("from-readme.ts", configOf(installation))
    app.write("medusa-config.ts", WITHOUT_DASHBOARD)
    app.set({ ...storeSettings(databaseUrl), ...settingsOf(installation) })
    await app.run("npx medusa db:migrate")
    store = await app.start("npx medusa start", { NODE_ENV: "development" })
  }, INSTALLED_WITHIN_MS)

  afterAll(() => cleanup.run())

  it("the installed plugin has the lease card in its languages", () => {
    const card = readFileSync(join(plugin, ".medusa/server/src/admin/index.mjs"), "utf8")
    const parts = ["lease-to-own.order-card", "Ready to ship.", "Listo para enviar."]
    expect(parts.filter((part) => !card.includes(part))).toEqual([])
  })

  it("the store needs no package of this repository but the plugin", async () => {
    expect(await ownPackagesIn(app.folder)).toEqual(["medusa-plugin-lease-to-own"])
  })

  it("the store starts with the plugin's routes, behind the publishable key, and with the payment provider, ready for a region", async () => {
    expect((await fetch(`${store}/health`)).status).toBe(200)
    const answer = await fetch(`${store}/store/lease-to-own/carts/x`)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("x-publishable-api-key")])
    const enabled = await rows("SELECT is_enabled FROM payment_provider WHERE id = 'pp_lease-to-own'")
    expect(enabled).toEqual([{ is_enabled: true }])
  })

  it("the store has the ledger's tables", async () => {
    const tables = await rows(
      "SELECT substr(table_name, 7) AS name FROM information_schema.tables WHERE table_name LIKE 'lease%' ORDER BY 1",
    )
    const names = [
      "",
      "announcement",
      "asking",
      "code",
      "event",
      "origin",
      "outage",
      "pending_call",
      "rate",
      "submission",
    ]
    expect(tables.map(({ name }) => name)).toEqual(names)
  })

  it("a store with an id in the provider's entry doesn't start, and names the line to remove", async () => {
    const entry = 'resolve: "medusa-plugin-lease-to-own/providers/lease-to-own"'
    const config = configOf(readInstallation(ROOT))
    expect(config).toContain(entry)
    app.write("from-readme.ts", config.replace(entry, `${entry}, id: "lease"`))
    const start = app.run("npx medusa start", { NODE_ENV: "development" })
    await expect(start).rejects.toThrow('Remove id: "lease" from this entry')
  })
}
