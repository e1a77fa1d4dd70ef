const { dirname, join } = require("node:path")

/** @typedef {Record<PropertyKey, unknown>} Names */

const medusa = require.resolve("@medusajs/framework")

/**
 * Stands in tests for a package of Medusa's of which the ledger needs little and which takes long to load, again for every file of tests. The
 * `parts` come from their own files. Any other name is one of the whole, which is loaded when it is asked for.
 *
 * @param {Record<string, () => unknown>} parts
 * @param {() => Names} whole
 * @returns {Names}
 */
function lazily(parts, whole) {
  /** @type {Names | undefined} */
  let loaded
  const all = () => (loaded ??= whole())
  return new Proxy(/** @type {Names} */ ({}), {
    get: (_, name) => (!loaded && Object.hasOwn(parts, name) ? parts[String(name)]?.() : all()[name]),
    has: (_, name) => Object.hasOwn(parts, name) || name in all(),
    ownKeys: () => Reflect.ownKeys(all()),
    getOwnPropertyDescriptor: (_, name) =>
      name in all() ? { value: all()[name], configurable: true, enumerable: true } : undefined,
  })
}

/** A package as Medusa finds it, or a file of it. @param {string} name */
function ofMedusa(name, file = "") {
  const entry = require.resolve(name, { paths: [dirname(medusa)] })
  return require(file ? join(dirname(entry), file) : entry)
}

module.exports = { lazily, ofMedusa }
