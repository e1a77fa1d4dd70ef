import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { anyPayouts } from "./any-payouts"
import { compareIn } from "./compare-files"

const folder = mkdtempSync(join(tmpdir(), "payouts-"))
afterAll(() => rmSync(folder, { recursive: true }))

it("finds exactly what was planted in an operator's files", async () => {
  await fc.assert(
    fc.asyncProperty(anyPayouts, async ({ ledger, files, settings, expected }) => {
      const { reading, comparison } = await compareIn(folder, { ledger, files, settings })
      const of = (list: string) =>
        [...comparison.totals.values()]
          .filter((total) => total.list === list)
          .map(({ lease }) => lease.reference)
          .sort()
      expect({
        ...{ matched: of("matched"), short: of("short"), over: of("over") },
        missing: comparison.missing.first.map(({ reference }) => reference),
        unknown: comparison.unknown.count,
        repeated: reading.repeated,
        totals: reading.totals.length,
      }).toEqual({
        ...{ matched: expected.matched.sort(), short: expected.short.sort(), over: expected.over.sort() },
        missing: expected.missing.slice(0, comparison.missing.first.length),
        ...{ unknown: expected.unknown, repeated: expected.repeated, totals: files.length },
      })
      expect(comparison.missing.count).toBe(expected.missing.length)
    }),
    { numRuns: 60 },
  )
})
