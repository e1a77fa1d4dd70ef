import { articleDifferences, articlesOf } from "../../../src/lease-cart"

const line = (variant_id: string | null, quantity: number, product_title = `The ${variant_id}`) => ({
  id: "line",
  variant_id,
  // Medusa knows a custom line by its title alone.
  ...(variant_id === null ? { title: product_title } : { product_title }),
  quantity,
})
const SIGNED = [
  { variant_id: "sofa", title: "The sofa", quantity: 1 },
  { variant_id: "chair", title: "The chair", quantity: 4 },
]

it("an article in two lines is one, and variants or custom lines of another name are others", () => {
  const items = [line("chair", 1), line("sofa", 1), line("chair", 3), line("stool", 1, "The chair")]
  expect(articlesOf({ items: [...items, line(null, 1, "Gift wrap"), line(null, 1, "Care")] })).toEqual([
    { variant_id: "chair", title: "The chair", quantity: 4 },
    { variant_id: "sofa", title: "The sofa", quantity: 1 },
    { variant_id: "stool", title: "The chair", quantity: 1 },
    { variant_id: null, title: "Gift wrap", quantity: 1 },
    { variant_id: null, title: "Care", quantity: 1 },
  ])
})

it.each<[string, { items: ReturnType<typeof line>[] }, object[]]>([
  ["nothing, for the same articles", { items: [line("chair", 4), line("sofa", 1)] }, []],
  [
    "what is missing or fewer, and what came in",
    { items: [line("chair", 3), line("lamp", 2)] },
    [
      { variant_id: "sofa", title: "The sofa", signed: 1, now: 0 },
      { variant_id: "chair", title: "The chair", signed: 4, now: 3 },
      { variant_id: "lamp", title: "The lamp", signed: 0, now: 2 },
    ],
  ],
  [
    "lines without a variant by what they are called",
    { items: [...[line("sofa", 1), line("chair", 4)], line(null, 1, "Gift wrap")] },
    [{ variant_id: null, title: "Gift wrap", signed: 0, now: 1 }],
  ],
])("a changed cart differs by %s", (_, cart, differences) => {
  expect(articleDifferences(SIGNED, cart)).toEqual(differences)
})
