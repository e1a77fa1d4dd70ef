import { resolve } from "node:path"
import { main } from "../../../../src/scripts/doctor-command"
import { restoredWords } from "../../../../src/scripts/restore/command-line"

describe("the doctor's command line after a restore", () => {
  const TIME = "2026-01-29T08:30:00Z"
  const passed = (values: Parameters<typeof restoredWords>[0]) => restoredWords({ "restored-to": TIME, ...values })

  it.each([TIME, "2026-01-29T08:30Z", "2026-01-29T08:30:00.5+02:00", "2024-02-29T00:00:00-05:00"])(
    "accepts %s",
    (time) => {
      expect(passed({ "restored-to": time })).toEqual(["restored-to", `time=${time}`])
    },
  )

  it.each([
    "",
    "yesterday",
    "2026-01-29",
    "2026-01-29T08:30:00",
    "2026-02-30T08:30:00Z",
    "2026-01-29T08:30:00+25:00",
    "2026-13-01T00:00Z",
  ])("refuses %p as no time with a zone", (time) => {
    expect(() => passed({ "restored-to": time })).toThrow("must be a time with a time zone")
  })

  it("refuses a time in the future", () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(() => passed({ "restored-to": tomorrow })).toThrow("is in the future")
  })

  it("passes on the list, its account and what to release", () => {
    const more = { "operator-list": "list.csv", account: "acorn", release: "L-7KQ2M-X4HNP, l-9wvtc-3rdgf" }
    expect(passed(more)).toEqual([
      ...["restored-to", `time=${TIME}`, `list=${resolve("list.csv")}`, "account=acorn"],
      "release=L-7KQ2M-X4HNP, l-9wvtc-3rdgf",
    ])
    expect(passed({ release: "all" })).toContain("release=all")
  })

  it.each(["", "some", "L-7KQ2M", "L-7KQ2M-X4HNP L-9WVTC-3RDGF"])("refuses to release %p", (release) => {
    expect(() => passed({ release })).toThrow("--release must be all, or references")
  })

  it.each(["operator-list", "account", "release"])("refuses --%s without a restore", (name) => {
    expect(() => restoredWords({ [name]: "all" })).toThrow(`--${name} needs --restored-to`)
  })

  it("refuses two answers to what happened", () => {
    expect(() => main(["--restored-to", TIME, "--copy"])).toThrow("Choose one of")
  })
})
