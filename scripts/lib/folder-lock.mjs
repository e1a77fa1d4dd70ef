import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

const POLL_MS = 300
/** A lock file without a readable owner is somebody's who is just writing it, unless it is older than this. */
const UNREADABLE_MS = 10_000

/**
 * Runs `work` while no other process on this machine runs its own under the same file. The file holds the owner's process
 * id; one whose owner is gone is taken over.
 *
 * @template T
 * @param {string} file lock file; its folder is made when missing
 * @param {() => void} onWait called once when somebody else holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let told = false; !tryTake(file); told = true) {
    if (!told) onWait()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const release = () => rmSync(file, { force: true })
  process.once("exit", release)
  try {
    return await work()
  } finally {
    process.off("exit", release)
    release()
  }
}

function tryTake(/** @type {string} */ file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" })
    return true
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error
  }
  const owner = readOwner(file)
  if (owner !== undefined && !isAlive(owner)) dropStale(file, owner)
  return false
}

/** @returns {number | undefined} the owner's process id, 0 when the file says nothing for too long, `undefined` when unknown */
function readOwner(/** @type {string} */ file) {
  try {
    const owner = Number(readFileSync(file, "utf8"))
    if (owner > 0) return owner
    return Date.now() - statSync(file).mtimeMs > UNREADABLE_MS ? 0 : undefined
  } catch {
    return undefined
  }
}

/** Two may find the same lock stale: the rename is won by one, and put back when it caught a fresh lock instead. */
function dropStale(/** @type {string} */ file, /** @type {number} */ owner) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (Number(readFileSync(aside, "utf8")) === owner) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** Whether a process with this id runs on this machine, ours or not. */
export function isAlive(/** @type {number} */ pid) {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === "EPERM"
  }
}

/** The `code` of a system error ("ENOENT", …), if it is one. */
export function errorCode(/** @type {unknown} */ error) {
  return /** @type {{ code?: string } | undefined} */ (error)?.code
}
