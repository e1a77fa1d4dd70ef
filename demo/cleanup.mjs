/** What has to be undone in the end, in the opposite order of its doing. */
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
 * Ends this process in good order on Ctrl-C, `kill` and a closed terminal. A second signal changes nothing: what was begun
 * is finished.
 *
 * @param {Cleanup} cleanup
 * @param {(signal: NodeJS.Signals) => void} say
 */
export function endOnSignals(cleanup, say) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, async () => {
      if (cleanup.begun) return
      say(signal)
      await cleanup.run()
      process.exit(signal === "SIGINT" ? 0 : 1)
    })
  }
}
