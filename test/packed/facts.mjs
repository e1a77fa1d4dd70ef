import { Expectations } from "../../demo/expectations.mjs"

const SHOWN = 10

/** A list of facts, each printed as it is looked at: one line a fact, and what is wrong below it. */
export class Facts extends Expectations {
  skipped = 0

  /** @param {string} fact @param {unknown} actual @param {unknown} expected */
  equal(fact, actual, expected) {
    this.#print(fact, () => super.equal(fact, actual, expected))
  }

  /** @param {string} fact @param {boolean} isSo */
  that(fact, isSo) {
    this.#print(fact, () => super.that(fact, isSo))
  }

  /** @param {string} fact @param {string[]} found what should not be there */
  none(fact, found) {
    this.that(fact, found.length === 0)
    for (const line of found.slice(0, SHOWN)) console.log(`      ${line}`)
    if (found.length > SHOWN) console.log(`      … and ${found.length - SHOWN} more`)
  }

  /** A fact that cannot be looked at here. @param {string} fact */
  skip(fact) {
    this.skipped++
    console.log(`skip  ${fact}`)
  }

  /** @returns {import("../../scripts/lib/summary.mjs").Counts} */
  get counts() {
    return { passed: this.count - this.failures.length, failed: this.failures.length, skipped: this.skipped }
  }

  /** @param {string} fact @param {() => void} look */
  #print(fact, look) {
    const before = this.failures.length
    look()
    console.log(this.failures.length === before ? `ok    ${fact}` : `FAIL  ${this.failures.at(-1)}`)
  }
}

/** @param {() => Promise<unknown>} work @returns {Promise<string[]>} why it failed, by lines */
export async function problemsOf(work) {
  try {
    await work()
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split("\n") : [String(error)]
  }
}
