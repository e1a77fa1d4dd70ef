import { EVIDENCE, LEASE_STATUSES, WAYS } from "../../../../src/modules/lease/rules/state-machine"
import { filesUnder, read } from "../../docs/markdown"

/** Where the predicates stand; where only the service's statuses are read, which are another thing; and the dashboard, which asks the server. */
const OTHERS = /^src\/(admin|client|modules\/lease\/(rules|calls))\//
/** Called so, a status is one of the service. */
const READ = "(?<!\\b(?:reading|answer)\\??\\.)"

const oneOf = (words: readonly string[]) => `"(?:${words.join("|")})"`
const compared = (name: string, words: readonly string[]) => new RegExp(`${READ}\\b${name} [!=]== ${oneOf(words)}`, "g")
const LITERALS = [
  // An order of Medusa's can be canceled, too.
  compared(
    "status",
    LEASE_STATUSES.filter((status) => status !== "canceled"),
  ),
  compared("evidence", EVIDENCE),
  compared("way", WAYS),
  // Two or more in a list.
  new RegExp(`\\[${oneOf(LEASE_STATUSES)}(?:,\\s*${oneOf(LEASE_STATUSES)})+\\]`, "g"),
]

const files = filesUnder("src", [".ts"]).filter((file) => !OTHERS.test(file))

it("this test reads the ledger and the routes", () => {
  expect(files).toEqual(expect.arrayContaining(["src/modules/lease/service.ts", "src/api/lease-view.ts"]))
})

it("code names statuses by functions, not by their text", () => {
  const found = files.flatMap((file) => {
    const text = read(file)
    return LITERALS.flatMap((literal) => text.match(literal) ?? []).map((literal) => `${file}: ${literal}`)
  })
  expect(found).toEqual([])
})
