const { TestEnvironment } = require("jest-environment-jsdom")

/** Measures nothing, like everything in jsdom; tooltips need one. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Globals that browsers have and jsdom lacks. `AbortController` is also Node's, because Node's `fetch` accepts no other. */
const FROM_NODE = [
  "fetch",
  "Headers",
  "Request",
  "Response",
  "AbortController",
  "AbortSignal",
  "TextEncoder",
  "TextDecoder",
  "ReadableStream",
  "TransformStream",
  "MessagePort",
  "structuredClone",
]

/** A browser for dashboard code: jsdom, with what it lacks from Node. Requests use real HTTP. */
module.exports = class DashboardEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    const lent = FROM_NODE.map((name) => [name, Reflect.get(globalThis, name)])
    Object.assign(this.global, Object.fromEntries(lent), { ResizeObserver })
  }
}
