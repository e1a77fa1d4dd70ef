import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Cleanup, endOnSignals } from "../../demo/cleanup.mjs"
import { conclude } from "../../scripts/lib/checks.mjs"

const SHOWN = 10

/** A list of facts, each printed as it is looked at: one line a fact, and what is wrong below it. */
export class Facts {
  /** @type {string[]} */
  failures = []
  #count = 0
  skipped = 0

  /** @param {string} fact as a sentence that should be true @param {unknown} actual @param {unknown} expected compared by their JSON form */
  equal(fact, actual, expected) {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    this.#print(is === should, fact, `expected ${should}, found ${is}`)
  }

  /** @param {string} fact @param {boolean} isSo */
  that(fact, isSo) {
    this.#print(isSo, fact, "not so")
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

  /** @returns {import("../../scripts/lib/checks.mjs").Counts} */
  get counts() {
    return { passed: this.#count - this.failures.length, failed: this.failures.length, skipped: this.skipped }
  }

  /** @param {boolean} isSo @param {string} fact @param {string} problem */
  #print(isSo, fact, problem) {
    this.#count++
    if (!isSo) this.failures.push(`${fact}: ${problem}`)
    console.log(isSo ? `ok    ${fact}` : `FAIL  ${fact}: ${problem}`)
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

/**
 * A command: looks at facts in an empty folder, a line a fact; the last line is `N passed, N failed[, N skipped]`.
 *
 * @param {{ name: string, keep?: boolean }} options `keep`: leaves the folder there
 * @param {(facts: Facts, setting: { folder: string, cleanup: Cleanup }) => Promise<unknown>} look
 */
export async function lookAtAll({ name, keep }, look) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `lease-to-own-${name}-`)))
  const cleanup = new Cleanup()
  endOnSignals(cleanup)
  if (keep) console.log(`The ${name} are in ${folder}`)
  else cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const facts = new Facts()
  try {
    await look(facts, { folder, cleanup })
  } catch (error) {
    if (!cleanup.begun) facts.none("the test came to its end", [error instanceof Error ? error.message : String(error)])
  }
  await cleanup.run()
  conclude(facts.counts)
  process.exit()
}
