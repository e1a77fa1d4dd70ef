import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { tryJson } from "../index"

/**
 * The steps of a lease, in order. `kept` means that the service refused to cancel an unsigned contract, which will expire on its own. `reduce` and
 * `reduced` mean that part of a delivered lease is returned while the lease continues.
 */
type Step =
  | "applied"
  | "cart"
  | "contract"
  | "signed"
  | "cancel"
  | "canceled"
  | "kept"
  | "deliver"
  | "delivered"
  | "return"
  | "returned"
  | "reduce"
  | "reduced"

/**
 * A line of the journal, about a step that is about to happen or its outcome. Contains application IDs and nothing personal. `answered` means that
 * the response to an application contained no ID.
 */
export type Line = { about: "apply" | "answered"; person: string; at: string } | { about: Step; id: string; at: string }

type Entry = Line extends infer Each ? (Each extends Line ? Omit<Each, "at"> : never) : never

/** A lease that a run left behind, with its last step, whose call may not have been answered. */
export type Left = { id: string; last: Step }

/** A journal file. A line is written before each call that leaves something behind, so that cleanup works even after a run is killed. */
export class Journal {
  constructor(private readonly file: string) {}

  write(entry: Entry): void {
    // A killed process may have left half a line. Don't append this line to it.
    const begin = /[^\n]$/.test(this.text()) ? "\n" : ""
    appendFileSync(this.file, `${begin}${JSON.stringify({ ...entry, at: new Date().toISOString() })}\n`, {
      mode: 0o600,
    })
  }

  lines(): Line[] {
    const lines = this.text().split("\n")
    return lines.flatMap((line) => (tryJson(line) as Line | undefined) ?? [])
  }

  private text(): string {
    return existsSync(this.file) ? readFileSync(this.file, "utf8") : ""
  }

  /**
   * Returns how many people have applied within the last day. They can't apply again yet, because the service would only return the earlier approval.
   */
  appliedToday(now = Date.now()): number {
    return this.lines().filter(({ about, at }) => about === "apply" && now - Date.parse(at) < 86_400_000).length
  }

  /** Returns the ID of a person's earlier application, if the ID is known. */
  earlier(person: string): string | undefined {
    let applying: string | undefined
    let id: string | undefined
    for (const line of this.lines()) {
      if (line.about === "apply") applying = line.person
      else if (line.about === "applied" && applying === person) id = line.id
    }
    return id
  }

  /** Whether this step was taken after the lease's cart was last recorded. */
  has(id: string, about: Step): boolean {
    const steps = this.lines().flatMap((line) => ("id" in line && line.id === id ? line.about : []))
    return steps.lastIndexOf(about) > steps.lastIndexOf("cart")
  }

  /** Returns the leases that may have a contract in force, according to the journal. */
  left(): Left[] {
    const left = new Map<string, Step>()
    for (const line of this.lines()) {
      if (!("id" in line) || line.about === "applied") continue
      if (line.about === "canceled" || line.about === "kept" || line.about === "returned") left.delete(line.id)
      else left.set(line.id, line.about)
    }
    return [...left].map(([id, last]) => ({ id, last }))
  }

  /** Returns the people whose applications went unanswered. Only the operator can say what became of these applications. */
  unanswered(): string[] {
    let last: string | undefined
    const lost: string[] = []
    for (const line of this.lines()) {
      if (line.about === "apply") {
        if (last) lost.push(last)
        last = line.person
      }
      if (line.about === "applied" || line.about === "answered") last = undefined
    }
    return last ? [...lost, last] : lost
  }
}
