const { TestEnvironment } = require("jest-environment-jsdom")

/** Measures nothing, like everything in jsdom; tooltips ask for one. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Names that browsers have and jsdom lacks. `AbortController` is Node's too, because Node's `fetch` takes no other. */
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

/** A browser for dashboard code: jsdom, and from Node what it lacks. Requests go over real HTTP. */
module.exports = class DashboardEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    const lent = FROM_NODE.map((name) => [name, Reflect.get(globalThis, name)])
    Object.assign(this.global, Object.fromEntries(lent), { ResizeObserver })
  }
}
