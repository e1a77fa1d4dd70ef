import { BRITISH, found, RETIRED } from "../../../scripts/lib/words.mjs"

it("finds a retired word and a British spelling in a sentence, and leaves names alone", () => {
  expect(found(RETIRED, "It ends by itself.")).toHaveLength(1)
  expect(found(BRITISH, "The lease was cancelled.")).toHaveLength(1)
  expect(found(BRITISH, 'status "cancelled", `order_cancelled_lease_alive`, orderCancelled')).toEqual([])
})
