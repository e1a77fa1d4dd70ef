import { LeaseEvents } from "../../../src/modules/lease/rules/announcements"
import { NOTICES } from "../../../src/modules/lease/rules/notices"
import { codes, read, section, tables } from "./markdown"

const text = read("docs/events.md")
const firstCells = (heading: string, table = 0) =>
  (tables(section(text, heading))[table] ?? []).map(([cell = ""]) => codes(cell)[0])

describe("docs/events.md", () => {
  it("has every event, in the order of a lease, and no other", () => {
    expect(firstCells("Events")).toEqual(Object.values(LeaseEvents))
  })

  it("has every e-mail, and no other", () => {
    expect(firstCells("E-mails")).toEqual([...NOTICES, "needs-attention"].map((name) => `lease-to-own.${name}`))
  })
})
