import { SERVICE_CALLS } from "../../../src/modules/lease/outbox/calls"
import { read, section, tables } from "./markdown"

it("the table of calls that take effect once is the code's own", () => {
  const [table] = tables(section(read("docs/decisions.md"), "A call that takes effect once"))
  expect(table).toEqual(SERVICE_CALLS.map(({ kind, sends, reads }) => [`\`${kind}\``, sends, reads]))
})
