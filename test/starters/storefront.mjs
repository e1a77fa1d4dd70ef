import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import getPort from "get-port"
import { begin, runToEnd } from "../packed/programs.mjs"

const READY_WITHIN_MS = 60_000
const REACT = "next/dist/compiled/react-dom/cjs/react-dom-client.production.js"
/** React's second attempt at an element whose children arrived in the meantime. */
const REPLAY = ["    case 5:\n      resetHooksOnUnwind(next);\n", "    default:\n"]
/** Goes back to that element in the page, as React has done since 19.3 (facebook/react#35494). */
const REWIND = `      if (next === hydrationParentFiber) {
        popToNextHostParent(next);
        if (isHydrating) nextHydratableInstance = next.stateNode;
        isHydrating = true;
      }
`

/** A storefront of Next.js in its folder. Everything that is started ends with `cleanup`. */
export class Storefront {
  /** Everything that the started one has printed. */
  log = ""
  #place
  #cleanup

  /** @param {string} cwd @param {import("../../demo/cleanup.mjs").Cleanup} cleanup */
  constructor(cwd, cleanup) {
    this.#place = { cwd, env: /** @type {Record<string, string>} */ ({ NEXT_TELEMETRY_DISABLED: "1" }) }
    this.#cleanup = cleanup
  }

  /** @param {{ medusaUrl: string, publishableKey: string }} store that it shows */
  connect({ medusaUrl, publishableKey }) {
    Object.assign(this.#place.env, {
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: medusaUrl,
      NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
      NEXT_PUBLIC_DEFAULT_REGION: "us",
    })
  }

  /**
   * The errors of types, without their places in a file. `next build` of the starters does not look at types, and some have errors of their own.
   *
   * @returns {Promise<string[]>}
   */
  async typeErrors() {
    const compiler = begin(
      this.#own("typescript/bin/tsc", "--noEmit", "--incremental", "false", "-p", "."),
      this.#cleanup,
    )
    let output = ""
    compiler.onOutput((text) => {
      output += text
    })
    const status = await compiler.exited
    const errors = output.split("\n").filter((line) => line.includes("error TS"))
    if (status !== 0 && errors.length === 0) throw new Error(`The compiler ended with status ${status}:\n${output}`)
    return errors.map((line) => line.replace(/\(\d+,\d+\)/, ""))
  }

  /**
   * Corrects the React in Next.js 15. If part of a page arrives while React hydrates it, React may compare an element with that element's first
   * child and report error #418 even though the markup doesn't differ. The starters without our patches report it, too. After this correction,
   * the error means that the markup differs.
   */
  correctReact() {
    const file = this.#pathOf(REACT)
    const parts = readFileSync(file, "utf8").split(REPLAY.join(""))
    if (parts.length !== 2)
      throw new Error(`${REACT} has changed. If it's React 19.3 or later, it needs no correction.`)
    // Not written in place, because pnpm links the file to its store.
    rmSync(file)
    writeFileSync(file, parts.join(REPLAY.join(REWIND)))
  }

  async build() {
    await runToEnd(this.#own("next/dist/bin/next", "build"), this.#cleanup)
  }

  /** Waits until it answers. @returns {Promise<string>} its address */
  async start() {
    const port = await getPort()
    const next = begin(this.#own("next/dist/bin/next", "start", "-p", String(port)), this.#cleanup)
    next.onOutput((text) => {
      this.log += text
    })
    await next.untilPrinted("Ready in", READY_WITHIN_MS)
    return `http://localhost:${port}`
  }

  /** A program of its packages. @param {string} path its package's name and what follows @param {string[]} args */
  #own(path, ...args) {
    return { ...this.#place, command: process.execPath, args: [this.#pathOf(path), ...args] }
  }

  /** A file of its packages, which may be in a folder above. @param {string} path its package's name and what follows */
  #pathOf(path) {
    return createRequire(join(this.#place.cwd, "package.json")).resolve(path)
  }
}
