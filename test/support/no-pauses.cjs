/** Preloaded into a program to skip its pauses between calls, but not its time limits. */
const timers = require("node:timers/promises")

const pause = timers.setTimeout
const AT_ONCE_MS = 10

Object.assign(timers, {
  setTimeout: (/** @type {number} */ ms, /** @type {unknown} */ value) => pause(Math.min(ms, AT_ONCE_MS), value),
})
