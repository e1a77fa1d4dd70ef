import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import getPort from "get-port"
import { executable, readCommandLine } from "./command-line.mjs"
import { begin } from "./programs.mjs"

const READY_WITHIN_MS = 180_000

/** The folder of a store and somebody at a terminal in it. Everything that is started ends with `cleanup`. */
export class PackedStore {
  /** Everything that the started store has printed. */
  log = ""
  /** Where the terminal stands. */
  #at
  #cleanup
  #isLiteral
  /** The started store keeps its address when it's started again. @type {number | undefined} */
  #port
  /** @type {import("../../demo/program.mjs").Program | undefined} */
  #running

  /**
   * @param {{ cleanup: import("../../demo/cleanup.mjs").Cleanup, manager: "npm" | "pnpm", folder: string, isWorkspace?: boolean }} options
   *   `manager`: of its packages, pnpm not on Windows; `isWorkspace`: its packages may be in a folder above, not on Windows
   */
  constructor({ cleanup, manager, folder, isWorkspace = false }) {
    /** Without links on the way, as the programs in it see it. */
    this.folder = realpathSync(folder)
    this.#at = this.folder
    this.#cleanup = cleanup
    // `npx` itself finds the commands.
    this.#isLiteral = manager === "pnpm" || isWorkspace
  }

  /** @param {string} name path below the folder @param {string} text */
  write(name, text) {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true })
    writeFileSync(join(this.folder, name), text)
  }

  /** @param {string} name path below the folder */
  read(name) {
    return readFileSync(join(this.folder, name), "utf8")
  }

  /** Each on a line of its own. The file of a new store has no line break at its end. @param {Record<string, string>} settings for `.env` */
  set(settings) {
    const file = join(this.folder, ".env")
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    appendFileSync(file, `${existsSync(file) ? "\n" : ""}${lines.join("\n")}`)
  }

  /**
   * Runs a command line to its end. Throws with what it printed when it fails.
   *
   * @param {string} line as `readCommandLine` takes it
   * @param {Record<string, string>} [env]
   * @param {{ folder?: string, onOutput?: (text: string) => void }} [how] `folder`: other than where the terminal stands
   */
  async run(line, env = {}, { folder = this.#at, onOutput } = {}) {
    const { program, args, env: own } = readCommandLine(line)
    if (program === "cd") {
      this.#at = resolve(folder, args[0] ?? "")
    } else if (program === "cp") {
      const [from = "", to = ""] = args
      copyFileSync(resolve(folder, from), resolve(folder, to))
    } else {
      const running = this.#begin(program, args, { ...own, ...env }, folder)
      if (onOutput) running.onOutput(onOutput)
      const status = await running.exited
      if (status !== 0) throw new Error(`${line} ended with status ${status}:\n${running.output.trim()}`)
    }
  }

  /**
   * Runs the command line that starts the store, on a free port and later on the same. Waits until it answers.
   *
   * @param {string} line
   * @returns {Promise<string>} its address
   */
  async start(line) {
    const { program, args, env: own } = readCommandLine(line)
    this.#port ??= await getPort()
    const port = this.#port
    const store = this.#begin(program, [...args, "-H", "127.0.0.1", "-p", String(port)], own, this.#at)
    this.#running = store
    store.onOutput((text) => {
      this.log += text
    })
    await store.untilPrinted(`Server is ready on port: ${port}`, READY_WITHIN_MS)
    return `http://localhost:${port}`
  }

  /** Stops the started store, and stands in its folder again. */
  async stop() {
    await this.#running?.stop()
    this.#at = this.folder
  }

  /** @param {string} program @param {string[]} args @param {Record<string, string>} env @param {string} cwd */
  #begin(program, args, env, cwd) {
    const command = executable(program, args, this.folder, { isLiteral: this.#isLiteral })
    return begin({ ...command, cwd, env, isGroup: this.#isLiteral }, this.#cleanup)
  }
}
