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

/** Fields added when the call is over. */
export type JournalEnd = Pick<JournalEntry, "status" | "done"> & Partial<JournalEntry>

export type Journal = {
  /** Opens an entry the moment a call arrives, so that the order is the order of arrival. */
  open(at: Date, method: string, path: string): { entry: JournalEntry; end(more: JournalEnd, note: string): void }
  entries(applicationId?: string): JournalEntry[]
  /** Takes over the entries of an earlier run; counting goes on behind them. */
  refill(earlier: JournalEntry[]): void
  clear(): void
}

/** An empty journal. Keeps the last `keep` calls, and up to a tenth more. */
export function createJournal(keep = 100_000): Journal {
  let entries: JournalEntry[] = []
  let count = 0
  return {
    open(at, method, path) {
      count += 1
      const started = performance.now()
      const line = `${method} ${path}`
      const entry: JournalEntry = {
        number: count,
        at: at.toISOString(),
        method,
        path,
        query: {},
        status: null,
        durationMs: 0,
        done: false,
        line,
      }
      entries.push(entry)
      if (entries.length > keep * 1.1) entries = entries.slice(-keep)
      return {
        entry,
        end(more, note) {
          const fault = more.fault ? ` [fault ${more.fault}]` : ""
          const status = more.status ?? "no answer"
          const durationMs = Math.round(performance.now() - started)
          Object.assign(entry, more, { durationMs, line: `${more.route ?? line} → ${status}: ${note}${fault}` })
        },
      }
    },
    entries: (applicationId) =>
      structuredClone(applicationId ? entries.filter((entry) => entry.applicationId === applicationId) : entries),
    refill(earlier) {
      entries = earlier
      count = earlier.at(-1)?.number ?? 0
    },
    clear() {
      entries = []
      count = 0
    },
  }
}
