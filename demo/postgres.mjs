import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { KeptProcess } from "./kept-process.mjs"
import { freePort } from "./ports.mjs"
import { postgresBinaries } from "./postgres-binaries.mjs"
import { isEnterableByOthers, ownTempFolder, postgresUser } from "./system-user.mjs"

const execute = promisify(execFile)
const READY = "ready to accept connections"
const READY_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 10_000
const PORT_TRIES = 5
/** Demo and test data can be made again: nothing waits for the disk. */
const FAST = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
/** A server of minutes needs no upkeep and no replica. This saves a twentieth of a test run. */
const SHORT_LIVED = [
  "autovacuum=off",
  "jit=off",
  "max_parallel_workers_per_gather=0",
  "wal_level=minimal",
  "max_wal_senders=0",
]

/** Where Linux keeps files in memory, and how much of it must be free (bytes) before a database is put there. */
const MEMORY = "/dev/shm"
const MEMORY_FREE = 4 * 1024 ** 3

/**
 * @typedef {{ port: number, username: string, password: string, dataDir: string, stop: () => Promise<void> }} Postgres
 */

/**
 * Starts PostgreSQL from the binaries that come with the packages, on a free port of this machine's own addresses, and
 * ends it when this process ends, however it ends. Works as root too (as the system's `nobody` then).
 *
 * @param {{ dataDir?: string, inMemory?: boolean }} [options] `dataDir`: kept and used again by the next start; without it the
 *   data is thrown away in the end. For root, a folder that others cannot enter is replaced by one in the place for temporary
 *   files. `inMemory`: data that is thrown away lies in memory where there is room: copying a database takes a tenth of the time. Such a
 *   server lives for a test run or a walkthrough.
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(options = {}) {
  const user = postgresUser()
  const bin = postgresBinaries(user !== undefined)
  const throwAway = options.dataDir === undefined ? throwAwayFolder(user, options.inMemory) : undefined
  const dataDir = throwAway ? join(throwAway, "data") : reachable(options.dataDir ?? "", user)
  const password = await initialize(bin, dataDir, user).catch((error) => {
    if (throwAway) rmSync(throwAway, { recursive: true, force: true })
    throw error
  })
  for (let tries = 1; ; tries++) {
    const port = await freePort()
    const server = new KeptProcess({
      command: join(bin, "postgres"),
      args: serverArgs(dataDir, port, options.inMemory ? [...FAST, ...SHORT_LIVED] : FAST),
      cwd: tmpdir(),
      env: { ...process.env, LC_ALL: "C" },
      ...user,
      stopSignal: "SIGINT",
      abandonSignal: "SIGINT",
      graceMs: STOP_WITHIN_MS,
      ...(throwAway && { removeAfter: throwAway }),
    })
    try {
      await server.untilPrinted(READY, READY_WITHIN_MS)
      return { port, username: "postgres", password, dataDir, stop: () => server.stop() }
    } catch (error) {
      await server.stop()
      const portTaken = server.output.includes("could not bind")
      if (!portTaken || tries === PORT_TRIES) throw startError(error, dataDir)
      if (throwAway) await initialize(bin, dataDir, user, password)
    }
  }
}

/** @param {string} dataDir @param {number} port @param {string[]} settings */
function serverArgs(dataDir, port, settings) {
  const own = ["listen_addresses=localhost", "unix_socket_directories=", "max_connections=200", ...settings]
  return ["-D", dataDir, "-p", String(port), ...own.flatMap((setting) => ["-c", setting])]
}

/**
 * Makes the cluster when there is none. It is made beside its place and moved there when whole, so that an interrupted
 * start leaves nothing half done. The password keeps the machine's other users out; it lies in the data folder, which only
 * Postgres and root can read.
 *
 * @param {string} bin
 * @param {string} dataDir
 * @param {{ uid: number, gid: number } | undefined} user
 * @param {string} [wanted] password
 * @returns {Promise<string>} the password
 */
async function initialize(bin, dataDir, user, wanted) {
  const passwordFile = join(dataDir, "lease-to-own-password")
  if (existsSync(join(dataDir, "PG_VERSION"))) return readFileSync(passwordFile, "utf8")
  const password = wanted ?? randomBytes(18).toString("base64url")
  const half = `${dataDir}.new`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true, mode: 0o700 })
  const handedOver = `${half}.password`
  writeFileSync(handedOver, password, { mode: 0o600 })
  if (user) for (const path of [half, handedOver]) chownSync(path, user.uid, user.gid)
  const login = ["-U", "postgres", "--auth=scram-sha-256", `--pwfile=${handedOver}`]
  const args = ["-D", half, ...login, "--encoding=UTF8", "--locale=C", "--no-sync"]
  await execute(join(bin, "initdb"), args, { cwd: tmpdir(), env: { ...process.env, LC_ALL: "C" }, ...user }).catch(
    (error) => {
      throw startError(error, dataDir)
    },
  )
  renameSync(handedOver, join(half, "lease-to-own-password"))
  renameSync(half, dataDir)
  return password
}

/** @param {{ uid: number, gid: number } | undefined} user @param {boolean} [inMemory] */
function throwAwayFolder(user, inMemory) {
  const onDisk = user && !isEnterableByOthers(tmpdir()) ? "/tmp" : tmpdir()
  const temp = inMemory && hasRoom(MEMORY) ? MEMORY : onDisk
  const folder = mkdtempSync(join(temp, "lease-to-own-database-"))
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

/** Most containers have 64 MB there, other systems nothing. @param {string} folder */
function hasRoom(folder) {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= MEMORY_FREE
  } catch {
    return false
  }
}

/** @param {string} dataDir @param {{ uid: number, gid: number } | undefined} user */
function reachable(dataDir, user) {
  if (user && !isEnterableByOthers(dirname(dataDir))) return join(ownTempFolder("data", dataDir), "postgres")
  mkdirSync(dirname(dataDir), { recursive: true })
  return dataDir
}

/** @param {unknown} cause @param {string} dataDir */
function startError(cause, dataDir) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `The PostgreSQL that comes along did not start (data in ${dataDir}): ${reason}\n` +
      "Set DATABASE_URL to a PostgreSQL server of yours to do without it.",
    { cause },
  )
}
