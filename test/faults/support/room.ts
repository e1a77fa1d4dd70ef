import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type DialectFile, type DialectName, type Memory, type Sandbox, startSandbox } from "lease-to-own-sandbox"
import { randomDatabaseName } from "../../../demo/database-server.mjs"
import { emptying, LEDGER_TABLES, migrationQueries } from "../../integration/support/migrations"
import { mapleOf, startOther } from "../../integration/support/two-accounts"
import { connect } from "../../support/connect"
import { testDatabaseServer } from "../../support/database-server"
import { RowCopies } from "../../support/row-copies"
import { Line, startSilence } from "./line"
import type { Life } from "./mortal"
import { type Process, type Site, startProcess } from "./process"
import { SHOP_TABLES, type Shop } from "./shop"

type Bindings = unknown[] | Record<string, unknown>

/** A database, a service and a clock for processes that start and crash. */
export type Room = {
  sandbox: Sandbox
  /** The services and their accounts; only one unless the room has a second account. */
  services: { account_id: string | null; sandbox: Sandbox }[]
  /** The process that a test uses; never killed. */
  main: Process
  now(): Date
  /** Moves the clock of every process ahead, but not the service's. */
  pass(ms: number): void
  /** Moves the clock of every process ahead or back. */
  turn(ms: number): void
  /** Whether the clock was set back, in which case the order of two moments is unknown. */
  isTurned: boolean
  /** Starts another process on the same database, until the test ends. */
  start(life?: Life): Process
  /** What a process of another version connects to. */
  site(): Site
  /** The connection of this room's processes to the service. */
  line: Line
  sql(query: string, bindings?: Bindings): Promise<Record<string, unknown>[]>
  /** Copies all rows, as a backup does. `setBack` restores them; the services and the clock keep their state. */
  backUp(): Promise<void>
  setBack(): Promise<void>
  /** Empties the tables and the service, and ends all faults. */
  empty(): Promise<void>
  /**
   * Does `work` in the empty room, or restores the rows, the service and the time as it left them before. `name` must include everything
   * that the work depends on.
   */
  begin<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The region whose carts belong to the second account. */
export const SECOND_REGION = "reg_ca"

const EMPTYING = emptying([...LEDGER_TABLES, "shop_cart", "shop_order", "shop_mail", "shop_event"])

/** The default dialect of a suite: a contract can be canceled before the lease is accepted. */
const USUAL: DialectFile = { rules: { cancel: "unshipped", returnLines: "taken", lowerPrices: "taken" } }

/**
 * Describes a suite on the ledger alone, with its own database. Everything is empty before each test. `options`: the plugin's options;
 * `hasSecond`: the store has a second account, with another operator; `dialect`: the service's dialect.
 */
export function describeFaults(
  name: string,
  suite: (room: Room) => void,
  { hasSecond = false, ...options }: { hasSecond?: boolean } & Record<string, unknown> = {},
  dialect: DialectName | DialectFile = USUAL,
): void {
  describe(name, () => {
    // Some tests consist of hundreds of small ones; being slow on a busy machine is no violation.
    jest.setTimeout(900_000)
    const room = {} as Room
    const database = randomDatabaseName("faults")
    let databaseUrl: string
    const others: Process[] = []
    let sandbox: Sandbox
    const services: Room["services"] = []
    let silence: Awaited<ReturnType<typeof startSilence>>
    let knex: Knex
    let rows: RowCopies
    let ahead = 0
    let placing: Shop["call"]["place_order"]
    const begun = new Map<string, { answer: unknown; memories: Memory[]; at: number }>()
    const now = () => new Date(Date.now() + ahead)
    const line = new Line(now)
    const site = (): Site => {
      const { baseUrl, username, password } = sandbox
      const accounts = services.flatMap(({ account_id, sandbox: other }) =>
        account_id === null ? [] : { id: account_id, for: { region: SECOND_REGION }, ...mapleOf(other) },
      )
      const all = { ...options, ...(hasSecond && { accounts }) }
      return { databaseUrl, service: { baseUrl, username, password }, silentUrl: silence.url, options: all }
    }

    beforeAll(async () => {
      sandbox = await startSandbox({ port: 0, contractPort: 0, dialect })
      services.push({ account_id: null, sandbox })
      if (hasSecond) services.push({ account_id: "maple", sandbox: await startOther() })
      silence = await startSilence()
      databaseUrl = await (await testDatabaseServer()).createDatabase(database)
      rows = new RowCopies(databaseUrl)
      knex = connect(databaseUrl)
      for (const query of await migrationQueries()) await knex.raw(query)
      await knex.raw(SHOP_TABLES)
      Object.assign(room, {
        sandbox,
        services,
        main: startProcess(site(), now, undefined, line),
        now,
        pass: (ms: number) => {
          ahead += ms
        },
        turn: (ms: number) => {
          ahead += ms
          room.isTurned ||= ms < 0
        },
        isTurned: false,
        start: (life?: Life) => {
          const process = startProcess(site(), now, life, line)
          others.push(process)
          return process
        },
        site,
        line,
        sql: async (query: string, bindings: Bindings = []) => (await knex.raw(query, bindings as string[])).rows,
        backUp: () => rows.keep("backup"),
        setBack: () => rows.putBack("backup"),
        empty: async () => {
          ahead = 0
          room.isTurned = false
          room.main.shop.call.place_order = placing
          for (const each of services) each.sandbox.reset()
          line.clear()
          await Promise.all(others.splice(0).map((process) => process.end()))
          await knex.raw(EMPTYING)
        },
        begin: async <T>(name: string, work: () => Promise<T>) => {
          const known = begun.get(name)
          if (known) {
            await rows.putBack(name)
            for (const [place, each] of services.entries()) each.sandbox.restore(known.memories[place] as Memory)
            ahead = known.at - Date.now()
            return known.answer as T
          }
          const answer = await work()
          const memories = services.map((each) => each.sandbox.save())
          begun.set(name, { answer, memories, at: now().getTime() })
          await rows.keep(name)
          return answer
        },
      } satisfies Room)
      placing = room.main.shop.call.place_order
    })
    afterAll(async () => {
      await Promise.all([...others, room.main].map((process) => process.end()))
      await Promise.all([...services.map((each) => each.sandbox.close()), silence.close(), rows.end()])
      await knex.destroy()
      await (await testDatabaseServer()).dropDatabase(database)
    })
    beforeEach(() => room.empty())
    suite(room)
  })
}
