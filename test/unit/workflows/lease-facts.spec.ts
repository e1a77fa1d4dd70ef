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

/** Medusa's query, which answers each question about a kind of thing with what is there by then. */
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
  it("are one question where the cart is open", async () => {
    const { asked, facts } = medusa({ cart: [OPEN] })
    expect(await facts()).toMatchObject({ order: null, cart: { completed: false } })
    expect(asked).toEqual(["cart"])
  })

  it("are read as one picture where the cart is closed", async () => {
    const { asked, facts } = medusa({ cart: [CLOSED], order: [ORDER] })
    expect(await facts()).toMatchObject({ order: { id: "order_1" }, cart: { completed: true } })
    expect(asked).toEqual(["cart", "order", "cart"])
  })

  it.each<[string, Parameters<typeof medusa>[0]]>([
    ["the order was taken back before it was read", { cart: [CLOSED, OPEN], order: [] }],
    ["the order was taken back after it was read", { cart: [CLOSED, OPEN], order: [ORDER] }],
    ["the order is no longer tied to its cart", { cart: [CLOSED], order: [{ ...ORDER, cart: null }] }],
    ["the cart is closed and its order comes in between", { cart: [{ ...CLOSED, order: null }, CLOSED], order: [] }],
    ["another order is there by now", { cart: [CLOSED, { ...CLOSED, order: { id: "order_2" } }], order: [ORDER] }],
  ])("are no picture at all where %s", async (_what, answers) => {
    expect(await medusa(answers).facts()).toBeUndefined()
  })

  it.each<[string, object, boolean]>([
    ["whose provider is still being asked", {}, false],
    ["with a payment", { payments: [PAYMENT] }, true],
    ["with a payment that was canceled", { payments: [{ ...PAYMENT, canceled_at: "2026-11-21" }] }, false],
    ["with a payment that was given back", { payments: [{ ...PAYMENT, refunds: [{ amount: 100 }] }] }, false],
    ["whose payment is promised", { payment_sessions: [{ ...SESSION, status: "pending_authorization" }] }, true],
  ])("tell of an order of another method %s", async (_what, change, heldByOthers) => {
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
  ])("tell whether an order that is not written down is the lease's own: %s there", async (_what, own, change) => {
    const order = { ...ORDER, payment_collections: [{ ...COLLECTION, ...change }] }
    const side = medusa({ cart: [CLOSED], order: [order] })
    const { order: read } = (await side.facts()) ?? {}
    expect(read && isOwn(read, LEASE)).toBe(own)
    expect((await readOwnOrder(side.query, LEASE))?.id).toBe(own ? "order_1" : undefined)
  })

  it("tell of an order that nothing is to be paid for", async () => {
    const order = { ...ORDER, total: 0, payment_collections: [] }
    const cart = { ...CLOSED, payment_collection: null }
    const { order: read } = (await medusa({ cart: [cart], order: [order] }).facts()) ?? {}
    expect(read && isPaidOtherwise(read)).toBe(true)
  })
})
