/**
 * Loaded into a real Medusa ahead of its own code: ends it, as `kill -9` does, at one statement to the database. `KILL_AT` holds expressions for
 * statements (SQL, then its values as JSON), as JSON: `before`, it dies right before the first of them; `after`, as soon as one is committed;
 * `without`, none of them is ever sent. Whatever was committed until then stays.
 */
const Module = require("node:module")

const expressions = Object.entries(JSON.parse(process.env.KILL_AT ?? "{}"))
const { before, after, without } = Object.fromEntries(expressions.map(([name, source]) => [name, new RegExp(source)]))
const { _load } = Module
const watched = new WeakSet()

/** There may be more than one `pg`: each is watched as it is loaded. */
Module._load = function (...args) {
  const loaded = _load.apply(this, args)
  if (args[0] === "pg" && !watched.has(loaded)) {
    watched.add(loaded)
    watch(loaded.Client)
  }
  return loaded
}

/** @param {typeof import("pg").Client} Client */
function watch({ prototype }) {
  const { query } = prototype
  /** Connections whose open transaction holds a statement of `after`. */
  const doomed = new WeakSet()
  prototype.query = function (statement, values, ...rest) {
    const text = typeof statement === "string" ? statement : statement?.text
    if (!text) return query.call(this, statement, values, ...rest)
    const given = statement?.values ?? (Array.isArray(values) ? values : [])
    const told = `${text} ${JSON.stringify(given)}`
    if (before?.test(told)) die()
    if (without?.test(told)) return new Promise(() => {})
    if (after?.test(told)) doomed.add(this)
    if (doomed.has(this) && /^commit/i.test(text)) return query.call(this, text, die)
    return query.call(this, statement, values, ...rest)
  }
}

function die() {
  process.kill(process.pid, "SIGKILL")
}
