import { articleDifferences, articlesOf, lineChanges, lineKey } from "../../../src/lease-cart"

const line = (variant_id: string | null, quantity: number, product_title = `The ${variant_id}`) => ({
  id: "line",
  variant_id,
  // Medusa identifies a custom line only by its title.
  ...(variant_id === null ? { title: product_title } : { product_title }),
  quantity,
})
const SIGNED = [
  { variant_id: "sofa", title: "The sofa", quantity: 1 },
  { variant_id: "chair", title: "The chair", quantity: 4 },
]

it("an item in two lines is one, and variants or custom lines with another name are others", () => {
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
  ["nothing, for the same items", { items: [line("chair", 4), line("sofa", 1)] }, []],
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

describe("changes that put the signed lines back", () => {
  const numbered = (...lines: ReturnType<typeof line>[]) => lines.map((each, at) => ({ ...each, id: `line_${at}` }))
  const signedFor = (...lines: ReturnType<typeof line>[]) =>
    lines.map((each) => ({ key: lineKey(each), quantity: each.quantity, hasMetadata: "metadata" in each }))
  const signed = signedFor(line("sofa", 1), line("chair", 4))

  it.each<[string, ReturnType<typeof line>[], object[]]>([
    ["nothing, for the same lines in any order", [line("chair", 4), line("sofa", 1)], []],
    [
      "more pieces first, then fewer, then none",
      [line("lamp", 2), line("sofa", 3)],
      [
        { variant_id: "chair", quantity: 4 },
        { line_id: "line_1", quantity: 1 },
        { line_id: "line_0", quantity: 0 },
      ],
    ],
    [
      "one line, if the same number of pieces is in two",
      [line("sofa", 1), line("chair", 1), line("chair", 3)],
      [
        { line_id: "line_1", quantity: 4 },
        { line_id: "line_2", quantity: 0 },
      ],
    ],
  ])("%s", (_, lines, changes) => {
    expect(lineChanges(signed, { items: numbered(...lines) })).toEqual(changes)
  })

  it("a line without a variant can be changed or removed, but not added", () => {
    const wrapped = signedFor(line("sofa", 1), line(null, 1, "Gift wrap"))
    expect(lineChanges(wrapped, { items: numbered(line("sofa", 1)) })).toEqual([])
    expect(lineChanges(wrapped, { items: numbered(line("sofa", 1), line(null, 2, "Gift wrap")) })).toEqual([
      { line_id: "line_1", quantity: 1 },
    ])
    expect(lineChanges(signed, { items: numbered(line("chair", 4), line("sofa", 1), line(null, 1, "Care")) })).toEqual([
      { line_id: "line_2", quantity: 0 },
    ])
  })

  it("a line with metadata, such as an engraving, isn't added without it, and isn't mistaken for a plain one", () => {
    const engraved = { ...line("ring", 1), metadata: { engraving: "Ana" } }
    const rings = signedFor(engraved, line("ring", 1))
    expect(lineChanges(rings, { items: numbered(line("ring", 1)) })).toEqual([])
    expect(lineChanges(rings, { items: numbered(engraved) })).toEqual([{ variant_id: "ring", quantity: 1 }])
    expect(lineChanges(rings, { items: numbered(line("ring", 2)) })).toEqual([{ line_id: "line_0", quantity: 1 }])
    expect(lineChanges(rings, { items: numbered({ ...engraved, quantity: 2 }, line("ring", 1)) })).toEqual([
      { line_id: "line_0", quantity: 1 },
    ])
    const plain = { ...line("ring", 1), metadata: {} }
    expect(lineChanges(signedFor(line("ring", 2)), { items: numbered(plain) })).toEqual([
      { line_id: "line_0", quantity: 2 },
    ])
  })
})
