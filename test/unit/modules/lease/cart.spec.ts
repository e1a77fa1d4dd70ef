import { mapCart } from "../../../../src/modules/lease/cart/cart"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"
import type { Ledger } from "../../../../src/modules/lease/status/ledger"
import { cart, line } from "../../lease-cart/builders"

const options = parseOptions({ baseUrl: "https://a.example", authHash: "aGFzaA==", operator: { contact: "phone" } })
const ledger = { options, now: () => new Date("2027-01-15T12:00:00Z") } as Ledger

it("a cart that can't be leased is reported with the line and the field", () => {
  const items = [line(), line({ title: "Rug", product: { categories: [{ name: "Rugs" }], metadata: null } })]
  expect(mapCart(ledger, cart({ items }))).toMatchObject({
    ok: false,
    reasons: [
      {
        code: "unavailable_items",
        message: "Not available with these items in the cart: Rug.",
        fields: [
          {
            field: "items[1].brand",
            rule: "missing",
            message: expect.stringMatching(/^Rug: The product has no brand/),
          },
          { field: "items[1].condition", rule: "missing" },
        ],
      },
    ],
  })
})

it("an obstacle in the whole cart has its own field", () => {
  const reasons = mapCart(ledger, cart({ items: [] }))
  expect(reasons).toMatchObject({ reasons: [{ fields: [{ field: "items", rule: "missing" }] }] })
})
