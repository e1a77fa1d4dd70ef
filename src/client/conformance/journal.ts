import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { tryJson } from "../index"

/**
 * A lease's steps, in order. `kept`: the service refused to cancel an unsigned contract, which will expire on its own. `reduce` and `reduced`: part
 * of a delivered lease is returned, and the lease continues.
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
 * A line of the journal: a step that is about to happen, or its outcome. Contains application IDs but no personal data. `answered`: the response to
 * an application contained no ID.
 */
export type Line = { about: "apply" | "answered"; person: string; at: string } | { about: Step; id: string; at: string }

type Entry = Line extends infer Each ? (Each extends Line ? Omit<Each, "at"> : never) : never

/** A lease that a run left behind. The call for its last step may have gone unanswered. */
export type Left = { id: string; last: Step }

/** A journal file. A line is written before each call that leaves something behind, so cleanup works even after a run is killed. */
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

  /** Returns the number of applications in the last 24 hours. */
  appliedToday(now = Date.now()): number {
    return this.lines().filter(({ about, at }) => about === "apply" && now - Date.parse(at) < 86_400_000).length
  }

  /** Returns the ID of a test person's latest application, if known. */
  earlier(person: string): string | undefined {
    let applying: string | undefined
    let id: string | undefined
    for (const line of this.lines()) {
      if (line.about === "apply") applying = line.person
      else if (line.about === "applied" && applying === person) id = line.id
    }
    return id
  }

  /** Whether this step was taken after the lease's last cart was recorded. */
  has(id: string, about: Step): boolean {
    const steps = this.lines().flatMap((line) => ("id" in line && line.id === id ? line.about : []))
    return steps.lastIndexOf(about) > steps.lastIndexOf("cart")
  }

  /** Returns the leases that, according to the journal, may have a contract in force. */
  left(): Left[] {
    const left = new Map<string, Step>()
    for (const line of this.lines()) {
      if (!("id" in line) || line.about === "applied") continue
      if (line.about === "canceled" || line.about === "kept" || line.about === "returned") left.delete(line.id)
      else left.set(line.id, line.about)
    }
    return [...left].map(([id, last]) => ({ id, last }))
  }

  /** Returns the test persons whose applications went unanswered. Only the operator can say what happened to those applications. */
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
