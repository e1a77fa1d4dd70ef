import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { deserialize, serialize } from "node:v8"
import type { JournalEntry } from "./journal"
import type { World } from "./world"

/** What is kept across a restart. Applicants aren't kept, so an applicant's next application counts as the first. */
type Kept = Pick<World, "leases" | "contracts" | "oneTime"> &
  Partial<Pick<World, "widgets" | "people">> & { aheadMs: number; journal: JournalEntry[] }

/** The result of {@link save}. Only the same running sandbox can restore it. */
export type Memory = { kept: Buffer; tokens: World["tokens"] }

/** Saves everything except queued faults. Unlike the file, the result includes applicants. */
export function save(world: World): Memory {
  return { kept: serialize({ ...keptOf(world), people: world.people }), tokens: world.tokens }
}

/** Restores what was saved, and discards everything since, including queued faults. */
export function restore(world: World, { kept, tokens }: Memory): void {
  takeOver(world, deserialize(kept))
  // Keep the tokens: their key identifies applicants, and starting them over would repeat the IDs issued since the save.
  world.tokens = tokens
  world.faults.clear()
  world.widgetJournal.clear()
}

/** Loads the state of the last run from `file`, if it exists. Throws for a file that the sandbox didn't write. */
export function recall(world: World, file: string): void {
  if (!existsSync(file)) return
  let kept: Kept
  try {
    kept = deserialize(readFileSync(file))
  } catch (cause) {
    throw new Error(`${file} wasn't written by a sandbox. Move it, or use another file.`, { cause })
  }
  takeOver(world, kept)
}

/** Returns a function that writes the state to `file` if it has changed. */
export function rememberIn(world: World, file: string): () => void {
  let last = Buffer.alloc(0)
  return () => {
    const now = serialize(keptOf(world))
    if (now.equals(last)) return
    // Write to a second file first, so the older file stays intact if the sandbox is killed.
    writeFileSync(`${file}.new`, now, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    last = now
  }
}

function keptOf({ leases, contracts, oneTime, widgets, clock, journal }: World): Kept {
  return { leases, contracts, oneTime, widgets, aheadMs: clock.aheadMs, journal: journal.entries() }
}

function takeOver(world: World, { aheadMs, journal, ...held }: Kept): void {
  Object.assign(world, held)
  world.clock.aheadMs = aheadMs
  world.journal.refill(journal)
}
