import { spawn } from "node:child_process"
import { once } from "node:events"
import { stripVTControlCharacters } from "node:util"

const END_WITH_PARENT = new URL("end-with-parent.mjs", import.meta.url).href
/** The number of characters of output that are kept for error messages. */
const KEPT_OUTPUT = 6000
const STOP_WITHIN_MS = 10_000

/** A program in its own session, so that Ctrl-C reaches only its parent. A Node program ends when its parent ends, for whatever reason. */
export class Program {
  #child
  #stopSignal
  #isGroup
  /** @type {((text: string) => void)[]} */
  #listeners = []
  /** The end of the program's output, for error messages. */
  output = ""

  /**
   * @param {{ command: string, args: string[], cwd: string, env?: NodeJS.ProcessEnv | undefined, stopSignal?: NodeJS.Signals, isGroup?: boolean }} order
   *   `stopSignal`: sent by `stop`, which kills the program after 10 s. `isGroup`: signals also reach programs that it started, except on Windows
   */
  constructor({ command, args, cwd, env, stopSignal = "SIGTERM", isGroup = false }) {
    const isNode = command === process.execPath
    this.#stopSignal = stopSignal
    this.#isGroup = isGroup
    this.#child = spawn(command, isNode ? ["--import", END_WITH_PARENT, ...args] : args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe", ...(isNode ? [/** @type {const} */ ("ipc")] : [])],
      detached: process.platform !== "win32",
      windowsHide: true,
    })
    this.#child.once("error", (error) => this.#append(`${command}: ${error.message}\n`))
    this.exited = new Promise((/** @type {(status: number) => void} */ resolve) => {
      this.#child.once("close", (code) => resolve(code ?? 1))
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => this.#append(stripVTControlCharacters(text)))
    }
  }

  /** @param {(text: string) => void} listener called with its output as it arrives */
  onOutput(listener) {
    this.#listeners.push(listener)
  }

  /**
   * Resolves once the program has printed `text`. Rejects with the program's last output if the program ends first, or after `timeoutMs`.
   *
   * @param {string} text @param {number} timeoutMs
   */
  async untilPrinted(text, timeoutMs) {
    const printed = new Promise((resolve) => {
      const check = () => this.output.includes(text) && resolve(undefined)
      this.onOutput(check)
      check()
    })
    const ended = this.exited.then((status) => `it ended with status ${status}`)
    const late = once(AbortSignal.timeout(timeoutMs), "abort").then(() => `no answer within ${timeoutMs} ms`)
    const problem = await Promise.race([printed, ended, late])
    if (problem) throw new Error(`${problem}:\n${this.output.trim()}`)
  }

  /** Stops the program and waits until it has ended. It's safe to call this more than once. */
  async stop() {
    this.#kill(this.#stopSignal)
    const timer = setTimeout(() => this.#kill("SIGKILL"), STOP_WITHIN_MS)
    await this.exited
    clearTimeout(timer)
  }

  #kill(/** @type {NodeJS.Signals} */ signal) {
    const { pid, exitCode, signalCode } = this.#child
    if (!this.#isGroup || pid === undefined) this.#child.kill(signal)
    else if (exitCode === null && signalCode === null) process.kill(-pid, signal)
  }

  #append(/** @type {string} */ text) {
    this.output = (this.output + text).slice(-KEPT_OUTPUT)
    for (const listener of this.#listeners) listener(text)
  }
}
