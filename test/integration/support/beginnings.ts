import { subscribe } from "node:diagnostics_channel"
import type { Memory, Sandbox } from "lease-to-own-sandbox"
import type { RowCopies } from "../../support/row-copies"
import type { PreparedCarts } from "./prepared-carts"

/** A step's result, and the state of the database and the service after it. */
type Beginning = { kept: string; memory: Memory; taken: string[]; at: number; answer: unknown }

type Place = {
  rows: RowCopies
  sandbox: Sandbox
  carts: PreparedCarts
  atRest(): Promise<void>
  /** Shifts the timestamps that the job uses into the past by an SQL interval. */
  pass(interval: string): Promise<void>
}

/** Requests to Medusa and the sandbox, which both run in this process. */
let requests = 0
subscribe("http.server.request.start", () => {
  requests += 1
})

/**
 * Steps that many tests begin with. The first test performs a step. The others restore the database and the service to the state after that step,
 * with times moved up to now, which is many times faster. A step that isn't the first in its test is always performed.
 */
export class Beginnings {
  private readonly known = new Map<string, Beginning>()
  private before = 0
  private options = ""

  constructor(private readonly place: Place) {}

  startTest(): void {
    this.before = requests
  }

  /** Records that the store or the service has changed. */
  touch(): void {
    this.before = Number.NaN
  }

  /** Records new options or a new dialect. Steps performed under different ones aren't reused. */
  under(options: string): void {
    this.options = options
  }

  /** Runs `work`, or restores its effects. Its result must be plain data, and `name` must include everything that `work` depends on. */
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
