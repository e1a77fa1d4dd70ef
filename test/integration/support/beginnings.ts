import { subscribe } from "node:diagnostics_channel"
import type { Memory, Sandbox } from "lease-to-own-sandbox"
import type { RowCopies } from "../../support/row-copies"
import type { PreparedCarts } from "./prepared-carts"

/** The database and the service after a step, and the step's answer. */
type Beginning = { kept: string; memory: Memory; taken: string[]; at: number; answer: unknown }

type Place = {
  rows: RowCopies
  sandbox: Sandbox
  carts: PreparedCarts
  /** Waits until nothing is in progress. */
  atRest(): Promise<void>
  /** Moves every moment by which the job counts, as an SQL interval. */
  pass(interval: string): Promise<void>
}

/** The number of requests to Medusa and the sandbox, both in this process. */
let requests = 0
subscribe("http.server.request.start", () => {
  requests += 1
})

/**
 * The steps with which many tests begin. The first test takes such a step; the others find database and service as that one left them, which is
 * many times faster, and as if it were done now. A step that is not the first thing in its test is taken as ever.
 */
export class Beginnings {
  private readonly known = new Map<string, Beginning>()
  private before = 0
  private options = ""

  constructor(private readonly place: Place) {}

  /** A test begins, with its data fresh. */
  startTest(): void {
    this.before = requests
  }

  /** Something has changed the store or the service. */
  touch(): void {
    this.before = Number.NaN
  }

  /** The store has these options and its service this dialect from now on: a step taken under others is another beginning. */
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

  end(): Promise<void> {
    return this.place.rows.end()
  }

  private async keep(key: string, answer: unknown): Promise<Beginning> {
    const { rows, sandbox, carts, atRest } = this.place
    await atRest()
    const kept = `begun ${this.known.size}`
    const beginning = { kept, memory: sandbox.save(), taken: carts.taken(), at: Date.now(), answer }
    await rows.keep(kept)
    this.known.set(key, beginning)
    return beginning
  }

  private async putBack(beginning: Beginning): Promise<Beginning> {
    const { rows, sandbox, carts, pass } = this.place
    const { kept, memory, taken, at } = beginning
    await rows.putBack(kept)
    sandbox.restore(memory)
    carts.takeAway(taken)
    await pass(`-${Date.now() - at} milliseconds`)
    return beginning
  }
}
