import { pickRegions } from "../../../../src/scripts/init/regions"

const region = (id: string, countries: string[], { on = false, usable = true } = {}) => ({
  ...{ id, name: id.toUpperCase(), currency: "usd", countries, on, usable },
})
const US = region("reg_us", ["us"])
const AMERICAS = region("reg_am", ["us", "ca"])
const EUROPE = region("reg_eu", ["de", "fr"], { usable: false })
const ids = (regions: (typeof US)[], ...words: string[]) => pickRegions(regions, words).map(({ id }) => id)

it("takes every region where it can be turned on", () => {
  expect([ids([US, EUROPE, AMERICAS]), ids([EUROPE]), ids([])]).toEqual([["reg_us", "reg_am"], [], []])
})

it("takes only those that have it already, if any does where shoppers can lease", () => {
  expect(ids([US, { ...AMERICAS, on: true }])).toEqual(["reg_am"])
  expect(ids([US, { ...EUROPE, on: true }])).toEqual(["reg_us"])
})

it("takes the regions that were named, by their IDs or countries, each once", () => {
  expect(ids([US, AMERICAS, EUROPE], "reg_eu", "US", "reg_us")).toEqual(["reg_eu", "reg_us", "reg_am"])
})

it("names the regions if one isn't there", () => {
  expect(() => ids([US, EUROPE], "mx")).toThrow(
    "There is no region for --region mx. Available: REG_US (reg_us), REG_EU (reg_eu).",
  )
  expect(() => ids([], "us")).toThrow("There is no region for --region us. Available: none.")
})
