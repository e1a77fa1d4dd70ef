import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** A line of the journal: what is about to be done, or what became of it. Ids of applications, and nothing of a person. */
export type Line =
  | { about: "apply"; person: string; at: string }
  | { about: "applied"; id: string; at: string }
  | { about: "cart" | "contract" | "cancel" | "canceled" | "kept"; id: string; at: string }

type Entry = Line extends infer Each ? (Each extends Line ? Omit<Each, "at"> : never) : never

/** Written before each call that leaves something behind, so that a run that is killed can be cleaned up after. */
export class Journal {
  constructor(private readonly file: string) {}

  write(entry: Entry): void {
    appendFileSync(this.file, `${JSON.stringify({ ...entry, at: new Date().toISOString() })}\n`, { mode: 0o600 })
  }

  lines(): Line[] {
    if (!existsSync(this.file)) return []
    const text = readFileSync(this.file, "utf8")
    // A process that was killed may have left half a line.
    return text.split("\n").flatMap((line) => {
      try {
        return line ? [JSON.parse(line) as Line] : []
      } catch {
        return []
      }
    })
  }

  /** Persons who were applied for within a day: the same one again would get the earlier approval. */
  appliedToday(now = Date.now()): number {
    return this.lines().filter(({ about, at }) => about === "apply" && now - Date.parse(at) < 86_400_000).length
  }

  /** Applications whose contract may be in force. */
  open(): string[] {
    const left = new Set<string>()
    for (const line of this.lines()) {
      if (line.about === "cart" || line.about === "contract") left.add(line.id)
      if (line.about === "canceled" || line.about === "kept") left.delete(line.id)
    }
    return [...left]
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
      if (line.about === "applied") last = undefined
    }
    return last ? [...lost, last] : lost
  }
}
