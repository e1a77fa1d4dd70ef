import { spawn } from "node:child_process"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"

const KEEPER = join(dirname(fileURLToPath(import.meta.url)), "keeper.mjs")
/** Characters of output that are kept for error texts. */
const KEPT_OUTPUT = 6000

/**
 * A keeper's orders: the program, the signal that stops it when we ask and the one when we are gone, how long it may take
 * for it (ms) before it is killed, and a folder to remove when it has ended.
 *
 * @typedef {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv, uid?: number, gid?: number,
 *   stopSignal: NodeJS.Signals, abandonSignal: NodeJS.Signals, graceMs: number, removeAfter?: string }} KeepOrder
 */

/** A server process that ends with us, whatever happens to us. */
export class KeptProcess {
  /** @type {import("node:child_process").ChildProcess} */
  #keeper
  #ended = false
  /** @type {((text: string) => void)[]} */
  #listeners = []
  /** The last part of what it printed, for error texts. */
  output = ""

  /** @param {KeepOrder} order */
  constructor(order) {
    // In a session of its own: Ctrl-C in the terminal reaches us alone, and we stop things in their order. What to run goes
    // through the pipe, because an environment can hold passwords and arguments are visible to everybody.
    this.#keeper = spawn(process.execPath, [KEEPER], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      windowsHide: true,
    })
    /** Resolves with the exit status when the server and its keeper are gone. */
    this.exited = once(this.#keeper, "close").then(([code]) => {
      this.#ended = true
      return /** @type {number} */ (code ?? 1)
    })
    for (const stream of [this.#keeper.stdout, this.#keeper.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => this.#hear(text))
    }
    this.#keeper.stdin?.on("error", () => {})
    this.#keeper.stdin?.write(`${JSON.stringify(order)}\n`)
  }

  get running() {
    return !this.#ended
  }

  /** @param {(text: string) => void} listener called with what it prints, as it comes */
  onOutput(listener) {
    this.#listeners.push(listener)
  }

  /**
   * Waits until it prints `text`. Rejects with its last output when it ends before, or after `timeoutMs`.
   *
   * @param {string} text
   * @param {number} timeoutMs
   */
  async untilPrinted(text, timeoutMs) {
    if (this.output.includes(text)) return
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    const printed = new Promise((resolve) => this.onOutput(() => this.output.includes(text) && resolve(undefined)))
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms:\n${this.output}`)), timeoutMs)
    })
    const gone = this.exited.then((status) => {
      throw new Error(`it ended with status ${status}:\n${this.output.trim()}`)
    })
    gone.catch(() => {})
    await Promise.race([printed, late, gone]).finally(() => clearTimeout(timer))
  }

  /** Asks it to stop and waits until it is gone. Safe to call again. */
  async stop() {
    this.#keeper.stdin?.end("stop\n")
    await this.exited
  }

  #hear(/** @type {string} */ heard) {
    const text = stripVTControlCharacters(heard)
    this.output = (this.output + text).slice(-KEPT_OUTPUT)
    for (const listener of this.#listeners) listener(text)
  }
}
