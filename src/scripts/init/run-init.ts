import { basename, join } from "node:path"
import { collectAnswers } from "./account"
import { USUAL_SOURCES } from "./catalog"
import { addToConfig, type ConfigEdit, linesFor, type WrittenOptions } from "./config-edits"
import { PLUGIN } from "./config-shape"
import { ACCOUNT_NAMES, type AccountName, addToEnv, isSameValue, readEnv } from "./env-file"
import { checkWritable, diffOf, type FileChange, readText, writeFiles } from "./files"
import type { InitFlags } from "./flags"
import { NO_REGION, pickRegions } from "./regions"
import { compilerOf, findStore, installCommands, isTooOld, type StoreFolder, shown } from "./store-folder"
import { isCommitted, migrate, NoDatabase, runAgain, runPart, runShown } from "./store-process"
import type { StoreFacts, StoreReport } from "./store-results"
import { ask, confirm, isTerminal, say } from "./terminal"

/** Sets up the plugin in the store of the current folder. Returns whether the doctor finds nothing wrong. Whatever is there already stays. */
export async function runInit(flags: InitFlags): Promise<boolean> {
  const store = findStore(process.cwd())
  if (isTooOld(store) || !store.hasPlugin) return installFirst(store, flags)
  say(`OK   store: ${shown(store.config)}, Medusa ${store.medusa}, ${store.manager}`)
  const files = readFiles(store)
  const place = placer(store, flags, files.config)
  const { isPlaced } = place
  const { account, operator } = await collectAnswers(flags, { names: missingNames(files, isPlaced), isPlaced })
  for (const line of keptLines(flags, files, isPlaced)) say(line)
  const { facts, hasDatabase } = await readStore(store)
  if (facts && !isPlaced) say(sourcesLine(facts))
  const regions = await chooseRegions(facts, flags)
  const config = isPlaced ? files.config : place({ operator, product: facts?.product ?? USUAL_SOURCES })
  const changes = [
    { path: files.envPath, before: files.env, after: addToEnv(files.env, account) },
    { path: store.config, before: files.config, after: config },
  ].filter(({ before, after }) => before !== after)
  if (!(await approveChanges(changes, flags))) return false
  if (flags.dryRun) return sayPlan(regions)
  writeFiles(changes)
  sayWritten(store, changes)
  if (!hasDatabase) throw new Error("The rest needs the store's database. Start it, and run this again.")
  say("     Running medusa db:migrate …")
  await migrate(store)
  say("OK   database: The tables exist.")
  say("     Starting the store to turn on lease-to-own and to run the doctor …")
  const { lines, failed } = await runPart<StoreReport>(store, "finish", regions)
  for (const line of lines) say(line)
  if (!failed) say("Start the store: npx medusa develop")
  return failed === 0
}

/**
 * Installs the plugin and, with `--upgrade`, a newer Medusa, and goes on with the installed plugin. Throws with the command lines to run if the
 * merchant doesn't allow it.
 */
async function installFirst(store: StoreFolder, flags: InitFlags): Promise<boolean> {
  const old = isTooOld(store)
  const needs = old
    ? `The store has Medusa ${store.medusa}, and the plugin needs ${old.oldest} or a later 2.x.`
    : `${PLUGIN} is not installed for the store in ${store.folder}.`
  const commands = installCommands(store)
  if (!commands) throw new Error(`${needs} Upgrade it as described in Medusa's release notes, and run this again.`)
  const isAllowed = async () =>
    old ? flags.upgrade : flags.yes || (isTerminal() && (await confirm(`${needs} Run ${commands.join(" and ")}?`)))
  if (flags.dryRun || !(await isAllowed())) {
    const lines = commands.map((line) => `  ${line}`).join("\n")
    throw new Error(
      `${needs} ${old ? "Upgrade it with --upgrade" : "Install it with --yes"}, or in ${shown(store.folder)}:\n${lines}`,
    )
  }
  for (const line of commands) {
    say(`$ ${line}`)
    runShown(store, line)
  }
  const after = findStore(store.folder)
  if (isTooOld(after)) throw new Error(`The store still has Medusa ${after.medusa}.`)
  return runAgain(after, flags)
}

type StoreFiles = { config: string; envPath: string; env: string | undefined }

function readFiles({ folder, config }: StoreFolder): StoreFiles {
  const envPath = join(folder, ".env")
  return { config: readText(config) ?? "", envPath, env: readText(envPath) }
}

type Placed = Pick<WrittenOptions, "product"> & { operator: WrittenOptions["operator"] | undefined }

/**
 * Returns a function that adds the plugin to the configuration's text, and whether it is there already. Throws with the lines to write if the
 * configuration can't be edited.
 */
function placer(store: StoreFolder, flags: InitFlags, text: string) {
  const { mode, salesTax, operator: name, contact = "help@leasing.example" } = flags
  const compiler = compilerOf(store)
  const file = basename(store.config)
  const edit = ({ operator = { name, contact }, product }: Placed): string => {
    const timeZone = ownTimeZone()
    const options = { mode, operator, product, timeZone, ...(salesTax === "by_operator" && { salesTax }) }
    const edited: ConfigEdit = compiler
      ? addToConfig(compiler, file, text, options)
      : {
          reason: "the store doesn't have TypeScript installed, which is needed to read it",
          lines: linesFor(file, text, options),
        }
    if ("text" in edited) return edited.text
    if (!compiler && !edited.lines.length) return text
    const lines = edited.lines.length
      ? `Add these lines there, and run this again:\n\n${edited.lines.join("\n")}\n`
      : ""
    throw new Error(`Nothing was changed. init can't edit ${file}: ${edited.reason}.\n${lines}`.trimEnd())
  }
  const isPlaced = edit({ operator: undefined, product: USUAL_SOURCES }) === text
  return Object.assign(edit, { isPlaced })
}

/** Returns this computer's time zone if it is American, as a merchant's own is. Servers often have UTC, which says nothing about the store. */
function ownTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(America\/|Pacific\/Honolulu)/.test(timeZone) ? timeZone : undefined
}

/** The account's settings that neither `.env` has nor, if the plugin is set up already, the configuration does without. */
function missingNames({ config, env = "" }: StoreFiles, isPlaced: boolean): AccountName[] {
  const known = readEnv(env)
  const isRead = (name: AccountName) => !isPlaced || (config.includes(`process.env.${name}`) && !process.env[name])
  return ACCOUNT_NAMES.filter((name) => known[name] === undefined && isRead(name))
}

/** Names what the merchant gave on the command line and that doesn't replace what is there. */
function keptLines(flags: InitFlags, { env = "" }: StoreFiles, isPlaced: boolean): string[] {
  const known = readEnv(env)
  const given = { LEASE_BASE_URL: flags.baseUrl, LEASE_USERNAME: flags.username, LEASE_PASSWORD: flags.password }
  const kept = ACCOUNT_NAMES.filter((name) => given[name] && known[name] && !isSameValue(known[name], given[name]))
  const isOption = (word: string) => /^--(operator|contact|mode|sales-tax)\b/.test(word)
  return [
    ...kept.map((name) => `WARN .env: ${name} already has a different value, which was kept. Change it there.`),
    ...(isPlaced && flags.args.some(isOption)
      ? ["WARN medusa-config: The plugin is already there, and its options were kept. Change them there."]
      : []),
  ]
}

/** Returns what the store's catalog and regions are. They are undefined if the store doesn't start, for example without its tables. */
async function readStore(store: StoreFolder): Promise<{ facts?: StoreFacts; hasDatabase: boolean }> {
  say("     Starting the store to read its products and regions …")
  try {
    return { facts: await runPart<StoreFacts>(store, "read"), hasDatabase: true }
  } catch (error) {
    say("WARN catalog: The store doesn't start, so its products and regions aren't known:")
    for (const line of (error as Error).message.split("\n").slice(-5)) say(`     ${line}`)
    return { hasDatabase: !(error instanceof NoDatabase) }
  }
}

function sourcesLine({ product, products }: StoreFacts): string {
  const names = (sources: WrittenOptions["product"]["brand"] = []) =>
    sources
      .map((source) =>
        "value" in source ? `"${source.value}"` : "metadata" in source ? `metadata ${source.metadata}` : source.from,
      )
      .join(", else ")
  const all = Object.entries(product).map(([what, sources]) => `${what} from ${names(sources)}`)
  return `OK   catalog: ${products} published products; ${all.join("; ")}`
}

/** Returns the IDs of the regions that get lease-to-own. */
async function chooseRegions(
  facts: StoreFacts | undefined,
  { regions: words, dryRun, yes }: InitFlags,
): Promise<string[]> {
  if (!facts) return words
  const picked = pickRegions(facts.regions, words)
  const ids = picked.map(({ id }) => id)
  const isClear = words.length > 0 || picked.length < 2 || picked.some(({ on }) => on)
  if (isClear || dryRun || yes || !isTerminal()) return ids
  say("Lease-to-own can be turned on in these regions:")
  for (const { id, name } of picked) say(`  ${id}  ${name}`)
  const check = (answer: string) => {
    const unknown = wordsOf(answer).find((word) => !ids.includes(word))
    return unknown && `${unknown} isn't one of them.`
  }
  const answer = wordsOf(await ask("Which ones? Enter IDs, or press Enter for all:", { check }))
  return answer.length ? answer : ids
}

function wordsOf(answer: string): string[] {
  return answer.split(/[\s,]+/).filter(Boolean)
}

/** Shows what will change. Returns whether the merchant agrees. */
export async function approveChanges(
  changes: readonly FileChange[],
  { yes, dryRun }: Pick<InitFlags, "yes" | "dryRun">,
): Promise<boolean> {
  for (const change of changes) {
    checkWritable(change)
    const { path, before, after } = change
    const isSecret = basename(path) === ".env"
    say(`\n${shown(path)}`)
    for (const line of diffOf(before, after, { around: !isSecret }))
      say(isSecret ? line.replace(/(LEASE_PASSWORD=).*/, "$1…") : line)
  }
  if (!changes.length || dryRun) return true
  say("")
  if (yes || !isTerminal() || (await confirm("Write this?"))) return true
  say("Nothing was changed.")
  return false
}

function sayPlan(regions: readonly string[]): true {
  say("\nDry run: nothing was changed. Without --dry-run, init then runs medusa db:migrate,")
  say(
    regions.length
      ? `turns lease-to-own on in ${regions.join(", ")}, and runs the doctor.`
      : `and runs the doctor. ${NO_REGION}`,
  )
  return true
}

function sayWritten(store: StoreFolder, changes: readonly FileChange[]): void {
  for (const { name, path } of [
    { name: ".env", path: join(store.folder, ".env") },
    { name: basename(store.config), path: store.config },
  ]) {
    const isWritten = changes.some((change) => change.path === path)
    say(`OK   ${name}: ${isWritten ? "written" : "already has everything"}`)
  }
  if (isCommitted(store))
    say("WARN .env: Git doesn't ignore this file, which contains your password. Add .env to .gitignore.")
}
