import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { deserialize, serialize } from "node:v8"
import type { JournalEntry } from "./journal"
import type { World } from "./world"

/** What outlives a restart. People do not: the next application of the same person counts as the first. */
type Kept = Pick<World, "leases" | "contracts" | "oneTime"> &
  Partial<Pick<World, "widgets">> & { aheadMs: number; journal: JournalEntry[] }

/** Puts back what the sandbox knew when it last ran; nothing when there is no file yet. Throws on a file that it did not write. */
export function recall(world: World, file: string): void {
  if (!existsSync(file)) return
  let kept: Kept
  try {
    kept = deserialize(readFileSync(file))
  } catch (cause) {
    throw new Error(`${file} is no memory of a sandbox. Move it away, or name another file.`, { cause })
  }
  const { leases, contracts, oneTime, widgets = new Map() } = kept
  Object.assign(world, { leases, contracts, oneTime, widgets })
  world.clock.moveTo(kept.aheadMs)
  world.journal.refill(kept.journal)
}

/** Answers a function that writes down what is known now, if anything changed since it was last called. */
export function rememberIn(world: World, file: string): () => void {
  let last = Buffer.alloc(0)
  return () => {
    const { leases, contracts, oneTime, widgets, clock, journal } = world
    const now = serialize({
      leases,
      contracts,
      oneTime,
      widgets,
      aheadMs: clock.aheadMs(),
      journal: journal.entries(),
    } satisfies Kept)
    if (now.equals(last)) return
    // Through a second file: a sandbox that is killed meanwhile leaves the older memory whole.
    writeFileSync(`${file}.new`, now, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    last = now
  }
}
