import fc from "fast-check"
import { type DayOrder, dayOrderOf, readDay } from "../../../../src/scripts/payouts/date-text"

it.each<[string, DayOrder | "either" | null, string | null, string | null]>([
  ["2026-11-29", null, "2026-11-29", "2026-11-29"],
  ["2026/11/29", null, "2026-11-29", "2026-11-29"],
  ["2026-11-29T23:59:59Z", null, "2026-11-29", "2026-11-29"],
  ["2026-11-29 10:00", null, "2026-11-29", "2026-11-29"],
  ["11/29/2026", "MM/DD/YYYY", "2026-11-29", null],
  ["29/11/2026", "DD/MM/YYYY", null, "2026-11-29"],
  ["29.11.2026", "DD/MM/YYYY", null, "2026-11-29"],
  ["05.11.2026", "DD/MM/YYYY", "2026-05-11", "2026-11-05"],
  ["5/11/26", "either", "2026-05-11", "2026-11-05"],
  ["11/11/2026", null, "2026-11-11", "2026-11-11"],
  ["11/29/2026 2:30 PM", "MM/DD/YYYY", "2026-11-29", null],
  ["11/29/2026, 14:30", "MM/DD/YYYY", "2026-11-29", null],
  ["11-29-2026", "MM/DD/YYYY", "2026-11-29", null],
  ["26-11-29", null, null, null],
  ["5-11-26", null, null, null],
  ["5.11.26", "DD/MM/YYYY", "2026-05-11", "2026-11-05"],
  ["02/29/2028", "MM/DD/YYYY", "2028-02-29", null],
  ["02/29/2026", "MM/DD/YYYY", null, null],
  [" 2026-11-29 ", null, "2026-11-29", "2026-11-29"],
  ["x2026-11-29", null, null, null],
  ["2026-11-299", null, null, null],
  ["2026-02-30", null, null, null],
  ["13/13/2026", null, null, null],
  ["11/29.2026", null, null, null],
  ["0/1/2026", "either", null, null],
  ["11/29/126", null, null, null],
  ["pending", null, null, null],
  ["", null, null, null],
])("%j has the order %j and reads as %j or %j", (text, order, monthFirst, dayFirst) => {
  expect([dayOrderOf(text), readDay(text, "MM/DD/YYYY"), readDay(text, "DD/MM/YYYY")]).toEqual([
    order,
    monthFirst,
    dayFirst,
  ])
})

it("every day is read in each order, and shows its order unless both are possible", () => {
  const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.boolean(), (moment, isPadded) => {
      const day = moment.toISOString().slice(0, 10)
      const [year, month, date] = day.split("-").map((part) => (isPadded ? part : String(Number(part))))
      expect(readDay(`${month}/${date}/${year}`, "MM/DD/YYYY")).toBe(day)
      expect(readDay(`${date}/${month}/${year}`, "DD/MM/YYYY")).toBe(day)
      const certain = Number(date) > 12 ? "MM/DD/YYYY" : Number(date) === Number(month) ? null : "either"
      expect(dayOrderOf(`${month}/${date}/${year}`)).toBe(certain)
    }),
  )
})
