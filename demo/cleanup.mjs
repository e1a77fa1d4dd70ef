import { constants } from "node:os"

/** Runs cleanup steps at the end, in reverse order. */
export class Cleanup {
  /** @type {(() => Promise<void> | void)[]} */
  #steps = []
  /** @type {Promise<void> | undefined} */
  #running

  /** True once the cleanup has begun. The cleanup itself causes any later error. */
  get begun() {
    return this.#running !== undefined
  }

  /** @param {() => Promise<void> | void} step */
  add(step) {
    this.#steps.push(step)
  }

  /** Runs every step once. A step that fails doesn't stop the others. */
  run() {
    this.#running ??= this.#runAll()
    return this.#running
  }

  async #runAll() {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
    }
  }
}

/**
 * Cleans up and ends this process on Ctrl-C, `kill` and a closed terminal. Further signals are ignored.
 *
 * @param {Cleanup} cleanup @param {{ interrupted?: number }} [status] `interrupted`: the exit status after Ctrl-C, 0 for programs that run until then
 */
export function endOnSignals(cleanup, { interrupted = 128 + constants.signals.SIGINT } = {}) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, async () => {
      if (cleanup.begun) return
      console.log("\nStopping …")
      await cleanup.run()
      process.exit(signal === "SIGINT" ? interrupted : 128 + constants.signals[signal])
    })
  }
}
