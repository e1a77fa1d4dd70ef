import type { AccountDeps } from "../../../../src/modules/lease/accounts/deps"
import { mapCart } from "../../../../src/modules/lease/cart/cart"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"
import { cart, line } from "../../lease-cart/builders"

const options = parseOptions({ baseUrl: "https://a.example", authHash: "aGFzaA==", operator: { contact: "phone" } })
const accountDeps = { options, now: () => new Date("2027-01-15T12:00:00Z") } as AccountDeps

it("a cart that can't be leased is reported with the line and the field", () => {
  const items = [line(), line({ title: "Rug", product: { categories: [{ name: "Rugs" }], metadata: null } })]
  expect(mapCart(accountDeps, cart({ items }))).toMatchObject({
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

it.each([
  ["the lines at fault, if others remain", [line(), line({ id: "b", product: null })], ["b"]],
  ["none if none would remain", [line({ id: "b", product: null })], undefined],
])("a cart that can't be leased names the lines to remove: %s", (_, items, line_ids) => {
  const mapped = mapCart(accountDeps, cart({ items }))
  expect(mapped.ok ? null : mapped.reasons.map((reason) => reason.line_ids)).toEqual([line_ids])
})

it("an obstacle in the whole cart has its own field", () => {
  const reasons = mapCart(accountDeps, cart({ items: [] }))
  expect(reasons).toMatchObject({ reasons: [{ fields: [{ field: "items", rule: "missing" }] }] })
})
