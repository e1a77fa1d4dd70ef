import { appendFileSync, existsSync, readFileSync } from "node:fs"

/**
 * Steps of a lease, in order. `kept`: it was asked to end a contract and said no, and an unsigned contract lapses. `reduce`, `reduced`: a part of a
 * delivered lease goes back, and the lease goes on.
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
 * A line of the journal: what is about to be done, or what became of it. Ids of applications, and nothing of a person. `answered`: an application got an
 * answer without an id.
 */
export type Line = { about: "apply" | "answered"; person: string; at: string } | { about: Step; id: string; at: string }

type Entry = Line extends infer Each ? (Each extends Line ? Omit<Each, "at"> : never) : never

/** A lease that a run leaves behind: what was done last, whether or not it was answered. */
export type Left = { id: string; last: Step }

/** Written before each call that leaves something behind, so that a run that is killed can be cleaned up after. */
export class Journal {
  constructor(private readonly file: string) {}

  write(entry: Entry): void {
    // A process that was killed may have left half a line, and this one must not become its end.
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

  /** Persons who were applied for within a day: the same one again would get the earlier approval. */
  appliedToday(now = Date.now()): number {
    return this.lines().filter(({ about, at }) => about === "apply" && now - Date.parse(at) < 86_400_000).length
  }

  /** The application that a person got before, if one came. */
  earlier(person: string): string | undefined {
    let applying: string | undefined
    let id: string | undefined
    for (const line of this.lines()) {
      if (line.about === "apply") applying = line.person
      else if (line.about === "applied" && applying === person) id = line.id
    }
    return id
  }

  /** Whether this was written of a lease since its cart was last recorded. */
  has(id: string, about: Step): boolean {
    const steps = this.lines().flatMap((line) => ("id" in line && line.id === id ? line.about : []))
    return steps.lastIndexOf(about) > steps.lastIndexOf("cart")
  }

  /** Leases that may have a contract in force, as far as this knows. */
  left(): Left[] {
    const left = new Map<string, Step>()
    for (const line of this.lines()) {
      if (!("id" in line) || line.about === "applied") continue
      if (line.about === "canceled" || line.about === "kept" || line.about === "returned") left.delete(line.id)
      else left.set(line.id, line.about)
    }
    return [...left].map(([id, last]) => ({ id, last }))
  }

  /** Applications for which a person was sent and no answer came: only the operator can say what became of them. */
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
