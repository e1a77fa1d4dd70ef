const { default: Sequencer } = require("@jest/test-sequencer")

/**
 * Suites that take minutes begin first, so that no core waits for the last one at the end. Jest alone goes by the size of a file as long as it
 * has never seen it run.
 */
module.exports = class SlowestFirst extends Sequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  async sort(tests) {
    const rank = (/** @type {{ path: string }} */ { path }) => ORDER.findIndex((part) => part.test(path))
    return [...(await super.sort(tests))].sort((a, b) => rank(a) - rank(b))
  }
}

/** The longest, then by what a suite starts: a Medusa, a browser, the ledger alone, nothing. */
const ORDER = [
  /test\/browser\/shop/,
  // Its store fills the database with which those behind it begin.
  /integration\/shopping/,
  /test\/(processes\/processes|packed\/release|integration\/first-day)/,
  /integration\/(orders|dashboard)/,
  /test\/(browser|pictures|everyday|dialects)/,
  /test\/integration\/[^/]+$/,
  /test\/faults/,
  /test\/integration/,
  /./,
]
