import { Readable } from "node:stream"
import { spec } from "node:test/reporters"
import { lastLine } from "./checks.mjs"

/** Whether a test failed only because a nested test did, which is counted separately. @param {object} error */
const isOfParts = (error) => "failureType" in error && error.failureType === "subtestsFailed"

/**
 * Reports tests of `node:test` as Node's own `spec` does, and ends with the last line of every test run.
 *
 * @param {AsyncIterable<import("node:test/reporters").TestEvent>} events
 */
export default async function* reporter(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  async function* counted() {
    for await (const event of events) {
      if (event.type === "test:pass") counts[event.data.skip === undefined ? "passed" : "skipped"]++
      if (event.type === "test:fail" && !isOfParts(event.data.details.error)) counts.failed++
      yield event
    }
  }
  yield* Readable.from(counted()).compose(new spec())
  yield `${lastLine(counts)}\n`
}
