import type { AccountDeps } from "../../../../src/modules/lease/accounts/deps"
import { mapCart } from "../../../../src/modules/lease/cart/cart"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"
import { cart, line } from "../../lease-cart/builders"

function depsWith(changes: object = {}): AccountDeps {
  const required = { baseUrl: "https://a.example", authHash: "aGFzaA==", operator: { contact: "phone" } }
  return {
    options: parseOptions({ ...required, ...changes }),
    now: () => new Date("2027-01-15T12:00:00Z"),
  } as AccountDeps
}
const accountDeps = depsWith()

const unfit = line({ id: "b", title: "Rug", product: null })

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
  ["the lines at fault, if others remain", {}, {}, ["b"]],
  ["none if none would remain", { items: [unfit] }, {}, undefined],
  ["none if the rest can't be leased either", { shipping_address: null }, {}, undefined],
  ["none if the rest costs too little", {}, { minimum: 430 }, undefined],
  ["the lines at fault, if only the whole costs too much", {}, { maximum: 500 }, ["b"]],
])("a cart that can't be leased names the lines without which it can be: %s", (_, changes, own, ids) => {
  const mapped = mapCart(depsWith(own), cart({ items: [line(), unfit], ...changes }))
  const [reason] = mapped.ok ? [] : mapped.reasons
  expect([reason?.code, reason?.lines?.map(({ id }) => id)]).toEqual(["unavailable_items", ids])
})

it.each([
  ["a variant at its own price, with metadata", { metadata: { engraving: "Ana" } }, true],
  ["a gift card without data", { is_giftcard: true, metadata: {} }, true],
  ["a gift card with data", { is_giftcard: true, metadata: { to: "ana@example.com" } }, false],
  ["a line with the store's own price", { is_custom_price: true }, false],
  ["a line without a variant", { variant_id: null }, false],
])(
  "a line that can't be leased is movable only if the shopper can add the same one again: %s",
  (_, changes, movable) => {
    const mapped = mapCart(accountDeps, cart({ items: [line(), { ...unfit, quantity: 2, ...changes }] }))
    const [reason] = mapped.ok ? [] : mapped.reasons
    expect(reason?.lines).toEqual([{ id: "b", title: "Rug", quantity: 2, movable }])
  },
)

it("an obstacle in the whole cart has its own field", () => {
  const reasons = mapCart(accountDeps, cart({ items: [] }))
  expect(reasons).toMatchObject({ reasons: [{ fields: [{ field: "items", rule: "missing" }] }] })
})
