import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import {
  type DatabaseServer,
  openDatabaseServer,
  randomDatabaseName,
  withConnection,
} from "../../demo/database-server.mjs"
import { PackedApp, packPlugin } from "./support/packed-app"

const ROOT = resolve(__dirname, "../..")

/** The configuration that the README shows, as it stands there. */
function configOfReadme(): string {
  const blocks = readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)
  const [config, ...others] = [...blocks].map(([, text = ""]) => text).filter((text) => text.includes("defineConfig("))
  if (!config || others.length > 0) throw new Error("The README shows not exactly one configuration.")
  return config
}

/** The server that the test run started, or the one of `DATABASE_URL`. */
function databaseServer(): Promise<DatabaseServer> {
  const { DB_HOST, DB_PORT, DB_USERNAME = "", DB_PASSWORD = "" } = process.env
  const login = [DB_USERNAME, DB_PASSWORD].map(encodeURIComponent).join(":")
  return openDatabaseServer({ databaseUrl: `postgres://${login}@${DB_HOST}:${DB_PORT}/postgres` })
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

describe("a store that follows the README", () => {
  const packs = mkdtempSync(join(tmpdir(), "lease-to-own-pack-"))
  const app = new PackedApp()
  const name = randomDatabaseName("readme")
  let server: DatabaseServer
  let databaseUrl: string
  let packed: string[]
  let store: string

  beforeAll(async () => {
    const { tarball, files } = await packPlugin(packs)
    packed = files
    await app.install(tarball, configOfReadme())
    server = await databaseServer()
    databaseUrl = await server.createDatabase(name)
    const env = {
      DATABASE_URL: databaseUrl,
      STORE_CORS: "http://localhost:8000",
      ADMIN_CORS: "http://localhost:9000",
      AUTH_CORS: "http://localhost:9000",
      JWT_SECRET: "only for tests",
      COOKIE_SECRET: "only for tests",
      LEASE_BASE_URL: "https://leasing.example/prefix",
      LEASE_USERNAME: "merchant",
      LEASE_PASSWORD: "only for tests",
    }
    await app.medusa(["db:migrate", "--execute-all-links", "--execute-all-search"], env)
    store = await app.start(env)
  })

  afterAll(async () => {
    await app.remove()
    await server?.dropDatabase(name)
    rmSync(packs, { recursive: true, force: true })
  })

  it("installs compiled code, README, licence and package.json, and nothing else", () => {
    const others = packed.filter((path) => !path.startsWith(".medusa/server/src/"))
    expect(others.sort()).toEqual(["LICENSE", "README.md", "package.json"])
  })

  it("installs nothing that names the folder in which the package was made", () => {
    expect(filesIn(app.plugin).filter((file) => readFileSync(file, "utf8").includes(ROOT))).toEqual([])
  })

  it.each([
    ["the lease card", "lease-to-own.order-card"],
    ["its English texts", "Ready to ship."],
    ["its Spanish texts", "Listo para enviar."],
  ])("brings %s for the dashboard", (_, text) => {
    expect(readFileSync(join(app.plugin, ".medusa/server/src/admin/index.mjs"), "utf8")).toContain(text)
  })

  it("needs no package of this repository but the plugin", async () => {
    const names = ["medusa-plugin-lease-to-own", "lease-to-own-sandbox", "lease-to-own-storefront"]
    expect(await app.found(names)).toEqual(["medusa-plugin-lease-to-own"])
  })

  it("answers that it is up", async () => {
    const { status } = await fetch(`${store}/health`)
    expect(status).toBe(200)
  })

  it("has the plugin's routes, behind the publishable key", async () => {
    const answer = await fetch(`${store}/store/lease-to-own/carts/x`)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("x-publishable-api-key")])
  })

  it("has the payment provider, ready to be switched on in a region", async () => {
    const { rows } = await withConnection(databaseUrl, (client) =>
      client.query("SELECT is_enabled FROM payment_provider WHERE id = 'pp_lease-to-own'"),
    )
    expect(rows).toEqual([{ is_enabled: true }])
  })

  it("has the ledger's tables", async () => {
    const { rows } = await withConnection(databaseUrl, (client) =>
      client.query("SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'lease%' ORDER BY 1"),
    )
    const tables = rows.map(({ table_name }) => table_name)
    expect(tables).toEqual(["lease", "lease_attempt", "lease_event", "lease_task"])
  })
})
