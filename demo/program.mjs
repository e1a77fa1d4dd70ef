import { spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"

const END_WITH_PARENT = new URL("end-with-parent.mjs", import.meta.url).href
/** Characters of output that are kept for error texts. */
const KEPT_OUTPUT = 6000
const STOP_WITHIN_MS = 10_000

/** A program in a session of its own, so that Ctrl-C reaches its parent alone. A Node program ends with its parent, however that goes. */
export class Program {
  #child
  #stopSignal
  /** @type {((text: string) => void)[]} */
  #listeners = []
  /** The last part of what it printed, for error texts. */
  output = ""

  /**
   * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv | undefined, stopSignal?: NodeJS.Signals }} order
   *   `stopSignal`: that of `stop`; it has 10 s, then it is killed
   */
  constructor({ command, args, cwd, env, stopSignal = "SIGTERM" }) {
    const isNode = command === process.execPath
    this.#stopSignal = stopSignal
    this.#child = spawn(command, isNode ? ["--import", END_WITH_PARENT, ...args] : args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe", ...(isNode ? [/** @type {const} */ ("ipc")] : [])],
      detached: process.platform !== "win32",
      windowsHide: true,
    })
    this.#child.once("error", (error) => this.#hear(`${command}: ${error.message}\n`))
    /** Resolves with the exit status. */
    this.exited = new Promise((/** @type {(status: number) => void} */ resolve) => {
      this.#child.once("close", (code) => resolve(code ?? 1))
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => this.#hear(stripVTControlCharacters(text)))
    }
  }

  /** @param {(text: string) => void} listener called with what it prints, as it comes */
  onOutput(listener) {
    this.#listeners.push(listener)
  }

  /** Rejects with its last output when it ends before it prints `text`, or after `timeoutMs`. @param {string} text @param {number} timeoutMs */
  async untilPrinted(text, timeoutMs) {
    const printed = new Promise((resolve) => {
      const look = () => this.output.includes(text) && resolve(undefined)
      this.onOutput(look)
      look()
    })
    const ended = this.exited.then((status) => `it ended with status ${status}`)
    const late = once(AbortSignal.timeout(timeoutMs), "abort").then(() => `no answer within ${timeoutMs} ms`)
    const problem = await Promise.race([printed, ended, late])
    if (problem) throw new Error(`${problem}:\n${this.output.trim()}`)
  }

  /** Asks it to stop and waits until it is gone. Safe to call again. */
  async stop() {
    this.#child.kill(this.#stopSignal)
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_WITHIN_MS)
    await this.exited
    clearTimeout(timer)
  }

  #hear(/** @type {string} */ text) {
    this.output = (this.output + text).slice(-KEPT_OUTPUT)
    for (const listener of this.#listeners) listener(text)
  }
}
