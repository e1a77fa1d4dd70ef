/** A list of facts, each true or not: all are looked at, and the untrue ones are named in the end. */
export class Expectations {
  /** @type {string[]} */
  failures = []
  count = 0

  /**
   * @param {string} fact as a sentence that should be true
   * @param {unknown} actual
   * @param {unknown} expected compared by their JSON form
   */
  equal(fact, actual, expected) {
    this.count++
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is !== should) this.failures.push(`${fact}: expected ${should}, found ${is}`)
  }

  /** @param {string} fact @param {boolean} isSo */
  that(fact, isSo) {
    this.count++
    if (!isSo) this.failures.push(`${fact}: not so`)
  }
}
