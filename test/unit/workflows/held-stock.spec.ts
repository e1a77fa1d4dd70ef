import type { ReservationItemDTO } from "@medusajs/framework/types"
import type { Variant } from "../../../src/medusa/read/cart-goods"
import { withoutHeld } from "../../../src/medusa/read/held-stock"

const part = (inventory_item_id: string, required_quantity = 1) => ({ inventory_item_id, required_quantity })
const variant = (id: string, ...inventory_items: ReturnType<typeof part>[]): Variant => ({
  id,
  manage_inventory: true,
  allow_backorder: false,
  inventory_items,
})
const SOFA = variant("sofa", part("frame"))
/** A set has two cushions and a frame. */
const SET = variant("set", part("frame"), part("cushion", 2))
const held = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(
    ([inventory_item_id, quantity]) => ({ inventory_item_id, quantity }) as ReservationItemDTO,
  )

describe("pieces that core is still asked for", () => {
  it.each<[string, Variant, number, Record<string, number>, number]>([
    ["all of them where nothing is held", SOFA, 2, {}, 2],
    ["none where all are held", SOFA, 2, { frame: 2 }, 0],
    ["none where more is held", SOFA, 2, { frame: 5 }, 0],
    ["the rest where some are held", SOFA, 3, { frame: 1 }, 2],
    ["none where all parts of a kit are held", SET, 2, { frame: 2, cushion: 4 }, 0],
    ["the kits of which a part is not held", SET, 2, { frame: 2, cushion: 2 }, 1],
    ["none where a part of a piece is held that is sold by weight", SOFA, 0.7, { frame: 0.7 }, 0],
    ["all of what Medusa does not count", variant("service"), 1, { frame: 1 }, 1],
  ])("are %s", (_what, wanted, quantity, quantities, left) => {
    const rest = withoutHeld([{ variant: wanted, quantity }], held(quantities))
    expect(rest.map((one) => one.quantity)).toEqual(left ? [left] : [])
  })

  it("share what is held of a part", () => {
    const wanted = [
      { variant: SOFA, quantity: 1 },
      { variant: SET, quantity: 1 },
    ]
    expect(withoutHeld(wanted, held({ frame: 1, cushion: 2 }))).toEqual([{ variant: SET, quantity: 1 }])
  })

  it("count what lies at two locations together", () => {
    const twice = [...held({ frame: 1 }), ...held({ frame: 1 })]
    expect(withoutHeld([{ variant: SOFA, quantity: 2 }], twice)).toEqual([])
  })
})
