import { SERVICE_CALLS } from "../../../src/modules/lease/outbox/calls"
import { read, section } from "./markdown"

it("the list of calls that take effect once is the code's own", () => {
  const text = section(read("docs/decisions.md"), "A call that takes effect once")
  const items = text.match(/^- `.*(?:\n {2}.*)*/gm) ?? []
  const listed = items.map((item) => item.replace(/\s+/g, " "))
  expect(listed).toEqual(SERVICE_CALLS.map(({ kind, sends, reads }) => `- \`${kind}\`: ${sends}. Read back: ${reads}.`))
})
