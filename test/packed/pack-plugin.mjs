import { execFile } from "node:child_process"
import { mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { executable, readCommandLine, terminalEnvironment } from "./command-line.mjs"

const execute = promisify(execFile)

/**
 * Makes the package by the README's command lines: compiled again, and packed.
 *
 * @param {string[]} lines @param {string} folder where the tarball is to lie, empty
 * @returns {Promise<string>} path of the tarball
 */
export async function packPlugin(lines, folder) {
  mkdirSync(folder, { recursive: true })
  const env = terminalEnvironment({ npm_config_pack_destination: folder, npm_config_loglevel: "error" })
  for (const line of lines) {
    const { program, args } = readCommandLine(line)
    const { command, args: all } = executable(program, args, ".")
    await execute(command, all, { env, maxBuffer: 16 * 1024 ** 2 })
  }
  const [tarball, ...others] = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  if (!tarball || others.length > 0) throw new Error("The README's lines make not exactly one package.")
  return join(folder, tarball)
}

/** Unpacks a tarball as npm does. @param {string} tarball @param {string} folder made when missing */
export async function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true })
  await execute("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
}

/** Paths of all files below a folder, from there, with forward slashes. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)).map((file) => `${entry.name}/${file}`) : [entry.name],
  )
}
