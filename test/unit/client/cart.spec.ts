import fc from "fast-check"
import { type SpecCart, toReferenceCart } from "../../../src/client"
import { cart } from "./support/samples"

const [item] = cart().items as [SpecCart["items"][number]]

describe("the reference's cart (reference 4)", () => {
  it("the reference's cart has a line per item and one for the delivery", () => {
    const sofa = { sku: "SOFA-3", model: "Northwood", description: "Three-seat sofa", type: "LeaseItem" }
    const delivery = { sku: "DELIVERY", model: "DELIVERY", description: "Delivery", type: "DeliveryFee" }
    expect(toReferenceCart(cart())).toStrictEqual({
      merchantTransactionId: "ORDER-1",
      cartTotal: 439.99,
      deliveryDate: "2026-12-01",
      items: [
        { ...sofa, lineNumber: 1, priceEach: 429, quantity: 1, lineTotal: 429, isNew: true },
        { ...delivery, lineNumber: 2, priceEach: 10.99, quantity: 1, lineTotal: 10.99, isNew: true },
      ],
    })
  })
  it("the reference's cart has no line for free delivery, passes extras through, and has no tax", () => {
    const custom = { keys: [{ key: "flow", value: "web" }] }
    const sent = toReferenceCart({ ...cart(), deliveryCost: 0, custom })
    expect([sent.items.length, sent.custom]).toEqual([1, custom])
    expect(toReferenceCart({ deliveryCost: 0, items: [] })).toStrictEqual({ cartTotal: 0, items: [] })
    expect(JSON.stringify(toReferenceCart(cart()))).not.toMatch(/35\.39|0\.91|[tT]ax/)
  })
  it.each([
    [{ condition: "used" }, { isNew: false }],
    [{ condition: "refurbished" }, { isNew: false }],
    [{ model: "NW-3" }, { model: "NW-3" }],
  ])("the line for %j has %j", (fields, line) => {
    const items = [{ ...item, ...fields } as typeof item]
    expect(toReferenceCart({ ...cart(), items }).items[0]).toMatchObject(line)
  })
  it("the reference's cart has the latest delivery day of its lines, and none if a line has none", () => {
    const dayOf = (...days: (string | undefined)[]) =>
      toReferenceCart({ ...cart(), items: days.map((deliveryDate) => ({ ...item, deliveryDate })) })
    expect(dayOf("2026-12-01", "2026-12-24", "2026-11-30").deliveryDate).toBe("2026-12-24")
    expect(dayOf("2026-12-01", undefined)).not.toHaveProperty("deliveryDate")
  })

  const cents = fc.integer({ min: 0, max: 10_000_000 })
  const lines = fc.array(fc.record({ unitPrice: cents, quantity: fc.integer({ min: 1, max: 999 }) }), {
    minLength: 1,
    maxLength: 20,
  })
  it("the total is exact to the cent, whatever is in the cart", () => {
    fc.assert(
      fc.property(lines, cents, (goods, delivery) => {
        const items = goods.map((line) => ({ ...item, unitPrice: line.unitPrice / 100, quantity: line.quantity }))
        const { cartTotal, items: sent } = toReferenceCart({ deliveryCost: delivery / 100, items })
        const total = goods.reduce((sum, line) => sum + line.unitPrice * line.quantity, delivery)
        expect(cartTotal).toBe(total / 100)
        expect(sent.reduce((sum, { lineTotal }) => sum + Math.round(lineTotal * 100), 0)).toBe(total)
      }),
    )
  })
})
