import fc from "fast-check"
import { newReference } from "../../../../src/modules/lease/rules/keys"
import { type LeaseSearch, readSearch } from "../../../../src/modules/lease/tables/lease-search"

const REFERENCE = "L-7KQ2M-XW4RA"

describe("a search of leases", () => {
  it.each([
    ...[
      REFERENCE,
      "l-7kq2m-xw4ra",
      ` ${REFERENCE} `,
      "L‑7KQ2M‑XW4RA",
      "L–7KQ2M—XW4RA",
      "L−7KQ2M−XW4RA",
      "Ｌ－７ＫＱ２Ｍ－ＸＷ４ＲＡ",
    ],
    ...[
      "\u200eL-7KQ2M-XW4RA\u200b",
      "L-7KQ2\u00adM-XW\u200b4RA",
      "L - 7KQ2M - XW4RA",
      "L-7KQ2MXW4RA",
      "L- 7KQ2M XW4RA",
    ],
    ...["L-7KQ2M-XW4RA.", "(L-7KQ2M-XW4RA)", "“L-7KQ2M-XW4RA”", "Lease L-7KQ2M-XW4RA, please", "#L-7KQ2M-XW4RA"],
    ...[
      "Your lease is L-7KQ2M-XW4RA.",
      "Order #12 (L-7KQ2M-XW4RA)",
      "robin@shopper.example · L-7KQ2M-XW4RA",
      "Re: 12\nL-7KQ2M-XW4RA\n",
    ],
  ])("%j is one reference, and nothing else", (text) => expect(readSearch(text)).toEqual({ reference: REFERENCE }))

  it.each(["7KQ2M-XW4RA", "7KQ2MXW4RA", "L7KQ2MXW4RA", "l7kq2m xw4ra", "7kq2m xw4ra."])(
    "%j may be a reference, and the beginning of something else",
    (text) => expect(readSearch(text)).toMatchObject({ reference: REFERENCE, operatorId: expect.any(String) }),
  )
  it("every reference is found as it is written", () => {
    fc.assert(
      fc.property(fc.constant(null).map(newReference), (reference) => {
        expect(readSearch(reference)).toEqual({ reference })
        for (const bare of [reference.replaceAll("-", ""), reference.slice(2)])
          expect(readSearch(bare)).toMatchObject({ reference, referenceStart: reference })
      }),
    )
  })
  it.each(["7kq", "L-7KQ", "l7kq", "7KQ2M-", "L-7KQ2M-X", "7kq2mx"])("%j begins a reference", (text) => {
    expect(REFERENCE.startsWith(readSearch(text).referenceStart ?? "none")).toBe(true)
  })
  it.each<[string, LeaseSearch]>([
    ["#12", { orderNumber: 12 }],
    ["Order #12", { orderNumber: 12 }],
    ["order 12.", { orderNumber: 12 }],
    ["Pedido n.º 12", { orderNumber: 12 }],
    ["№ 12", { orderNumber: 12 }],
    ["Where is #12?", { orderNumber: 12 }],
    ["robin@", { email: "robin@" }],
    ["Robin <Robin@shopper.example>", { email: "robin@shopper.example" }],
    ["mailto:robin@shopper.example.", { email: "robin@shopper.example" }],
    ["12", { orderNumber: 12, email: "12", operatorId: "12", referenceStart: "L-12" }],
    ["１２", { orderNumber: 12, email: "12", operatorId: "12", referenceStart: "L-12" }],
    ["App-1234", { email: "app-1234", operatorId: "app-1234", referenceStart: "L-APP12-34" }],
    ["(512) 555-0147", { person: "512 555 0147", email: "512) 555-0147", operatorId: "512) 555-0147" }],
    ["O’Neil", { person: "o neil", email: "o'neil", operatorId: "o'neil" }],
    ["Robin  Okonkwo-Reyes,", expect.objectContaining({ person: "robin okonkwo reyes" })],
    ["###", { email: "###", operatorId: "###" }],
    ["\u200b", {}],
  ])("%j is read as %j", (text, search) => expect(readSearch(text)).toEqual(search))
})
