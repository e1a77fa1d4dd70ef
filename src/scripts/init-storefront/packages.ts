import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { InitFlags } from "../init/flags"
import { addCommand, installedAt, managerOf, ownPackage, shown } from "../init/store-folder"
import { runShown } from "../init/store-process"
import { confirm, isTerminal, say } from "../init/terminal"

/** The storefront kit's packages. */
export const KIT = ["lease-to-own-storefront", "lease-to-own-react"]

type Manifest = { dependencies?: Record<string, string> }

/** Returns the named folder, or else the storefront in this folder or next to it. Throws if it isn't a Next.js storefront. */
export function findStorefront(named: string | undefined): string {
  const usual = [".", "../storefront", "apps/storefront", "storefront"]
  const folders = (named === undefined ? usual : [named]).map((folder) => resolve(folder))
  const found = folders.find((folder) => manifestOf(folder).dependencies?.next)
  if (found) return found
  throw new Error(
    named === undefined
      ? "There is no Next.js storefront in this folder or next to it. Specify its folder: init --storefront FOLDER"
      : `There is no Next.js storefront in ${named}.`,
  )
}

function manifestOf(folder: string): Manifest {
  const file = join(folder, "package.json")
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

/** Installs the kit's packages if the merchant agrees. Returns whether they are installed. */
export async function installKit(folder: string, { yes }: Pick<InitFlags, "yes">): Promise<boolean> {
  const isInstalled = () => KIT.every((name) => installedAt(folder, name))
  if (!isInstalled()) {
    const line = addCommand(managerOf(folder), ...KIT.map((name) => ownPackage(name, folder, process.cwd())))
    if (!yes && !(isTerminal() && (await confirm(`Run ${line} in ${shown(folder)}?`)))) {
      say(`TODO packages: In ${shown(folder)}, run ${line}`)
      return false
    }
    say(`$ ${line}`)
    runShown({ folder }, line)
    if (!isInstalled()) throw new Error(`${KIT.join(" and ")} are still not installed in ${folder}.`)
  }
  say(`OK   packages: ${KIT.join(" and ")} are installed`)
  return true
}

/** Returns the errors of the storefront's own compiler, one a line. Throws if it can't run. */
export function typeErrors(folder: string): string[] {
  const compiler = installedAt(folder, "typescript")
  if (!compiler) throw new Error(`The storefront in ${folder} has no TypeScript to check the types.`)
  const args = [join(compiler, "bin/tsc"), "--noEmit", "--incremental", "false", "--pretty", "false", "-p", "."]
  const { status, stdout, error } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  if (error) throw error
  const errors = stdout.split(/\r?\n/).filter((line) => line.includes("error TS"))
  if (status !== 0 && errors.length === 0) throw new Error(`tsc exited with status ${status}:\n${stdout}`)
  return errors
}
