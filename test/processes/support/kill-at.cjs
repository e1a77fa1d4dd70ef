/**
 * Loaded into a real Medusa before its own code: kills it, as `kill -9` does, right before the first database statement that matches `KILL_AT`, a
 * regular expression. Whatever was committed before stays.
 */
const Module = require("node:module")

const { _load } = Module
const watched = new WeakSet()

/** Patches each copy of `pg` as it is loaded, because there may be several. */
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
