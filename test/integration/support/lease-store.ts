import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { medusaIntegrationTestRunner, TestEventUtils } from "@medusajs/test-utils"
import * as database from "@medusajs/test-utils/dist/database"
import { type DialectFile, type DialectName, type Sandbox, startSandbox } from "lease-to-own-sandbox"
import seed, { type SeededShop } from "../../../demo/seed"
import { clock } from "../../../src/client/client"
import { afterAnswer } from "../../../src/medusa/pending-calls"
import { LEASE_MODULE, ledgerDepsOf } from "../../../src/modules/lease"
import { heartbeat, type LeaseModuleService } from "../../../src/modules/lease/ledger"
import { type FilledDatabase, filledDatabase, keepFilled } from "../../support/filled-database"
import { LedgerRows } from "../../support/ledger-rows"
import { RowCopies } from "../../support/row-copies"
import { type StoreLedger, storeLedger } from "../../support/store-ledger"
import { Beginnings } from "./beginnings"
import { eventually } from "./eventually"
import { beginFilled } from "./filled-store"
import { Http } from "./http"
import { Merchant } from "./merchant"
import { PreparedCarts } from "./prepared-carts"
import { configuredOptions, countRuns, letPass, takeOptions } from "./running-ledger"
import { type CartWish, Shopper } from "./shopper"

export const OWN_DIALECT: DialectFile = { rules: { cancel: "unshipped", returnLines: "taken", lowerPrices: "taken" } }
const ADMIN = { email: "admin@shop.example", password: "only-for-tests" }

/** A booted Medusa with the plugin, seeded goods and a sandbox. Each test starts with fresh data and a fresh sandbox. */
export type LeaseStore = {
  shop: SeededShop
  sandbox: Sandbox
  url: string
  /** Has no login or key. */
  http: Http
  /** For Medusa's admin routes, logged in. */
  admin: Http
  /** A dashboard user who clicks Medusa's own buttons, logged in. */
  merchant: Merchant
  container: MedusaContainer
  ledger: StoreLedger
  sql(query: string, bindings?: unknown[]): Promise<Record<string, unknown>[]>
  /** Direct access to the ledger's rows, for states that no use case produces. */
  rows(): LedgerRows
  /** Returns a shopper with a browser, signed in if a customer's token is given. Guests use prepared carts. */
  shopper(customerToken?: string): Shopper
  filled(wish?: CartWish): Promise<Shopper>
  /** Completes a shopper's cart and waits until the order is recorded. */
  order(shopper: Shopper): Promise<Ordered>
  speak(dialect: DialectName | DialectFile): void
  /** Adds these options to those of `medusa-config.ts`. */
  setOptions(options: object): void
  /** Runs `work` as the first step of a test, only once per name for all tests. See `Beginnings`. */
  begin<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Places an order by lease, waits until it's recorded and makes its due calls. `tag` selects the sandbox's outcome. */
  ordered(wish?: CartWish, tag?: string): Promise<{ order: Ordered; shopper: Shopper }>
  /** Runs `work`, then waits for the subscribers of `event`. */
  andWait<T>(event: string, work: () => Promise<T>): Promise<T>
  /** Returns the calls to the service so far, as `METHOD path`, in order. */
  calls(): string[]
  /** Runs the scheduled job and waits until no call is in progress. It doesn't run by itself in tests. */
  runJob(): Promise<void>
  /** Runs the heartbeat once, as the plugin does if no job runs, and waits until no call is in progress. It doesn't run by itself in tests. */
  beat(): Promise<void>
  /** Makes the job reconcile every lease now. */
  reconcile(): Promise<void>
  /** Lets time pass for the ledger and the orders. `interval` is an SQL interval, such as "3 minutes". */
  pass(interval: string): Promise<void>
  jobAfter(...intervals: string[]): Promise<void>
  /** The jobs that Medusa would run, with their schedules. Includes `heartbeat` once the plugin has tried to start it. */
  scheduled: ReadonlyMap<string, unknown>
}

/** Medusa's order, as the shopper gets it. */
export type Ordered = { id: string; display_id: number; total: number }

const JOB = "job-lease-to-own-pending-calls"

type StoreOptions = {
  /** More environment variables for `medusa-config.ts`. */
  env?: Record<string, string> | ((sandbox: Sandbox) => Record<string, string>)
  /** The carts that the suite's tests start with, filled only once. Other carts are filled on request. By default, one cart with a sofa. */
  carts?: CartWish[]
}

const { dbTestUtilFactory, getDatabaseURL } = database
const runnersDatabase = {} as ReturnType<typeof dbTestUtilFactory>
// Medusa's runner copies the whole database for each test, which ends every connection and takes four times as long. Copy only the rows.
jest.spyOn(database, "dbTestUtilFactory").mockImplementation(() =>
  Object.assign(runnersDatabase, dbTestUtilFactory(), {
    snapshot: (names: Names) => rowsOf(names.databaseName).keep(names.templateName),
    restore: (names: Names) => rowsOf(names.databaseName).putBack(names.templateName),
    // The copies are dropped with their database.
    dropTemplate: async () => {},
  }),
)
type Names = { databaseName: string; templateName: string }

clock.sleep = async () => {}
afterAnswer.ms = 0

const rows = new Map<string, RowCopies>()
/** The runner and `Beginnings` share a database's copies, so both copy through one connection. */
function rowsOf(databaseName: string): RowCopies {
  const known = rows.get(databaseName) ?? new RowCopies(getDatabaseURL(databaseName))
  rows.set(databaseName, known)
  return known
}

/** Describes a suite against a real Medusa, a real PostgreSQL and the sandbox over HTTP. `name` must be unique among the files. */
export function describeStore(name: string, suite: (store: LeaseStore) => void, options: StoreOptions = {}): void {
  describe(name, () => {
    const store = {} as LeaseStore
    let sandbox: Sandbox
    let scheduled: ReadonlyMap<string, unknown>
    let env: Record<string, string> = {}
    let filled: FilledDatabase | undefined
    const prepared = new PreparedCarts()
    let beginnings: Beginnings | undefined
    /** Clears what the process remembers from the last test, because it remembers an outage a second longer than the tables do. */
    let forget = () => {}

    beforeAll(async () => {
      scheduled = holdScheduledJobs()
      sandbox = await startSandbox({ port: 0, contractPort: 0, password: "sandbox-secret", dialect: OWN_DIALECT })
      const { fault } = sandbox
      sandbox.fault = (spec) => {
        beginnings?.touch()
        fault(spec)
      }
      env = (typeof options.env === "function" ? options.env(sandbox) : options.env) ?? {}
      Object.assign(process.env, {
        LEASE_BASE_URL: sandbox.baseUrl,
        LEASE_USERNAME: sandbox.username,
        LEASE_PASSWORD: sandbox.password,
        ...env,
      })
      // A different environment's modules may have different tables.
      if (!options.env) filled = await filledDatabase()
      if (filled) beginFilled(runnersDatabase, filled)
    })
    afterAll(async () => {
      await beginnings?.end()
      await sandbox.close()
      for (const key of Object.keys(env)) delete process.env[key]
    })

    medusaIntegrationTestRunner({
      inApp: true,
      cwd: resolve(__dirname, "../../.."),
      moduleName: name.replace(/\W+/g, "-").toLowerCase(),
      testSuite: ({ api, getContainer, dbConnection, dbConfig, utils }) => {
        // biome-ignore lint/suspicious/noDuplicateTestHooks: the runner puts this into a describe of its own
        beforeAll(async () => {
          const container = getContainer()
          const shop = filled?.shop ?? (await seedShop(container))
          if (!filled && !options.env) {
            await utils.waitWorkflowExecutions()
            await keepFilled(dbConfig.dbName, shop, ADMIN.password)
          }
          if (env.MEDUSA_FF_RBAC) await giveEveryRight(container)
          const http = new Http(api.defaults.baseURL)
          const login = await http.post("/auth/user/emailpass", ADMIN)
          const admin = http.with({ authorization: `Bearer ${login.body.token}` })
          const sql = async (query: string, bindings: unknown[] = []) => {
            beginnings?.touch()
            return (await dbConnection.raw(query, bindings)).rows
          }
          const module = container.resolve<LeaseModuleService>(LEASE_MODULE)
          const configured = configuredOptions(container)
          let runs = countRuns(module)
          const take = (given: object) => {
            takeOptions(module, { ...configured, ...given })
            runs = countRuns(module)
          }
          forget = () => take(under.options)
          const key = { "x-publishable-api-key": shop.publishableKey }
          await prepared.prepare(http.with(key), shop, options.carts ?? [{}])
          // Use Medusa's own engine, so a job that it can't run fails the test.
          const runJob = async () => {
            await container.resolve(Modules.WORKFLOW_ENGINE).run(JOB, { input: {} })
            await atRest()
          }
          // Subscribers may still be working on the reconciliations and calls that they have claimed.
          const atRest = async () => {
            await eventually(
              async () => runs(),
              (running) => running === 0,
            )
            await eventually(
              () => sql("select id from lease_pending_call where state = 'running' and deleted_at is null"),
              (running) => running.length === 0,
            )
          }
          const pass = (interval: string) => letPass(sql, interval)
          const begun = new Beginnings({
            rows: rowsOf(dbConfig.dbName),
            sandbox,
            carts: prepared,
            atRest: async () => {
              await utils.waitWorkflowExecutions()
              await atRest()
            },
            pass,
          })
          beginnings = begun
          const under: { options: object; dialect?: DialectName | DialectFile } = { options: {} }
          const begin: LeaseStore["begin"] = (name, work) => begun.begin(name, work)
          Object.assign(store, {
            shop,
            sandbox,
            url: api.defaults.baseURL,
            http,
            container,
            admin,
            merchant: new Merchant(admin),
            ledger: storeLedger(() => ledgerDepsOf(container)),
            sql,
            rows: () => {
              begun.touch()
              return new LedgerRows(dbConnection)
            },
            shopper: (customerToken?: string) =>
              customerToken
                ? new Shopper(http.with({ ...key, authorization: `Bearer ${customerToken}` }), shop)
                : new Shopper(http.with(key), shop, prepared, begin),
            setOptions: (options) => {
              take(options)
              under.options = options
              begun.under(JSON.stringify(under))
            },
            speak: (dialect) => {
              sandbox.speak(dialect)
              under.dialect = dialect
              begun.under(JSON.stringify(under))
            },
            begin,
            filled: async (wish) => {
              const shopper = store.shopper()
              await shopper.fillCart(wish)
              return shopper
            },
            order: async (shopper) => {
              const { body } = await store.andWait("order.placed", () => shopper.complete())
              if (body.type !== "order") throw new Error(JSON.stringify(body))
              return body.order
            },
            ordered: async (wish: CartWish = {}, tag?: string) => {
              const { order, ...kept } = await begin(`order ${JSON.stringify([wish, tag])}`, async () => {
                const shopper = await store.filled(wish)
                await shopper.readyToOrder(tag)
                const order = await store.order(shopper)
                return { order, cartId: shopper.cartId, leaseKey: shopper.leaseKey }
              })
              return { order, shopper: Object.assign(store.shopper(), kept) }
            },
            andWait: async <T>(event: string, work: () => Promise<T>) => {
              const done = TestEventUtils.waitSubscribersExecution(event, container.resolve(Modules.EVENT_BUS))
              const result = await work()
              await done
              return result
            },
            calls: () => sandbox.journal().map(({ route, line }) => route ?? line),
            runJob,
            beat: async () => {
              await heartbeat.beat()
              await atRest()
            },
            reconcile: async () => {
              await sql("update lease set reconcile_at = now()")
              await runJob()
            },
            pass,
            jobAfter: async (...intervals) => {
              for (const interval of intervals) {
                await pass(interval)
                await runJob()
              }
            },
            scheduled,
          } satisfies LeaseStore)
        })
        beforeEach(() => {
          sandbox.reset()
          prepared.giveBack()
          forget()
          beginnings?.startTest()
        })
        suite(store)
      },
    })
  })
}

/**
 * Defines a group of store tests. A spec file can run several groups on a single boot, because booting takes ten seconds. `options` are extra plugin
 * options for this group, and may depend on the sandbox.
 */
export function storeRules(
  name: string,
  suite: (store: LeaseStore) => void,
  options?: object | ((sandbox: Sandbox) => object),
): (store: LeaseStore) => void {
  return (store) =>
    describe(name, () => {
      if (options) {
        beforeAll(() => store.setOptions(typeof options === "function" ? options(store.sandbox) : options))
        afterAll(() => store.setOptions({}))
      }
      suite(store)
    })
}

/**
 * Stops Medusa's job scheduler and the plugin's heartbeat, because a tick in the middle of a test would do the test's work. Returns what would have
 * started.
 */
function holdScheduledJobs(): ReadonlyMap<string, unknown> {
  const held = new Map<string, unknown>()
  WorkflowScheduler.prototype.scheduleWorkflow = async ({ id, options }) => void held.set(id, options.schedule)
  heartbeat.start = () => void held.set("heartbeat", true)
  return held
}

/** Makes existing users super admins, as Medusa's `user` command does. */
async function giveEveryRight(container: MedusaContainer): Promise<void> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  for (const { id: user_id } of await container.resolve(Modules.USER).listUsers())
    await link.create({ [Modules.USER]: { user_id }, [Modules.RBAC]: { rbac_role_id: "role_super_admin" } })
}

async function seedShop(container: MedusaContainer): Promise<SeededShop> {
  const folder = mkdtempSync(join(tmpdir(), "lease-shop-"))
  process.env.DEMO_ADMIN_PASSWORD = ADMIN.password
  try {
    const file = join(folder, "shop.json")
    await seed({ container, args: [file, ADMIN.email] } as ExecArgs)
    return JSON.parse(readFileSync(file, "utf8"))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
