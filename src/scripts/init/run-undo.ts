import { basename, join } from "node:path"
import { PLUGIN } from "./config-shape"
import { removeFromConfig } from "./config-undo"
import { removeFromEnv } from "./env-file"
import { readText, writeFiles } from "./files"
import type { InitFlags } from "./flags"
import { approveChanges } from "./run-init"
import { compilerOf, findStore, type StoreFolder, uninstallCommand } from "./store-folder"
import { runPart } from "./store-process"
import type { StoreReport } from "./store-results"
import { say } from "./terminal"

/** Takes back what `init` did in the store of the current folder. Returns whether it could. Refuses while the store has leases. */
export async function runUndo(flags: Pick<InitFlags, "dryRun" | "yes">): Promise<boolean> {
  const store = findStore(process.cwd())
  if (!store.hasPlugin) throw new Error(`${PLUGIN} is not installed for the store in ${store.folder}.`)
  const before = readText(store.config) ?? ""
  const after = withoutPlugin(store, before)
  const envPath = join(store.folder, ".env")
  const env = readText(envPath)
  const changes = [
    { path: store.config, before, after },
    { path: envPath, before: env, after: env === undefined ? env : removeFromEnv(env) },
  ].filter((change) => change.before !== change.after)
  if (!changes.length) return sayNothing()
  if (!(await approveChanges(changes, flags))) return false
  if (flags.dryRun) return sayDryRun()
  if (after !== before && !(await leaveRegions(store))) return false
  writeFiles(changes)
  for (const { path } of changes) say(`OK   ${basename(path)}: the plugin's lines were removed`)
  const uninstall = uninstallCommand(store.manager, PLUGIN)
  say(`Its tables stay in the database. To remove the package as well: ${uninstall}`)
  return true
}

function withoutPlugin(store: StoreFolder, text: string): string {
  const compiler = compilerOf(store)
  const file = basename(store.config)
  const removed = compiler
    ? removeFromConfig(compiler, file, text)
    : { reason: "the store doesn't have TypeScript installed, which is needed to read it" }
  if ("text" in removed) return removed.text
  throw new Error(
    `Nothing was changed. init can't edit ${file}: ${removed.reason}. Remove the plugin's lines there yourself.`,
  )
}

/** Turns lease-to-own off while the store still has the plugin. Returns whether that was possible. */
async function leaveRegions(store: StoreFolder): Promise<boolean> {
  const { lines, failed } = await runPart<StoreReport>(store, "undo").catch((error: Error): never => {
    throw new Error(
      `Nothing was changed, because the store doesn't start, so its leases aren't known:\n${error.message}`,
    )
  })
  for (const line of lines) say(line)
  return failed === 0
}

function sayNothing(): true {
  say("OK   There is nothing to undo.")
  return true
}

function sayDryRun(): true {
  say(
    "\nDry run: nothing was changed. Without --dry-run, lease-to-own is turned off in all regions first, unless the store has leases.",
  )
  return true
}
