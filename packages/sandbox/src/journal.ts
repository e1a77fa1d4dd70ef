import type { CallFault } from "./faults"
import type { ProblemCode } from "./problem"

/** One call to the API or to a one-time address, masked. What the service was told, in the order in which it was told. */
export type JournalEntry = {
  number: number
  /** ISO date-time of the sandbox's clock. */
  at: string
  method: string
  /** The requested path, without the query. */
  path: string
  /** `POST /application/cart`, or undefined for an unknown path. */
  route?: string
  query: Record<string, string>
  /** HTTP status answered; null while open, and when the connection went without an answer. */
  status: number | null
  /** Code of the refusal, if it was one. */
  code?: ProblemCode
  durationMs: number
  applicationId?: string
  /** The body with everything hidden that is not known to be harmless; absent when there was none or it was not read. */
  body?: unknown
  fault?: CallFault
  /** True when the call did what it asked for (a read that was answered counts). */
  done: boolean
  /** One line for people. */
  line: string
}

export type JournalEnd = Pick<JournalEntry, "status" | "done"> & Partial<JournalEntry>

/** Keeps the last 100,000 calls, and up to a tenth more. */
const kept = 100_000

export class Journal {
  private held: JournalEntry[] = []
  private count = 0

  /** Opens an entry the moment a call arrives, so that the order is the order of arrival. Answers how to end it. */
  open(at: Date, method: string, path: string): (more: JournalEnd, note: string) => void {
    const started = performance.now()
    const line = `${method} ${path}`
    this.count += 1
    const entry: JournalEntry = {
      number: this.count,
      at: at.toISOString(),
      method,
      path,
      query: {},
      status: null,
      durationMs: 0,
      done: false,
      line,
    }
    this.held.push(entry)
    if (this.held.length > kept * 1.1) this.held = this.held.slice(-kept)
    return (more, note) => {
      const fault = more.fault ? ` [fault ${more.fault}]` : ""
      const durationMs = Math.round(performance.now() - started)
      Object.assign(entry, more, { durationMs })
      entry.line = `${more.route ?? line} → ${more.status ?? "no answer"}: ${note}${fault}`
    }
  }

  entries(applicationId?: string): JournalEntry[] {
    return structuredClone(
      applicationId ? this.held.filter((entry) => entry.applicationId === applicationId) : this.held,
    )
  }

  /** Takes over the entries of an earlier run; counting goes on behind them. */
  refill(earlier: JournalEntry[]): void {
    this.held = earlier
    this.count = earlier.at(-1)?.number ?? 0
  }

  clear(): void {
    this.refill([])
  }
}
