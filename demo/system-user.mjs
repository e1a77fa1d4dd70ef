import { createHash } from "node:crypto"
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"

/**
 * Who Postgres runs as. It refuses to run as root, so root starts it as the system's user `nobody`; no user is created.
 *
 * @returns {{ uid: number, gid: number } | undefined} nothing when it runs as ourselves
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = (readPasswd().find((line) => line.startsWith("nobody:")) ?? "").split(":")
  return { uid: idOf(uid), gid: idOf(gid) }
}

/** Some systems write -2; where there is no `nobody` the customary number does. */
function idOf(/** @type {string | undefined} */ text) {
  return text ? Number(text) >>> 0 : 65_534
}

function readPasswd() {
  try {
    return readFileSync("/etc/passwd", "utf8").split("\n")
  } catch {
    return []
  }
}

/**
 * Whether other users may walk down to this folder; a checkout in root's home, for one, is closed to them.
 *
 * @param {string} folder existing or not; only its existing ancestors are looked at
 */
export function isEnterableByOthers(folder) {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && (found.mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}

/**
 * A folder in the system's place for temporary files that keeps its name from run to run and belongs to us. A name that
 * somebody else has taken is not used.
 *
 * @param {string} purpose part of the name
 * @param {string} key what the name is derived from
 */
export function ownTempFolder(purpose, key) {
  const temp = [tmpdir(), "/tmp"].find(isEnterableByOthers) ?? tmpdir()
  const folder = join(temp, `lease-to-own-${purpose}-${createHash("sha256").update(key).digest("hex").slice(0, 12)}`)
  mkdirSync(folder, { recursive: true })
  const found = lstatSync(folder)
  if (found.isDirectory() && found.uid === process.getuid?.()) return open(folder)
  return open(mkdtempSync(join(temp, `lease-to-own-${purpose}-`)))
}

function open(/** @type {string} */ folder) {
  chmodSync(folder, 0o755)
  return folder
}
