import { join } from "node:path"
import getPort from "get-port"
import { executable } from "../packed/command-line.mjs"
import { begin, runToEnd } from "../packed/programs.mjs"
import { raiseMedusa } from "./starters.mjs"

const READY_WITHIN_MS = 60_000

/** @typedef {import("../../demo/cleanup.mjs").Cleanup} Cleanup */

/** A storefront of Next.js in its folder. Everything that is started ends with `cleanup`. */
export class Storefront {
  /** Everything that the started one has printed. */
  log = ""
  #folder
  #env
  #cleanup

  /**
   * @param {string} folder
   * @param {Record<string, string>} settings its variables
   * @param {Cleanup} cleanup
   */
  constructor(folder, settings, cleanup) {
    this.#folder = folder
    this.#cleanup = cleanup
    this.#env = {
      NEXT_TELEMETRY_DISABLED: "1",
      npm_config_prefer_offline: "true",
      npm_config_loglevel: "error",
      npm_config_audit: "false",
      npm_config_fund: "false",
      ...settings,
    }
  }

  /**
   * Installs it with the kit, and with the packages of the Medusa under test.
   *
   * @param {string[]} tarballs
   * @param {Record<string, string>} versions of Medusa's packages, by name
   */
  async install(tarballs, versions) {
    raiseMedusa(this.#folder, versions)
    await this.#run(executable("npm", ["install", ...tarballs], this.#folder))
  }

  /**
   * The errors of types, without their places in a file. `next build` of the starters does not look at types, and some have errors of their own.
   *
   * @returns {Promise<string[]>}
   */
  async typeErrors() {
    const compiler = this.#begin(this.#node("typescript/bin/tsc", "--noEmit", "--incremental", "false", "-p", "."))
    let output = ""
    compiler.onOutput((text) => {
      output += text
    })
    const status = await compiler.exited
    const errors = output.split("\n").filter((line) => line.includes("error TS"))
    if (status !== 0 && errors.length === 0) throw new Error(`The compiler ended with status ${status}:\n${output}`)
    return errors.map((line) => line.replace(/\(\d+,\d+\)/, ""))
  }

  /** @returns {Promise<string>} what Next.js said of it: the sizes of its pages */
  async build() {
    return this.#run(this.#node("next/dist/bin/next", "build"))
  }

  /** Waits until it answers. @returns {Promise<string>} its address */
  async start() {
    const port = await getPort()
    const next = this.#begin(this.#node("next/dist/bin/next", "start", "-p", String(port)))
    next.onOutput((text) => {
      this.log += text
    })
    await next.untilPrinted("Ready in", READY_WITHIN_MS)
    return `http://localhost:${port}`
  }

  /** @param {string} program path below `node_modules` @param {string[]} args */
  #node(program, ...args) {
    return { command: process.execPath, args: [join(this.#folder, "node_modules", program), ...args] }
  }

  /** @param {{ command: string, args: string[] }} program */
  #run(program) {
    return runToEnd({ ...program, cwd: this.#folder, env: this.#env }, this.#cleanup)
  }

  /** @param {{ command: string, args: string[] }} program */
  #begin(program) {
    return begin({ ...program, cwd: this.#folder, env: this.#env }, this.#cleanup)
  }
}
