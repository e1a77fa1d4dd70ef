import { appendFileSync, existsSync, readFileSync } from "node:fs"

/**
 * Steps of a lease, in order. `kept`: the service refused to cancel an unsigned contract, which expires by itself. `reduce`, `reduced`: a part of a
 * delivered lease is returned, and the lease continues.
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
 * A line of the journal: what is about to be done, or its outcome. Contains ids of applications and nothing personal. `answered`: an application got
 * an answer without an id.
 */
export type Line = { about: "apply" | "answered"; person: string; at: string } | { about: Step; id: string; at: string }

type Entry = Line extends infer Each ? (Each extends Line ? Omit<Each, "at"> : never) : never

/** A lease that a run left behind, and the last step, which may have no answer. */
export type Left = { id: string; last: Step }

/** Written before each call that leaves something behind, so that cleanup works even after a killed run. */
export class Journal {
  constructor(private readonly file: string) {}

  write(entry: Entry): void {
    // A killed process may have left half a line, which this line must not complete.
    const begin = /[^\n]$/.test(this.text()) ? "\n" : ""
    appendFileSync(this.file, `${begin}${JSON.stringify({ ...entry, at: new Date().toISOString() })}\n`, {
      mode: 0o600,
    })
  }

  lines(): Line[] {
    return this.text()
      .split("\n")
      .flatMap((line) => {
        try {
          return line ? [JSON.parse(line) as Line] : []
        } catch {
          return []
        }
      })
  }

  private text(): string {
    return existsSync(this.file) ? readFileSync(this.file, "utf8") : ""
  }

  /** Returns how many persons have applied within a day. Applying again would only return the earlier approval. */
  appliedToday(now = Date.now()): number {
    return this.lines().filter(({ about, at }) => about === "apply" && now - Date.parse(at) < 86_400_000).length
  }

  /** Returns a person's earlier application, if its id is known. */
  earlier(person: string): string | undefined {
    let applying: string | undefined
    let id: string | undefined
    for (const line of this.lines()) {
      if (line.about === "apply") applying = line.person
      else if (line.about === "applied" && applying === person) id = line.id
    }
    return id
  }

  /** Whether the lease has this step since its cart was last recorded. */
  has(id: string, about: Step): boolean {
    const steps = this.lines().flatMap((line) => ("id" in line && line.id === id ? line.about : []))
    return steps.lastIndexOf(about) > steps.lastIndexOf("cart")
  }

  /** Returns the leases that may have a contract in force, as far as the journal shows. */
  left(): Left[] {
    const left = new Map<string, Step>()
    for (const line of this.lines()) {
      if (!("id" in line) || line.about === "applied") continue
      if (line.about === "canceled" || line.about === "kept" || line.about === "returned") left.delete(line.id)
      else left.set(line.id, line.about)
    }
    return [...left].map(([id, last]) => ({ id, last }))
  }

  /** Returns the persons whose application got no answer. Only the operator can say what became of it. */
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
