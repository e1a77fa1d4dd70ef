import { codes, read, tables } from "../unit/docs/markdown"
import { MEASURES, type Measure } from "./measures.mjs"
import { isMet, wanted } from "./report.mjs"

const speed = read("docs/speed.md")
const rows = tables(speed)[0] ?? []
const measures: Measure[] = Object.values(MEASURES).flatMap((part) => Object.values<Measure>(part))

describe("the table of docs/speed.md", () => {
  it("has the names and goals of what the bench measures, in its order", () => {
    expect(rows.map(([name, , goal]) => [name, goal])).toEqual(
      measures.map((measure) => [measure.name, wanted(measure)]),
    )
  })

  it("says of each measured ratio that misses its goal that it does, and of no other", () => {
    const wrong = measures.filter((measure, row) => {
      const [, ratio = "", missed] = /^([\d.]+)( missed)?$/.exec(rows[row]?.[1] ?? "") ?? []
      return isMet({ ...measure, ratio: Number(ratio || Number.NaN) }) === (missed !== undefined)
    })
    expect(wrong).toEqual([])
  })

  it("stands below the names of the bench's parts", () => {
    expect(codes(speed)).toEqual(expect.arrayContaining(Object.keys(MEASURES)))
  })
})
