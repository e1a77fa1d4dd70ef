/**
 * Loaded into a real Medusa ahead of its own code: ends it, as `kill -9` does, right before the first statement to the database that `KILL_AT`, an
 * expression, fits. Whatever was committed until then stays.
 */
const Module = require("node:module")

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
  const fits = new RegExp(process.env.KILL_AT ?? "$^")
  prototype.query = function (statement, ...rest) {
    if (fits.test(typeof statement === "string" ? statement : statement?.text)) process.kill(process.pid, "SIGKILL")
    return query.call(this, statement, ...rest)
  }
}
