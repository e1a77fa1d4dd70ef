/** Loaded into a program before it starts: the pauses that it takes between two calls pass at once. Its time limits stay. */
const timers = require("node:timers/promises")

const pause = timers.setTimeout
const AT_ONCE_MS = 10

Object.assign(timers, {
  setTimeout: (/** @type {number} */ ms, /** @type {unknown} */ value) => pause(Math.min(ms, AT_ONCE_MS), value),
})
