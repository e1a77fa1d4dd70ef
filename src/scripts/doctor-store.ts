import type { LedgerDeps } from "../modules/lease"
import { checkStore, recordCopy, recordSameStore } from "../modules/lease/ledger"
import { storeHeldText } from "../modules/lease/texts/store-held"
import { count } from "./restore/restore"

/** What the doctor prints. `failed` is how many things are wrong. */
export type Report = { lines: string[]; failed: number }

/** What staff say about a database that isn't the one it was. Each ends the hold of the whole store. */
const COMMANDS = {
  "same-store": async (deps) => {
    const { held_since } = await recordSameStore(deps)
    return {
      lines: [`This database is now recorded as the store's own.${held_since ? "" : " Calls continue."}`],
      failed: 0,
    }
  },
  copy: async (deps) => {
    const copy = await recordCopy(deps)
    if (!copy) return { lines: [NOT_HELD], failed: 1 }
    const lines = [
      `Because this database is a copy, ${count(copy.closed, "open call is", "open calls are")} now permanently closed, and ${count(copy.held, "lease is", "leases are")} now permanently held.`,
      "New leases work as usual, with the accounts in this store's options.",
    ]
    return { lines, failed: 0 }
  },
} as const satisfies Record<string, (deps: LedgerDeps) => Promise<Report>>

/** A copied disk has the mark of the original, so only its options can tell them apart. */
const NOT_HELD =
  "Nothing was changed, because this looks like the original store, whose open calls would be lost. If it is a copy, set holdCalls: true in the plugin's options here, and run this again."

/** Returns what is wrong with the store's database, or null if calls can be made and recorded there. */
export async function databaseProblem(deps: LedgerDeps): Promise<string | null> {
  if (await deps.store.holds.isStandby())
    return "Some of the store's queries go to a standby, which lags behind and is read-only. Set databaseUrl to the primary, and turn off read distribution in your database proxy."
  const held = await checkStore(deps)
  return held && storeHeldText(held)
}

export function isStoreCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name)
}

/** Carries out a command and returns what it did. It fails if option `holdCalls` still holds the store. */
export async function reportStore(deps: LedgerDeps, name: keyof typeof COMMANDS): Promise<Report> {
  const { lines, failed } = await COMMANDS[name](deps)
  const mark = await deps.store.holds.read()
  const held = mark?.held_since ? [storeHeldText(mark)] : []
  return { lines: [...lines, ...held].map((line) => `lease-to-own: ${line}`), failed: failed + held.length }
}
