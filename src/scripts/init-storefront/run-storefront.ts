import { mkdirSync, readdirSync, rmdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { type FileChange, writeFiles } from "../init/files"
import type { InitFlags } from "../init/flags"
import { approveChanges } from "../init/run-init"
import { compilerOf, managerOf, shown, uninstallCommand } from "../init/store-folder"
import { say } from "../init/terminal"
import { findStorefront, installKit, KIT, typeErrors } from "./packages"
import { type Plan, planStorefront, type Result } from "./plan"
import { readStorefront } from "./read-storefront"

type Flags = Pick<InitFlags, "dryRun" | "yes">

/** Adds lease-to-own to a storefront that came from one of Medusa's starters. Returns whether nothing is left to do and the types are right. */
export async function initStorefront(named: string | undefined, flags: Flags): Promise<boolean> {
  const folder = findStorefront(named)
  const plan = planIn(folder)
  if (!(await carryOut(folder, plan, flags))) return false
  for (const result of plan.results) sayResult(result, flags.dryRun ? "to write" : "written")
  if (flags.dryRun) return sayDryRun()
  const isInstalled = await installKit(folder, flags)
  const isComplete = plan.results.every(({ state }) => state !== "by_hand")
  const areTypesRight = isInstalled && sayTypes(folder)
  if (isComplete && areTypesRight) say("Start the storefront, choose Lease-to-own in the checkout, and apply.")
  return isComplete && areTypesRight
}

/** Removes what `initStorefront` added. Returns whether it could remove everything. */
export async function undoStorefront(named: string | undefined, flags: Flags): Promise<boolean> {
  const folder = findStorefront(named)
  const plan = planIn(folder, { undo: true })
  if (!plan.results.length) say("OK   There is nothing to undo.")
  if (!(await carryOut(folder, plan, flags))) return false
  for (const result of plan.results) sayResult(result, flags.dryRun ? "to remove" : "removed")
  if (flags.dryRun) return sayDryRun()
  if (plan.changes.length) say(`To remove the packages as well: ${uninstallCommand(managerOf(folder), ...KIT)}`)
  return plan.results.every(({ state }) => state !== "by_hand")
}

function planIn(folder: string, options?: { undo: boolean }): Plan {
  // TypeScript 7 can't read files for others, but a store has an older one.
  const ts = compilerOf({ folder }) ?? compilerOf({ folder: process.cwd() })
  if (!ts)
    throw new Error(
      `Install the packages of the storefront in ${folder} first. Its TypeScript is needed to read the files.`,
    )
  const plan = planStorefront(readStorefront(ts, folder), options)
  if (plan) return plan
  throw new Error(
    `The storefront in ${folder} doesn't have the functions of Medusa's Next.js starters. Nothing was changed. Follow docs/storefront.md in the plugin's package.`,
  )
}

/** Shows the changes and makes them. Returns false if the merchant disagrees. */
async function carryOut(folder: string, { changes }: Plan, flags: Flags): Promise<boolean> {
  const files = changes.map(({ path, ...texts }): FileChange => ({ path: join(folder, path), ...texts }))
  if (!(await approveChanges(files, flags))) return false
  if (flags.dryRun) return true
  for (const { path, before } of files) if (before === undefined) mkdirSync(dirname(path), { recursive: true })
  writeFiles(files, { mode: 0o666 & ~process.umask() })
  for (const { path, after } of files) if (after === undefined) removeEmpty(dirname(path))
  return true
}

/** Removes a folder and those above it as long as they are empty. */
function removeEmpty(folder: string): void {
  if (readdirSync(folder).length > 0) return
  rmdirSync(folder)
  removeEmpty(dirname(folder))
}

function sayResult(result: Result, changed: string): void {
  if (result.state === "by_hand") {
    say(`TODO ${result.title}: ${result.why}`)
    for (const line of result.code.split(/\r?\n/)) say(line && `       ${line}`)
  } else say(`OK   ${result.title}: ${result.path} (${result.state === "change" ? changed : "is already there"})`)
}

function sayDryRun(): true {
  say("Dry run: nothing was changed.")
  return true
}

/** Runs the storefront's compiler. Returns whether the lines with lease-to-own have no errors. The starters have errors of their own. */
function sayTypes(folder: string): boolean {
  const errors = typeErrors(folder)
  const inserted = planIn(folder, { undo: true }).changes
  const ours = errors.filter((error) => inserted.some((change) => isInserted(error, change)))
  const counts = `${ours.length} in lines with lease-to-own, ${errors.length - ours.length} in other lines`
  say(`${ours.length ? "FAIL" : "OK  "} types: Errors of tsc --noEmit in ${shown(folder)}: ${counts}`)
  for (const error of ours) say(`     ${error}`)
  return ours.length === 0
}

/** Whether a compiler's error is in a line that an undo would remove. */
function isInserted(error: string, { path, before = "", after = "" }: Plan["changes"][number]): boolean {
  if (!error.startsWith(`${path}(`)) return false
  const line = before.split("\n")[Number.parseInt(error.slice(path.length + 1), 10) - 1] ?? ""
  return !after.split("\n").includes(line)
}
