import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { checkAfterTransfer } from "../../../src/api/guards/changes"
import { afterAnswer } from "../../../src/medusa/pending-calls"

afterAnswer.ms = 0

/** Makes Medusa respond with this status, to a client who may have left. Returns the orders whose leases were read. */
async function transfer(statusCode: number): Promise<string[]> {
  const read: string[] = []
  const allOfOrder = async (id: string) => {
    read.push(id)
    return []
  }
  const scope = { resolve: () => ({ deps: { store: { allOfOrder } } }) }
  const res = { statusCode: 200, end: () => res } as unknown as MedusaResponse
  checkAfterTransfer({ scope, params: { id: "order_1" } } as unknown as MedusaRequest, res, () => {
    res.statusCode = statusCode
    res.end()
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  return read
}

it.each([
  [200, ["order_1"]],
  [400, []],
  [404, []],
  [500, []],
])("after a transfer with status %i, the leases of these orders are checked: %j", async (status, orders) => {
  expect(await transfer(status)).toEqual(orders)
})
