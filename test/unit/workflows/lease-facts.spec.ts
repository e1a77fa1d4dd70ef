import type { Query } from "../../../src/medusa/read/carts"
import { leaseFacts } from "../../../src/medusa/read/facts"
import { readOwnOrder } from "../../../src/medusa/read/orders"
import type { LedgerDeps } from "../../../src/modules/lease"
import { isOwn, isPaidOtherwise } from "../../../src/modules/lease/rules/order"
import type { LeaseRecord } from "../../../src/modules/lease/rules/records"

const LEASE = { id: "lease_1", cart_id: "cart_1", order_id: null } as LeaseRecord
const DEPS = { accounts: { of: () => ({ options: {} }) } } as unknown as LedgerDeps
const SESSION = { id: "payses_1", provider_id: "pp_card", status: "pending", amount: 100 }
const PAYMENT = { id: "pay_1", provider_id: "pp_card", amount: 100, captured_at: null, canceled_at: null }
const COLLECTION = { id: "paycol_1", amount: 100, payment_sessions: [SESSION], payments: [] as object[] }
const OPEN = { id: "cart_1", completed_at: null, order: null, payment_collection: COLLECTION }
const CLOSED = { ...OPEN, completed_at: "2026-11-21T12:00:00.000Z", order: { id: "order_1" } }
const ORDER = {
  id: "order_1",
  display_id: 1,
  status: "pending",
  created_at: "2026-11-21T11:00:00.000Z",
  cart: { id: "cart_1" },
  total: 100,
  items: [],
  payment_collections: [COLLECTION],
}

/** Medusa's query, which returns the current data for each entity. */
function medusa(answers: { cart: object[]; order?: object[] }) {
  const asked: string[] = []
  const query: Query = {
    graph: async ({ entity }) => {
      const rows = answers[entity as "cart" | "order"] ?? []
      const row = rows[Math.min(asked.filter((name) => name === entity).length, rows.length - 1)]
      asked.push(entity)
      return { data: row ? [row] : [] }
    },
  }
  return { asked, query, facts: async () => (await leaseFacts(query, DEPS, [LEASE])).get("lease_1") }
}

describe("cart and order of a lease", () => {
  it("are read with one query if the cart is open", async () => {
    const { asked, facts } = medusa({ cart: [OPEN] })
    expect(await facts()).toMatchObject({ order: null, cart: { completed: false } })
    expect(asked).toEqual(["cart"])
  })

  it("are read consistently if the cart is closed", async () => {
    const { asked, facts } = medusa({ cart: [CLOSED], order: [ORDER] })
    expect(await facts()).toMatchObject({ order: { id: "order_1" }, cart: { completed: true } })
    expect(asked).toEqual(["cart", "order", "cart"])
  })

  it.each<[string, Parameters<typeof medusa>[0]]>([
    ["the order was removed before it was read", { cart: [CLOSED, OPEN], order: [] }],
    ["the order was removed after it was read", { cart: [CLOSED, OPEN], order: [ORDER] }],
    ["the order is no longer tied to its cart", { cart: [CLOSED], order: [{ ...ORDER, cart: null }] }],
    ["the cart is closed and its order comes in between", { cart: [{ ...CLOSED, order: null }, CLOSED], order: [] }],
    ["another order exists by now", { cart: [CLOSED, { ...CLOSED, order: { id: "order_2" } }], order: [ORDER] }],
  ])("aren't used if %s", async (_what, answers) => {
    expect(await medusa(answers).facts()).toBeUndefined()
  })

  it.each<[string, object, boolean]>([
    ["whose provider is still being called", {}, false],
    ["with a payment", { payments: [PAYMENT] }, true],
    ["with a payment that was canceled", { payments: [{ ...PAYMENT, canceled_at: "2026-11-21" }] }, false],
    ["with a refunded payment", { payments: [{ ...PAYMENT, refunds: [{ amount: 100 }] }] }, false],
    ["whose payment is promised", { payment_sessions: [{ ...SESSION, status: "pending_authorization" }] }, true],
  ])("tell whether another method holds the money of an order %s", async (_what, change, heldByOthers) => {
    const order = { ...ORDER, payment_collections: [{ ...COLLECTION, ...change }] }
    expect(await medusa({ cart: [CLOSED], order: [order] }).facts()).toMatchObject({ order: { heldByOthers } })
  })

  const ours = (leaseId: string) => ({ provider_id: "pp_lease-to-own", data: { lease_id: leaseId } })
  const sessionOf = (leaseId: string) => ({ ...SESSION, ...ours(leaseId) })
  const paymentOf = (leaseId: string) => ({ ...PAYMENT, ...ours(leaseId) })
  it.each<[string, boolean, object]>([
    ["its session is", true, { payment_sessions: [sessionOf("lease_1")] }],
    ["its payment is, and its session is gone", true, { payment_sessions: [], payments: [paymentOf("lease_1")] }],
    ["another lease's session is", false, { payment_sessions: [sessionOf("lease_2")] }],
    [
      "only a payment is that was left before another lease's session",
      false,
      { payment_sessions: [sessionOf("lease_2")], payments: [paymentOf("lease_1"), paymentOf("lease_2")] },
    ],
    ["another method has paid it", false, { payment_sessions: [sessionOf("lease_1")], payments: [PAYMENT] }],
    ["nothing of ours is", false, {}],
  ])("tell whether an unrecorded order is the lease's own: %s there", async (_what, own, change) => {
    const order = { ...ORDER, payment_collections: [{ ...COLLECTION, ...change }] }
    const side = medusa({ cart: [CLOSED], order: [order] })
    const { order: read } = (await side.facts()) ?? {}
    expect(read && isOwn(read, LEASE)).toBe(own)
    expect((await readOwnOrder(side.query, LEASE))?.id).toBe(own ? "order_1" : undefined)
  })

  it("treat an order with nothing to pay as paid otherwise", async () => {
    const order = { ...ORDER, total: 0, payment_collections: [] }
    const cart = { ...CLOSED, payment_collection: null }
    const { order: read } = (await medusa({ cart: [cart], order: [order] }).facts()) ?? {}
    expect(read && isPaidOtherwise(read)).toBe(true)
  })
})
