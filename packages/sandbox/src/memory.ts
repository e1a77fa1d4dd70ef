import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { deserialize, serialize } from "node:v8"
import type { JournalEntry } from "./journal"
import type { World } from "./world"

/** State kept over a restart. People are not: the next application of the same person counts as the first. */
type Kept = Pick<World, "leases" | "contracts" | "oneTime"> &
  Partial<Pick<World, "widgets" | "people">> & { aheadMs: number; journal: JournalEntry[] }

/** Answer of {@link save}; for the sandbox that wrote it, as long as it runs. */
export type Memory = { kept: Buffer; tokens: World["tokens"] }

/** All that is known now, people included, but for the faults that wait. */
export function save(world: World): Memory {
  return { kept: serialize({ ...keptOf(world), people: world.people }), tokens: world.tokens }
}

/** Puts back what was known when the memory was written; forgets everything since, and the faults that wait. */
export function restore(world: World, { kept, tokens }: Memory): void {
  takeOver(world, deserialize(kept))
  // Tokens make people known again. They do not start over, so that nothing gets the name of a later thing.
  world.tokens = tokens
  world.faults.clear()
  world.widgetJournal.clear()
}

/** Puts back what the sandbox knew when it last ran; nothing when there is no file yet. Throws on a file that it did not write. */
export function recall(world: World, file: string): void {
  if (!existsSync(file)) return
  let kept: Kept
  try {
    kept = deserialize(readFileSync(file))
  } catch (cause) {
    throw new Error(`${file} is no memory of a sandbox. Move it away, or name another file.`, { cause })
  }
  takeOver(world, kept)
}

/** Answers a function that writes down what is known now, if anything changed since it was last called. */
export function rememberIn(world: World, file: string): () => void {
  let last = Buffer.alloc(0)
  return () => {
    const now = serialize(keptOf(world))
    if (now.equals(last)) return
    // Through a second file: a sandbox that is killed meanwhile leaves the older memory whole.
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
