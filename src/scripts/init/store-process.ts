import { spawn, spawnSync } from "node:child_process"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { medusaIn } from "../run-in-store"
import { PLUGIN } from "./config-shape"
import type { InitFlags } from "./flags"
import { installedAt, type StoreFolder } from "./store-folder"
import { RESULT, type Result } from "./store-results"

/** How many lines of a failed command are shown. */
const SHOWN = 15

/** How long a store may take to start and answer, on a slow machine (ms). */
const STARTS_WITHIN_MS = 180_000

/** Medusa logs this after a minute and keeps trying. */
const UNREACHED = "Pg connection failed to connect to the database"

/** Thrown if the store can't reach its database. */
export class NoDatabase extends Error {}

type Ended = { status: number | null; output: string }

/** Runs Medusa's own command line in the store, and keeps what it prints. */
function runMedusa({ folder }: StoreFolder, args: readonly string[], timeout?: number): Promise<Ended> {
  const env = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn", NO_COLOR: "1" }
  // Without an input, Medusa doesn't ask questions that nobody would see.
  const child = spawn(process.execPath, [medusaIn(folder), ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout,
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text
      if (output.includes(UNREACHED)) child.kill()
    })
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (status) => {
      if (output.includes(UNREACHED)) reject(new NoDatabase(tailOf(output)))
      else resolve({ status, output })
    })
  })
}

/** Runs a part of `init-store` with the store's container. Throws with the store's output if it doesn't start, or if the part fails. */
export async function runPart<Part extends Result>(
  store: StoreFolder,
  what: string,
  words: readonly string[] = [],
): Promise<Part> {
  const { output } = await runMedusa(
    store,
    ["exec", join(__dirname, "..", "init-store.js"), what, ...words],
    STARTS_WITHIN_MS,
  )
  const line = output
    .split("\n")
    .filter((each) => each.startsWith(RESULT))
    .at(-1)
  if (!line) throw new Error(tailOf(output) || "The store didn't respond within three minutes.")
  return JSON.parse(line.slice(RESULT.length))
}

/** Creates the plugin's tables. Throws with Medusa's output if it fails. Doesn't remove links of the store that Medusa would ask about. */
export async function migrate(store: StoreFolder): Promise<void> {
  const { status, output } = await runMedusa(store, ["db:migrate", "--execute-safe-links"])
  if (status !== 0) throw new Error(`medusa db:migrate failed:\n${tailOf(output)}`)
}

/** Returns the last lines that a failed command printed, without colors and stack traces. */
function tailOf(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => line.trim() && !/^\s+at /.test(line))
  return lines.slice(-SHOWN).join("\n")
}

/** Runs a command line of the merchant's package manager in the store's folder, with its output on the terminal. */
export function runShown({ folder }: Pick<StoreFolder, "folder">, line: string): void {
  // On Windows, package managers are scripts, which only a shell can start.
  const { status, error } = spawnSync(line, { cwd: folder, shell: true, stdio: "inherit" })
  if (error) throw error
  if (status !== 0) throw new Error(`${line} exited with status ${status}.`)
}

/** Runs this command again in a process of its own, which finds the store's new packages. Returns whether it succeeds. */
export function runAgain({ folder }: StoreFolder, { args, password }: Pick<InitFlags, "args" | "password">): boolean {
  const command = join(installedAt(folder, PLUGIN) ?? "", ".medusa/server/src/command.js")
  const env = { ...process.env, ...(password !== undefined && { LEASE_PASSWORD: password }) }
  const { status } = spawnSync(process.execPath, [command, "init", ...args], { cwd: folder, env, stdio: "inherit" })
  return status === 0
}

/** Whether git would commit the store's `.env` file. False without git, and in a folder without a repository. */
export function isCommitted({ folder }: StoreFolder): boolean {
  return spawnSync("git", ["check-ignore", "--quiet", ".env"], { cwd: folder }).status === 1
}
