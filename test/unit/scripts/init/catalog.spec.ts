import { readProductFacts } from "../../../../src/lease-cart"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"
import { sourcesFor, USUAL_SOURCES } from "../../../../src/scripts/init/catalog"

const SHIRT = { title: "Shirt", categories: [{ name: "Shirts" }] }
const options = (product: object) =>
  parseOptions({
    ...{ baseUrl: "https://leasing.example", username: "a", password: "b" },
    ...{ operator: { contact: "phone" }, product },
  })

it.each<[string, object[], object]>([
  ["no products", [], USUAL_SOURCES],
  ["categories alone", [SHIRT], { brand: [{ value: "Unbranded" }], condition: [{ value: "new" }] }],
  ["collections", [{ ...SHIRT, collection: { title: "Acme" } }, SHIRT], USUAL_SOURCES],
  [
    "brands in metadata",
    [
      { ...SHIRT, metadata: { brand: "Acme" } },
      { ...SHIRT, collection: { title: "Fall" } },
    ],
    { brand: [{ metadata: "brand" }, { from: "collection" }, { value: "Unbranded" }], condition: [{ value: "new" }] },
  ],
  [
    "conditions in metadata",
    [
      { ...SHIRT, metadata: { condition: "Used" } },
      { ...SHIRT, metadata: { condition: "new" } },
    ],
    { brand: [{ value: "Unbranded" }], condition: [{ metadata: "condition" }, { value: "new" }] },
  ],
  [
    "other words in the metadata",
    [{ ...SHIRT, metadata: { condition: "mint", brand: { name: "Acme" } } }],
    { brand: [{ value: "Unbranded" }], condition: [{ value: "new" }] },
  ],
  [
    "a product without a category",
    [SHIRT, { title: "Card" }],
    {
      ...{ brand: [{ value: "Unbranded" }], condition: [{ value: "new" }] },
      category: [{ from: "category" }, { from: "type" }, { from: "collection" }, { value: "General merchandise" }],
    },
  ],
])("a catalog with %s gets sources with which every product can be leased", (_, products, expected) => {
  const product = sourcesFor(products)
  expect(product).toEqual(expected)
  for (const each of products)
    expect(readProductFacts({ product: each, is_giftcard: false }, options(product)).problems).toEqual([])
})
