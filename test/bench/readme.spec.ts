import { read, tables } from "../unit/docs/markdown"
import { isMet, MEASURES, type Measure, wanted } from "./measures.mjs"

const rows = tables(read("docs/speed.md"))[0] ?? []
const measures: Measure[] = Object.values(MEASURES).flatMap((part) => Object.values<Measure>(part))

const named = rows.map(([name]) => measures.find((measure) => measure.name === name))
const shown = named.filter((measure) => measure !== undefined)

it("the table of docs/speed.md has at most eight of the bench's measures, by name and with their goals, in its order", () => {
  expect(rows.map(([name, , goal]) => [name, goal])).toEqual(shown.map((measure) => [measure.name, wanted(measure)]))
  expect(shown).toEqual(measures.filter((measure) => shown.includes(measure)))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(8)
})

it("the table of docs/speed.md marks exactly the ratios that miss their goals", () => {
  const wrong = shown.filter((measure, row) => {
    const [, ratio = "", missed] = /^([\d.]+)( missed)?$/.exec(rows[row]?.[1] ?? "") ?? []
    return isMet({ ...measure, ratio: Number(ratio || Number.NaN) }) === (missed !== undefined)
  })
  expect(wrong).toEqual([])
})
