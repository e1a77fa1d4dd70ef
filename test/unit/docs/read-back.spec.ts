import { readBack } from "../../../src/modules/lease/outbox/calls/read-back"
import { read, section, tables } from "./markdown"

it("the table of calls that take effect once is the code's own", () => {
  const [table] = tables(section(read("docs/decisions.md"), "A call that takes effect once"))
  expect(table).toEqual(Object.entries(readBack).map(([kind, { sent, read: seen }]) => [`\`${kind}\``, sent, seen]))
})
