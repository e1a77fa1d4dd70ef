import { execFile } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { withFolderLock } from "../folder-lock.mjs"
import { findNpm } from "../install.mjs"
import { absoluteLinks } from "./absolute-links.mjs"
import { readReleased, repositoryAddress } from "./released.mjs"

const execute = promisify(execFile)
const MAX_OUTPUT = 16 * 1024 * 1024

/**
 * @typedef {{ manifest: import("./released.mjs").Manifest, tarball: string, folder: string }} Packed `tarball`: path; `folder`: what is in it,
 *   unpacked
 */

/**
 * Makes the tarballs of a release: each as `npm pack` makes it, but for the links of its README and its changelog.
 *
 * @param {string} root
 * @param {string} folder for the tarballs; empty or missing
 * @returns {Promise<Packed[]>} in the order in which they can be published
 */
export async function packAll(root, folder) {
  mkdirSync(folder, { recursive: true })
  const address = repositoryAddress(root)
  /** @type {Packed[]} */
  const packed = []
  // The plugin's build wipes its folder: one at a time on a machine.
  await withFolderLock(
    join(root, ".cache", "pack.lock"),
    () => {},
    async () => {
      for (const { folder: from, manifest } of readReleased(root)) {
        const unpacked = join(folder, "unpacked", manifest.name)
        await unpack(await pack(join(root, from), join(folder, "plain")), unpacked)
        const to = { address, tag: `v${manifest.version}` }
        rewrite(join(unpacked, "README.md"), (text) => absoluteLinks(text, { ...to, folder: from }))
        rewrite(join(unpacked, "CHANGELOG.md"), (text) => absoluteLinks(text, { ...to, folder: "." }))
        packed.push({ manifest, folder: unpacked, tarball: await pack(unpacked, folder, "--ignore-scripts") })
      }
    },
  )
  return packed
}

/**
 * `npm pack` in a folder.
 *
 * @param {string} from @param {string} to @param {string[]} options
 * @returns {Promise<string>} path of the tarball
 */
async function pack(from, to, ...options) {
  mkdirSync(to, { recursive: true })
  const before = new Set(readdirSync(to))
  await npm(["pack", "--loglevel=error", `--pack-destination=${to}`, ...options], { cwd: from })
  const made = readdirSync(to).filter((name) => name.endsWith(".tgz") && !before.has(name))
  if (made.length !== 1)
    throw new Error(`npm pack in ${from} made ${made.length} new tarballs in ${to}. Empty that folder.`)
  return join(to, String(made[0]))
}

/**
 * Runs npm quietly.
 *
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>} what it printed; it throws with what npm said when npm fails
 */
export async function npm(args, { cwd, env = process.env }) {
  const { command, args: before, shell } = findNpm(process.env, process.execPath, existsSync)
  // The surrounding npm's settings of one command, such as a chosen workspace, are not meant for this one.
  const own = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_(?!config_)|^npm_config_(workspace|dry_run)/.test(name)),
  )
  const { stdout } = await execute(command, [...before, ...args], { cwd, env: own, shell, maxBuffer: MAX_OUTPUT })
  return stdout
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, "utf8")))
}

/**
 * Unpacks a tarball as npm does.
 *
 * @param {string} tarball
 * @param {string} folder made when missing
 */
export async function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true })
  await execute("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
}
