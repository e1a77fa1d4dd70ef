/**
 * `key`: the thing that was looked at. `fix`: the way out, where something is wrong.
 *
 * @typedef {{ key: string, state: "ok" | "warning" | "failed", says: string, fix?: string }} Finding
 */

const SIGNS = { ok: "OK  ", warning: "WARN", failed: "FAIL" }

/** The findings, in the order in which they were made. */
export class Report {
  /** @type {Finding[]} */
  #findings = []

  /** @param {string} key @param {string} says */
  ok(key, says) {
    this.#findings.push({ key, state: "ok", says })
  }

  /** Something that may be meant so. @param {string} key @param {string} says @param {string} fix */
  warning(key, says, fix) {
    this.#findings.push({ key, state: "warning", says, fix })
  }

  /** @param {string} key @param {string} says @param {string} fix */
  failed(key, says, fix) {
    this.#findings.push({ key, state: "failed", says, fix })
  }

  /** @param {Finding["state"]} wanted */
  count(wanted) {
    return this.#findings.filter(({ state }) => state === wanted).length
  }

  /** A line for each finding, its cure below it, and the counts. */
  toString() {
    const lines = this.#findings.flatMap(({ key, state, says, fix }) => [
      `${SIGNS[state]} ${key}: ${says}`,
      ...(fix ? [`     ${fix}`] : []),
    ])
    return [...lines, `lease-to-own: ${this.count("failed")} failed, ${this.count("warning")} warnings`].join("\n")
  }
}
