import { fieldsOf, freshBench, item, type Json } from "./support"

const bench = freshBench({ dialect: { rules: { returnLines: "taken", lowerPrices: "taken" } } })
const lamps = (changes: Json = {}) => [item({ unitPrice: 100, identifier: "LAMP", quantity: 3, ...changes })]
const back = { actionType: "Return", lineNumber: 1, quantity: 1 }

/** Gets an authorization, then returns a line. */
async function giveBack(id: string, line: Json) {
  await bench().eligible(id)
  return bench().returned(id, { merchandiseItems: [line] })
}

/** Only what a merchant can't observe. `unit/client/conformance` has the rest of the returns. */
it("returning the last piece ends the lease", async () => {
  const id = await bench().funded()
  await giveBack(id, { actionType: "Return", sku: "SOFA-1" })
  expect(bench().state(id)).toBe("Returned")
})

it("each return needs its own authorization, and uses it up", async () => {
  const id = await bench().funded()
  await giveBack(id, { actionType: "PriceAdj", lineNumber: 1, priceEach: 400 })
  expect(await bench().returned(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
})

it("an authorization ends when the lease can no longer be returned", async () => {
  const id = await bench().funded()
  await bench().eligible(id)
  await bench().control(`POST /leases/${id}/state`, { state: "Denied" })
  expect(await bench().returned(id)).toMatchObject({ isSuccess: false, code: "return-not-authorized" })
})

it("with the input returncode, a return needs its authorization's code", async () => {
  const id = await bench().funded("returncode")
  const { authorizationCode } = await bench().eligible(id)
  expect(await bench().returned(id, { authorizationCode: "wrong" })).toMatchObject({ isSuccess: false })
  expect(await bench().returned(id, { authorizationCode })).toMatchObject({ isSuccess: true })
})

it("a line's tax is divided among its pieces without adding any", async () => {
  const id = await bench().funded(undefined, { deliveryCost: 0, items: lamps({ tax: 10 }) })
  for (const line of [{ actionType: "PriceAdj", sku: "LAMP", quantity: 1, priceEach: 80 }, back])
    expect(await giveBack(id, line)).toMatchObject({ isSuccess: true })
  expect((await bench().pricing(id)).json).toMatchObject({ invoiceTotal: 180, totalTax: 6.67 })
})

it.each([
  ["a line that doesn't exist", { ...back, lineNumber: 9 }],
  ["more pieces than there are", { ...back, quantity: 2 }],
  ["a price that is not lower", { actionType: "PriceAdj", lineNumber: 1, priceEach: 429 }],
])("a return is refused for %s", async (_, line) => {
  expect(await giveBack(await bench().funded(), line)).toMatchObject({ isSuccess: false, code: "return-refused" })
})

it.each<[Json, string[]]>([
  ...[
    ...["2026-03-09", "2001-03-09T10:00:00.000Z", "2026-03-09T10:00:00Z", "2026-02-30T10:00:00.000Z"],
    "2026-03-09T25:00:00.000Z",
  ].map((dateOfReturn): [Json, string[]] => [{ dateOfReturn }, ["dateOfReturn"]]),
  [
    { merchandiseItems: [{ actionType: "PriceAdj" }] },
    ["merchandiseItems[0].lineNumber", "merchandiseItems[0].priceEach"],
  ],
])("the fields of an invalid return are named: %j", async (changes, fields) => {
  const reply = await bench().giveBack(await bench().funded(), changes)
  expect([reply.status, fieldsOf(reply)]).toEqual([400, fields])
})
