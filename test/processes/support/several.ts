import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import getPort from "get-port"
import { type Sandbox, startSandbox } from "lease-to-own-sandbox"
import ts from "typescript"
import { Cleanup } from "../../../demo/cleanup.mjs"
import { randomDatabaseName, withConnection } from "../../../demo/database-server.mjs"
import { root, runMedusa } from "../../../demo/medusa.mjs"
import { Program } from "../../../demo/program.mjs"
import type { SeededShop } from "../../../demo/seed"
import { BenchShopper } from "../../bench/bench-shopper.mjs"
import { benchFolder, COMPILED, installPlugin } from "../../bench/compiled-plugin.mjs"
import { Http } from "../../integration/support/http"
import { Merchant } from "../../integration/support/merchant"
import { terminalEnvironment } from "../../packed/command-line.mjs"
import { testDatabaseServer } from "../../support/database-server"
import { filledDatabase } from "../../support/filled-database"
import { scaledConfig } from "./readme-config"
import { forgetLocks, startRedis } from "./redis"

const CLI = join(root, "node_modules", "@medusajs", "cli", "cli.js")
const KILL_AT = join(__dirname, "kill-at.cjs")
/** How often the job runs here. */
export const TICK_MS = 5000
const READY_WITHIN_MS = 120_000
const ADMIN = { email: "admin@example.com", password: "only for tests" }

/** A shop of several Medusa processes with one PostgreSQL, one Redis and a lease service. */
export class SeveralProcesses {
  private readonly cleanup = new Cleanup()
  private folder = ""
  private databaseUrl = ""
  private env: NodeJS.ProcessEnv = {}
  private filled: { shop: SeededShop; adminPassword: string } | undefined
  private readonly logs: string[] = []
  sandbox!: Sandbox

  /** Starts everything except Medusa's processes. `redis`: the program. */
  async prepare(redis: string): Promise<void> {
    this.sandbox = await startSandbox({ slowMs: 1000, dialect: { rules: { cancel: "unshipped" } } })
    this.cleanup.add(() => this.sandbox.close())
    const redisUrl = await startRedis(redis, this.cleanup)
    const filled = await filledDatabase()
    this.databaseUrl = await this.createDatabase(filled?.template)
    this.folder = benchFolder(root, this.cleanup)
    quicken(installPlugin(root, this.folder))
    this.writeStore()
    const address = "http://localhost:9000"
    this.env = {
      ...terminalEnvironment(),
      NODE_ENV: "production",
      LOG_LEVEL: "debug",
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: redisUrl,
      STORE_CORS: address,
      ADMIN_CORS: address,
      AUTH_CORS: address,
      JWT_SECRET: "only for tests",
      COOKIE_SECRET: "only for tests",
      LEASE_BASE_URL: this.sandbox.baseUrl,
      LEASE_USERNAME: this.sandbox.username,
      LEASE_PASSWORD: this.sandbox.password,
    }
    await this.run(["db:migrate", "--execute-all-links", "--execute-all-search", "--skip-scripts"])
    this.filled = filled ?? { shop: await this.seed(), adminPassword: ADMIN.password }
  }

  /** Starts a process that serves requests and runs neither jobs nor subscribers. `killAt`: it dies before such a database statement. */
  async server({ killAt }: { killAt?: RegExp } = {}): Promise<Server> {
    const env = killAt && { NODE_OPTIONS: `--require=${KILL_AT}`, KILL_AT: killAt.source }
    if (!this.filled) throw new Error("nothing is prepared")
    const { shop: seeded, adminPassword: password } = this.filled
    const { port, process } = await this.start("server", env)
    const url = `http://127.0.0.1:${port}`
    const http = new Http(url)
    const { body } = await http.post("/auth/user/emailpass", { email: seeded.adminEmail, password })
    const merchant = new Merchant(http.with({ authorization: `Bearer ${body.token}` }))
    const shop = { ...seeded, medusaUrl: url, sandbox: this.sandbox }
    return {
      shopper: new BenchShopper(shop as ConstructorParameters<typeof BenchShopper>[0]),
      merchant,
      ended: process.exited,
    }
  }

  /** Starts a process that runs jobs and subscribers. `kill`: as `kill -9`. */
  async worker(): Promise<{ kill(): Promise<void> }> {
    const { process: worker } = await this.start("worker")
    return { kill: () => worker.stop() }
  }

  /** Everything that the processes logged, in order of arrival. */
  log(): string {
    return this.logs.join("")
  }

  /** Acts as if the locks of a dead process had expired. */
  forgetLocks(): Promise<void> {
    return forgetLocks(this.env.REDIS_URL ?? "")
  }

  async sql<T>(query: string, values: unknown[] = []): Promise<T[]> {
    return withConnection(this.databaseUrl, async (client) => (await client.query(query, values)).rows as T[])
  }

  end(): Promise<void> {
    return this.cleanup.run()
  }

  private async start(workerMode: "server" | "worker", env: NodeJS.ProcessEnv = {}) {
    const port = await getPort()
    const args = ["start", "-H", "127.0.0.1", "-p", String(port)]
    const process = this.medusa(args, { MEDUSA_WORKER_MODE: workerMode, ...env })
    process.onOutput((text) => this.logs.push(text))
    await process.untilPrinted(`Server is ready on port: ${port}`, READY_WITHIN_MS)
    return { process, port }
  }

  /** Runs a Medusa command in the store's folder. */
  private async run(args: string[]): Promise<void> {
    const command = this.medusa(args, {})
    if ((await command.exited) !== 0) throw new Error(`medusa ${args[0]} failed:\n${command.output}`)
  }

  /** Ended only with `kill -9`: these tests are about what it leaves undone. */
  private medusa(args: string[], env: NodeJS.ProcessEnv): Program {
    const kept = new Program({
      command: process.execPath,
      args: [CLI, ...args],
      cwd: this.folder,
      env: { ...this.env, ...env },
      stopSignal: "SIGKILL",
    })
    this.cleanup.add(() => kept.stop())
    return kept
  }

  private async createDatabase(template?: string): Promise<string> {
    const server = await testDatabaseServer()
    const name = randomDatabaseName("processes")
    this.cleanup.add(() => server.dropDatabase(name))
    return server.createDatabase(name, template)
  }

  /** The configuration of docs/install-by-hand.md, without the dashboard, which would have to be built. */
  private writeStore(): void {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
    const files = {
      "package.json": JSON.stringify({ dependencies: { "@medusajs/medusa": "*" } }),
      "from-readme.js": ts.transpileModule(scaledConfig(), { compilerOptions }).outputText,
      "medusa-config.js": 'module.exports = { ...require("./from-readme"), admin: { disable: true } }\n',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text)
  }

  /** With the repository's own configuration, which needs no Redis, into the same database. */
  private async seed(): Promise<SeededShop> {
    const folder = mkdtempSync(join(tmpdir(), "lease-to-own-seed-"))
    this.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, "seeded.json")
    const env = { ...this.env, NODE_ENV: "development", DEMO_ADMIN_PASSWORD: ADMIN.password }
    await runMedusa(["exec", "./demo/seed.ts", file, ADMIN.email], env, this.cleanup)
    return JSON.parse(readFileSync(file, "utf8"))
  }
}

/** Makes the job run every {@link TICK_MS} instead of every minute. */
function quicken(plugin: string): void {
  const file = join(plugin, COMPILED, "jobs", "lease-pending-calls.js")
  const code = readFileSync(file, "utf8")
  const quick = code.replace('"* * * * *"', `"*/${TICK_MS / 1000} * * * * *"`)
  if (quick === code) throw new Error("The job has another schedule than once a minute.")
  writeFileSync(file, quick)
}

/** A server with clients for shoppers and for the dashboard. `ended`: resolves when its process has ended. */
export type Server = { shopper: BenchShopper; merchant: Merchant; ended: Promise<number> }
