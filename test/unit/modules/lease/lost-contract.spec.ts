import type { LeaseRecord } from "../../../../src/modules/lease/rules/records"
import { abilities, type ShopFindings } from "../../../../src/modules/lease/shopper/shop-actions"
import { messagesOf } from "../../../../src/modules/lease/shopper/shop-messages"

it("a shopper whose signed contract the service no longer knows learns whom to ask, because another application is refused", () => {
  const lease = {
    ...{ status: "signed", flow: "api", evidence: "verified", alerts: [] },
    ...{ order_id: null, placed_at: null, held_at: null },
  } as unknown as LeaseRecord
  const found = {
    step: "order_failed",
    failure: { code: "lease_dead", params: {} },
    difference: null,
    reasons: [],
    ofWidget: [],
    params: { operator: "Harbor Leasing", contact: "555 0100", reference: "L-1" },
  } as unknown as ShopFindings
  expect(abilities(lease, found).apply.allowed).toBe(false)
  expect(messagesOf(lease, found).map(({ code, message }) => [code, message])).toEqual([
    ["order_lease_ask", "Harbor Leasing can tell you where your lease stands: 555 0100. Reference: L-1."],
  ])
})
