import { SERVICE_CALLS } from "../../../src/modules/lease/outbox/calls"
import { read, section } from "./markdown"

it("the list of calls that take effect once is the code's own", () => {
  const text = section(read("docs/decisions.md"), "A call that takes effect once")
  const listed = text.split("\n").filter((line) => line.startsWith("- `"))
  expect(listed).toEqual(SERVICE_CALLS.map(({ kind, sends, reads }) => `- \`${kind}\`: ${sends}. Read back: ${reads}.`))
})
