import { daysLater, isCalendarDate, isOfAge, momentIn } from "../../../src/client/values/dates"

describe("a day", () => {
  it.each(["2026-11-21", "2028-02-29", "0001-01-01", "9999-12-31"])("%s exists", (text) => {
    expect(isCalendarDate(text)).toBe(true)
  })
  it.each([
    ...["2027-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00", "0000-01-01"],
    ...["2026-1-1", "12026-01-01", "+012026-01-01", "2026-01-011", "2026-01-01T00:00:00.000Z", ""],
  ])("%j does not", (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it("a person is of age from the birthday on", () => {
    const is = (birthdate: string) => isOfAge(birthdate, "2026-11-21", 18)
    expect([is("2008-11-21"), is("2008-11-22"), is("1984-03-17")]).toEqual([true, false, true])
    expect(isOfAge("0990-01-01", "1008-01-01", 18)).toBe(true)
    expect(isOfAge("0980-01-01", "0998-01-01", 18)).toBe(true)
  })
})

describe("a moment in an answer", () => {
  const at = (value: unknown) => momentIn({ until: value }, ["until"])?.toISOString()

  it.each([
    ["2026-11-21", "2026-11-21T23:59:59.000Z"],
    [" 2026-11-21 ", "2026-11-21T23:59:59.000Z"],
    ["2026-11-21T10:00", "2026-11-21T10:00:00.000Z"],
    ["2026-11-21T10:00:05.25", "2026-11-21T10:00:05.250Z"],
    ["2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"],
    ["2026-11-21T10:00:00-05:00", "2026-11-21T15:00:00.000Z"],
  ])("of %s is %s", (text, moment) => {
    expect(at(text)).toBe(moment)
  })

  it.each([undefined, null, 20261121, "", "soon", "2026-02-30", "2026-11-21T25:00", "x2026-11-21", "2026-11-21x"])(
    "is unknown from %j",
    (value) => {
      expect(at(value)).toBeUndefined()
    },
  )

  it("is read from the first name that has one", () => {
    const answer = { a: "soon", b: "2026-11-22T00:00Z", c: "2026-11-23" }
    expect(momentIn(answer, ["none", "a", "b", "c"])).toEqual(new Date("2026-11-22T00:00Z"))
    expect(momentIn(answer, ["a"])).toBeUndefined()
  })
})

it("a date some days later is exact to the day, whatever the time", () => {
  expect(daysLater("2028-02-28", 1)).toBe("2028-02-29")
  expect(daysLater("2026-01-01T23:59:59.999Z", 1)).toBe("2026-01-02")
})
