import { stateOfZip, US_STATES } from "../../../src/client"

test.each([
  ["005", "NY"],
  ["008", "VI"],
  ["063", "CT"],
  ["100", "NY"],
  ["201", "VA"],
  ["204", "DC"],
  ["339", "FL"],
  ["398", "GA"],
  ["569", "DC"],
  ["733", "TX"],
  ["734", "OK"],
  ["787", "TX"],
  ["799", "TX"],
  ["885", "TX"],
  ["902", "CA"],
  ["968", "HI"],
  ["999", "AK"],
  // No state, or several.
  ["000", undefined],
  ["969", undefined],
  ["", undefined],
])("the ZIP codes that begin with %j are in %s", (prefix, state) => expect(stateOfZip(prefix)).toBe(state))

test("every state has a ZIP code, except for territories that share one", () => {
  const prefixes = Array.from({ length: 1000 }, (_, number) => `${number}`.padStart(3, "0"))
  const states = new Set(prefixes.map(stateOfZip))
  expect([...US_STATES.keys()].filter((state) => !states.has(state))).toEqual(["GU", "AS", "MP"])
})
