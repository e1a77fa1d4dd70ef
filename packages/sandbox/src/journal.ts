import type { CallFault } from "./faults"
import type { ProblemCode } from "./problem"

/** One call to the API or a one-time URL, masked. */
export type JournalEntry = {
  number: number
  /** The sandbox's date and time, in ISO format. */
  at: string
  method: string
  /** The path without the query. */
  path: string
  /** The route, for example `POST /application/cart`. Undefined for an unknown path. */
  route?: string
  query: Record<string, string>
  /** The HTTP status. Null while the call is in progress, or if the connection ended without a response. */
  status: number | null
  code?: ProblemCode
  durationMs: number
  applicationId?: string
  /** The body, showing only what is known to be harmless. Undefined if there was no body or it wasn't read. */
  body?: unknown
  fault?: CallFault
  /** Whether the call was carried out. True even if it only reads. */
  done: boolean
  /** A readable one-line description of the call. */
  line: string
}

export type JournalEnd = Pick<JournalEntry, "status" | "done"> & Partial<JournalEntry>

/** The number of calls to keep. The journal may have up to a tenth more. */
const kept = 100_000

export class Journal {
  private held: JournalEntry[] = []
  private count = 0

  /** Adds an entry when a call arrives, to keep the order of arrival. Returns a function that completes the entry. */
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

  refill(earlier: JournalEntry[]): void {
    this.held = earlier
    this.count = earlier.at(-1)?.number ?? 0
  }

  clear(): void {
    this.refill([])
  }
}
