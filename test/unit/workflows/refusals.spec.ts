import type { Query } from "../../../src/medusa/read/carts"
import { checkCancel, checkFollowUp, checkRefund } from "../../../src/medusa/refusals"
import type { LeaseRecord } from "../../../src/modules/lease/rules/records"
import { reasonTexts } from "../../../src/modules/lease/texts/reasons"

const LEASE = { order_id: "order_1", amount: 10_000, reductions: null } as LeaseRecord
/** Goods for 60.00 came back, whose refund is due. */
const DUE = { pending_difference: -60 }

/** Medusa's responses about an order. */
function medusa(change: string | null, { status = "pending", summary = { pending_difference: 0 } } = {}): Query {
  const rows: Record<string, object[]> = {
    order_change: change === null ? [] : [{ id: "ordch_1", change_type: change }],
    order: [{ id: "order_1", status, total: 100, summary }],
  }
  return { graph: async ({ entity }) => ({ data: rows[entity] ?? [] }) }
}

/** Every step that follows a call that can't be undone. */
const STEPS: Record<string, (query: Query) => Promise<void>> = {
  "the order's cancellation": (query) => checkCancel(query, "order_1"),
  "a refund of 60.00": (query) => checkRefund(query, "order_1", 60),
  "a refund of 100.00": (query) => checkRefund(query, "order_1", 100),
  "what follows cancel_contract": (query) => checkFollowUp(query, LEASE, { kind: "cancel_contract" }),
  "what follows return_lease": (query) => checkFollowUp(query, LEASE, { kind: "return_lease" }),
  "what follows return_lines of 60.00": (query) =>
    checkFollowUp(query, LEASE, { kind: "return_lines", detail: { reduction: { amount: 6000, lines: [] } } }),
  "what follows confirm_delivery": (query) => checkFollowUp(query, LEASE, { kind: "confirm_delivery" }),
}
const all = Object.keys(STEPS)
const OF_60 = ["a refund of 60.00", "what follows return_lines of 60.00"]

/** The steps that are refused, with this reason. */
async function refused(query: Query, reason: object): Promise<string[]> {
  const answers = await Promise.all(
    all.map((step) =>
      STEPS[step]?.(query).then(
        () => null,
        (error) => error,
      ),
    ),
  )
  const no = answers.flatMap((error, place) => (error ? [[all[place], error]] : []))
  for (const [, error] of no) expect(error).toMatchObject(reason)
  return no.map(([step]) => step)
}

describe("what Medusa would refuse after a call", () => {
  it.each([
    ["edit", "change_edit"],
    ["transfer", "change_transfer"],
    ["return_request", "change_return"],
    ["return_receive", "change_return"],
    ["exchange", "change_exchange"],
    ["claim", "change_claim"],
    ["of_another_version", "change_other"],
  ] as const)("beside an open %s is every cancellation and refund, and it is named", async (change, reason_code) => {
    const reason = { code: "order_change_open", params: { reason: reasonTexts[reason_code], reason_code } }
    expect(await refused(medusa(change), reason)).toEqual(all.slice(0, -1))
  })

  it("during an open change isn't a due refund", async () => {
    const steps = all.slice(0, -1).filter((step) => !OF_60.includes(step))
    expect(await refused(medusa("edit", { summary: DUE }), { code: "order_change_open" })).toEqual(steps)
  })

  it("is nothing while no change is open", async () => {
    expect(await refused(medusa(null), {})).toEqual([])
  })

  it.each([null, "edit"])("of a canceled order, with the change %s, is a refund", async (change) => {
    const steps = ["a refund of 60.00", "a refund of 100.00"]
    expect(await refused(medusa(change, { status: "canceled" }), { code: "refund_order_canceled" })).toEqual(steps)
  })

  it("is nothing for a lease without an order", async () => {
    const asked = checkFollowUp(medusa("edit"), { ...LEASE, order_id: null }, { kind: "cancel_contract" })
    await expect(asked).resolves.toBeUndefined()
  })

  it("keeps a call of the job due, because a change ends", async () => {
    const asked = checkFollowUp(medusa("edit"), LEASE, { kind: "cancel_contract" })
    await expect(asked).rejects.toMatchObject({ kind: "unavailable" })
  })
})
