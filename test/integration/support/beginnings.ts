import { subscribe } from "node:diagnostics_channel"
import { TestDatabaseUtils } from "@medusajs/test-utils"
import type { Memory, Sandbox } from "lease-to-own-sandbox"
import { testDatabaseServer } from "../../support/database-server"
import type { PreparedCarts } from "./prepared-carts"

/** The database and the service after a step, and the step's answer. */
type Beginning = { template: string; memory: Memory; taken: string[]; at: number; answer: unknown }

type Place = {
  database: string
  sandbox: Sandbox
  carts: PreparedCarts
  /** Waits until nothing is in progress any longer. */
  settled(): Promise<void>
  /** Moves every moment by which the job counts, as an SQL interval. */
  pass(interval: string): Promise<void>
}

/** The number of requests to Medusa and the sandbox, both in this process. */
let requests = 0
subscribe("http.server.request.start", () => {
  requests += 1
})

const databases = TestDatabaseUtils.dbTestUtilFactory()

/**
 * The steps with which many tests begin. The first test takes such a step; the others find database and service as that one left them, which is
 * many times faster, and as if it were done now. A step that is not the first thing in its test is taken as ever.
 */
export class Beginnings {
  private readonly known = new Map<string, Beginning>()
  private before = 0
  private options = "{}"

  constructor(private readonly place: Place) {}

  /** A test begins, with its data fresh. */
  startTest(): void {
    this.before = requests
  }

  /** Something has changed the store or the service. */
  touch(): void {
    this.before = Number.NaN
  }

  /** The store has these options from now on: a step taken under others is another beginning. */
  under(options: string): void {
    this.options = options
  }

  /** Does `work`, or puts back what it did. Its answer is plain data. `name` says all that the work depends on. */
  async begin<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (requests !== this.before) return work()
    this.touch()
    const key = `${name} ${this.options}`
    const known = this.known.get(key)
    const { answer } = known ? await this.putBack(known) : await this.keep(key, await work())
    return structuredClone(answer) as T
  }

  /** Drops what was kept. */
  async end(): Promise<void> {
    const server = await testDatabaseServer()
    for (const { template } of this.known.values()) await server.dropDatabase(template)
  }

  private async keep(key: string, answer: unknown): Promise<Beginning> {
    const { database, sandbox, carts, settled } = this.place
    await settled()
    const template = `${database}-begun-${this.known.size}`
    const beginning = { template, memory: sandbox.save(), taken: carts.taken(), at: Date.now(), answer }
    try {
      await databases.snapshot({ databaseName: database, templateName: template })
      this.known.set(key, beginning)
    } catch (error) {
      // A connection that has not ended yet keeps the database from being copied: the next test takes the step itself.
      if (!String((error as Error).message).includes("being accessed by other users")) throw error
    }
    return beginning
  }

  private async putBack(beginning: Beginning): Promise<Beginning> {
    const { database, sandbox, carts, pass } = this.place
    const { template, memory, taken, at } = beginning
    await databases.restore({ databaseName: database, templateName: template })
    sandbox.restore(memory)
    carts.takeAway(taken)
    await pass(`-${Date.now() - at} milliseconds`)
    return beginning
  }
}
