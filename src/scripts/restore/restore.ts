import type { Query } from "../../medusa/read/carts"
import type { LedgerDeps } from "../../modules/lease"
import { DAY_MS, recordRestore } from "../../modules/lease/ledger"
import { accountOf } from "../payouts/account"
import { messageOf, Unreadable } from "../payouts/unreadable"
import { Findings } from "./findings"
import { findInMedusa } from "./medusa-rows"
import { compareList, type OperatorList, openList } from "./operator-list"
import { ReadingBack, type Wanted } from "./read-back"

/** How long before the restore a lease that isn't held may last have changed, so that its application may have been used or its goods returned since. */
const READ_FOR_MS = 180 * DAY_MS

export type Words = { time: string; list?: string; account?: string; release?: string }
type Given = { deps: LedgerDeps; query: Query }

/**
 * After the database was set back to an earlier time: holds each lease that isn't over, reads it back at the service, and lets go those that agree.
 * Finds the leases that the store doesn't have. Sends nothing but readings. Safe to repeat, also after it was interrupted. Returns whether nothing is
 * left to do.
 */
export async function restore(given: Given, words: Words, say: (line: string) => void): Promise<boolean> {
  const begun = { isHeld: false }
  try {
    return await run(given, words, { say, begun })
  } catch (error) {
    say(messageOf(error))
    say(
      begun.isHeld ? "This was interrupted. The leases that are held stay held. Run it again." : "Nothing was changed.",
    )
    return false
  }
}

type Running = { say: (line: string) => void; begun: { isHeld: boolean } }

async function run({ deps, query }: Given, words: Words, { say, begun }: Running): Promise<boolean> {
  const time = new Date(words.time)
  const wanted = await wantedOf(deps, words.release)
  const list = words.list === undefined ? null : await openList(words.list, accountOf(deps, words.account))
  const held = await recordRestore(deps, time)
  begun.isHeld = true
  say(
    `The database was restored to ${words.time}. ${count(held, "more lease is", "more leases are")} held. What the operator reports:`,
  )
  const findings = new Findings(say)
  const reading = new ReadingBack(deps, wanted, findings)
  await reading.all(deps.store.holds.toReadBack(new Date(time.getTime() - READ_FOR_MS)))
  await findInMedusa(query, deps, findings)
  if (list) await reportList(deps, list, { reading, findings })
  findings.explain()
  return await conclude(deps, { reading, findings, list })
}

/** Throws Unreadable for a reference that no lease has. */
async function wantedOf({ store, options }: LedgerDeps, release = ""): Promise<Wanted> {
  if (release === "all") return { all: true, references: new Set() }
  const names = release
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const found = await store.payouts.named({ names, orderNumbers: [] }, options.timeZone)
  const references = new Set(found.map(({ reference }) => reference))
  const unknown = names.filter((name) => !references.has(name))
  if (unknown.length) throw new Unreadable(`There is no lease ${unknown.join(", ")}.`)
  return { all: false, references }
}

type Found = { reading: ReadingBack; findings: Findings }

async function reportList(deps: LedgerDeps, list: OperatorList, { reading, findings }: Found): Promise<void> {
  const { lines, ended } = await compareList(list, deps, { read: reading.read, findings })
  if (list.status === null) findings.say("The list has no column named Status, so only unknown leases were looked for.")
  findings.say(`The list has ${count(lines, "line", "lines")}. ${ended} of them are unknown here and have no contract.`)
}

async function conclude(
  { store }: LedgerDeps,
  { reading, findings, list }: Found & { list: OperatorList | null },
): Promise<boolean> {
  const { say } = findings
  const unread = reading.unread()
  const held = await store.holds.count()
  for (const { account_id, unread: leases, why } of unread)
    say(
      `${count(leases, "lease", "leases")} of ${account_id ?? "the first account"} could not be read: ${why} Run this again.`,
    )
  if (!list)
    say(
      "Ask the operator for a list of all leases since that time as a CSV file, and run this again with --operator-list FILE.",
    )
  say(`${count(reading.released, "lease was", "leases were")} released.`)
  say(
    held
      ? `${count(held, "lease is", "leases are")} held, and nothing is sent for them. Staff find them in the dashboard: Leases, tab Needs attention, "Held until checked".`
      : "No lease is held.",
  )
  return held === 0 && unread.length === 0 && findings.total === 0
}

/** Writes a number with its noun. */
export function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
