import { constants } from "node:os"

/** Undoes things in the end, in the opposite order of their doing. */
export class Cleanup {
  /** @type {(() => Promise<void> | void)[]} */
  #steps = []
  /** @type {Promise<void> | undefined} */
  #running

  /** True from the moment the end has begun: errors after it are its doing. */
  get begun() {
    return this.#running !== undefined
  }

  /** @param {() => Promise<void> | void} step */
  add(step) {
    this.#steps.push(step)
  }

  /** Runs every step, once; a step that fails does not keep the others from running. */
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
 * Ends this process in good order on Ctrl-C, `kill` and a closed terminal. A second signal changes nothing.
 *
 * @param {Cleanup} cleanup @param {{ interrupted?: number }} [status] exit status after Ctrl-C; 0 for what runs until then, else as shells have it
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
