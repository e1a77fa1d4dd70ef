import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { errorCode } from "../scripts/lib/folder-lock.mjs"

const LOCK = "in-use.json"
const ANSWER_WITHIN_MS = 2000
const HALF_WRITTEN_MS = 5000

/**
 * Takes the first demo folder that no running demo holds: `.demo`, `.demo/2`, `.demo/3`, … Each keeps its own data and its
 * own run.json, so that demos side by side share nothing. The holder answers on a port of its own with a word that the lock
 * file names: a lock left behind by a killed demo is told from a live one even when its process id lives again.
 *
 * @param {string} base
 * @returns {Promise<{ folder: string, number: number, release: () => void }>}
 */
export async function claimSlot(base) {
  const word = randomBytes(12).toString("hex")
  const server = createServer((socket) => socket.on("error", () => {}).end(word))
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)))
  server.unref()
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  for (let number = 1; ; number++) {
    const folder = slotFolder(base, number)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    if (await take(join(folder, LOCK), { port, word })) {
      const release = () => {
        rmSync(join(folder, LOCK), { force: true })
        server.close()
      }
      return { folder, number, release }
    }
  }
}

/** @param {string} base @param {number} number from 1 */
export function slotFolder(base, number) {
  return number === 1 ? base : join(base, String(number))
}

/** Whether a running demo holds this folder. @param {string} folder */
export async function isHeld(folder) {
  const holder = readHolder(join(folder, LOCK))
  return holder !== undefined && (await answers(holder))
}

/** @typedef {{ port: number, word: string }} Holder */

/** @param {string} file @param {Holder} us @returns {Promise<boolean>} */
async function take(file, us) {
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(us), { flag: "wx" })
      return true
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error
    }
    const holder = readHolder(file)
    if (holder ? await answers(holder) : isFresh(file)) return false
    putAside(file, holder)
  }
}

/** Two may find the same lock abandoned: what the rename caught is looked at, and put back when it was a new one. */
function putAside(/** @type {string} */ file, /** @type {Holder | undefined} */ abandoned) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readHolder(aside)?.word === abandoned?.word) rmSync(aside, { force: true })
  else renameSync(aside, file)
}

/** @param {string} file @returns {Holder | undefined} */
function readHolder(file) {
  try {
    const { port, word } = JSON.parse(readFileSync(file, "utf8"))
    return { port: Number(port), word: String(word) }
  } catch {
    return undefined
  }
}

/** A lock without content is somebody's who is just writing it. */
function isFresh(/** @type {string} */ file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs < HALF_WRITTEN_MS
}

/** @param {Holder} holder @returns {Promise<boolean>} */
function answers({ port, word }) {
  return new Promise((resolve) => {
    let heard = ""
    const socket = connect({ port, host: "127.0.0.1", timeout: ANSWER_WITHIN_MS })
    const done = () => {
      socket.destroy()
      resolve(heard === word)
    }
    socket.setEncoding("utf8").on("data", (text) => {
      heard += text
      if (heard.length >= word.length) done()
    })
    for (const event of ["end", "error", "timeout"]) socket.once(event, done)
  })
}
