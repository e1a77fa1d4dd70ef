import { fork } from "node:child_process"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const HERE = dirname(fileURLToPath(import.meta.url))
const ANSWERS_WITHIN_MS = 120_000
/** Characters of output that are kept for error texts. */
const KEPT_OUTPUT = 3000

/** A process of its own for one file of this folder, which talks to us in messages. */
export class BenchProcess {
  #child
  #output = ""

  /** @param {string} file @param {{ cwd?: string, env?: NodeJS.ProcessEnv, execArgv?: string[] }} [options] */
  constructor(file, options = {}) {
    this.file = file
    this.#child = fork(join(HERE, file), { ...options, stdio: ["ignore", "pipe", "pipe", "ipc"] })
    this.#child.on("error", () => {})
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT)
      })
    }
    this.ended = once(this.#child, "close").catch(() => {})
  }

  /** @param {import("node:child_process").Serializable} message */
  tell(message) {
    this.#child.send(message, () => {})
  }

  /**
   * The next message of the process. Call this before the message can come. Throws with the last output when the process
   * ends instead, or is silent for too long.
   *
   * @returns {Promise<unknown>}
   */
  async hear() {
    const heard = once(this.#child, "message", { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    heard.catch(() => {})
    const gone = this.ended.then(() => {
      throw new Error("it ended")
    })
    gone.catch(() => {})
    try {
      const [message] = await Promise.race([heard, gone])
      return message
    } catch (error) {
      const reason = error instanceof Error ? error.message : error
      throw new Error(`${this.file} said nothing: ${reason}\n${this.#output.trim()}`)
    }
  }

  /** Ends it at once. It leaves nothing behind that anybody needs. */
  async end() {
    this.#child.kill("SIGKILL")
    await this.ended
  }
}
