import {
  type DeliveryLine,
  type DeliveryState,
  deliveryStateOf,
  type Parcel,
} from "../../../../src/modules/lease/rules/delivery"

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))
const line = (change: Partial<DeliveryLine> = {}): DeliveryLine => ({
  ...{ ships: true, quantity: 1, shipped: 0, delivered: 0, returned: 0 },
  ...change,
})
const digital = (change: Partial<DeliveryLine> = {}) => line({ ships: false, ...change })
const there = (pieces = 1, change: Partial<DeliveryLine> = {}) =>
  line({ quantity: pieces, shipped: pieces, delivered: pieces, ...change })
const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  ...{ canceled: false, shippedAt: null, deliveredAt: null },
  ...change,
})
const shipped = (day: number) => parcel({ shippedAt: at(day) })
const delivered = (day: number) => parcel({ shippedAt: at(day - 1), deliveredAt: at(day) })
const CANCELED = parcel({ canceled: true, shippedAt: at(9), deliveredAt: at(9) })

const UNTOUCHED = { pieces: 1, delivered: 0, returned: 0, shipped: false, deliveredAt: null, shippedAt: null }
const ON_ITS_WAY = { ...UNTOUCHED, shipped: true, shippedAt: at(3) }
const THERE = { ...UNTOUCHED, delivered: 1, shipped: true, deliveredAt: at(5), shippedAt: at(4) }
const TWO = { pieces: 2, delivered: 2 }
const MISSING = { delivered: 1, shipped: true, deliveredAt: null }

describe("how far the delivery of an order is", () => {
  it.each<[string, DeliveryLine[], Parcel[], Partial<DeliveryState>]>([
    ["nowhere, before anything is packed", [line()], [], UNTOUCHED],
    ["nowhere, while it is packed only", [line()], [parcel()], UNTOUCHED],
    ["on its way, once it is shipped", [line({ shipped: 1 })], [shipped(3)], ON_ITS_WAY],
    ["there, once it is delivered", [there()], [delivered(5)], THERE],
    ["there, not reported as shipped", [there()], [parcel({ deliveredAt: at(5) })], { ...THERE, shippedAt: at(5) }],

    [
      "not there while a piece is missing",
      [line({ quantity: 3, shipped: 3, delivered: 2 })],
      [delivered(4), delivered(5), shipped(3)],
      { pieces: 3, delivered: 2, deliveredAt: null, shippedAt: at(4) },
    ],
    [
      "there with its last parcel, in whatever order they were reported",
      [there(3)],
      [delivered(5), delivered(9), delivered(4)],
      { delivered: 3, deliveredAt: at(9), shippedAt: at(8) },
    ],
    ["not there while another line is missing", [there(), line()], [delivered(4)], { ...MISSING, shippedAt: null }],
    ["not there by one line's surplus", [line({ shipped: 2, delivered: 2 }), line()], [delivered(4)], MISSING],

    ["nowhere by a canceled fulfillment", [line()], [CANCELED], UNTOUCHED],
    ["dated by no canceled fulfillment", [there()], [CANCELED, delivered(5)], THERE],

    ["without what does not ship", [there(), digital({ quantity: 5 })], [delivered(5)], THERE],
    ["nowhere where nothing ships", [digital()], [], { ...UNTOUCHED, pieces: 0 }],
    ["never there where nothing ships", [digital({ delivered: 1 })], [delivered(5)], { pieces: 0, deliveredAt: null }],
    ["shipped once somebody says so of what does not ship", [digital({ delivered: 1 })], [], { shipped: true }],
    ["without what does not ship and came back", [digital({ returned: 1 })], [], { returned: 0 }],

    ["not there before what an edit added", [there(), line()], [delivered(5)], { pieces: 2, ...MISSING }],
    ["there without what an edit took out", [there(), line({ quantity: 0 })], [delivered(5)], THERE],
    ["there with more than is left of a line", [there(2, { quantity: 1 })], [delivered(5)], THERE],

    ["there though some came back", [there(2, { returned: 1 })], [delivered(5)], { ...THERE, ...TWO, returned: 1 }],
    [
      "not there by what came back before the rest was delivered",
      [there(1, { quantity: 2, returned: 1 })],
      [delivered(5)],
      { ...MISSING, returned: 1 },
    ],

    ["there by a fraction", [there(0.5)], [delivered(5)], { pieces: 0.5, delivered: 0.5, deliveredAt: at(5) }],
    ["not there by less than it", [there(0.5, { delivered: 0.49 })], [delivered(5)], { deliveredAt: null }],
    ["nowhere without a line", [], [], { ...UNTOUCHED, pieces: 0 }],
    ["there on no day where no parcel tells one", [there()], [], { shipped: true, deliveredAt: null, shippedAt: null }],
  ])("is %s", (_, lines, parcels, state) => {
    expect(deliveryStateOf(lines, parcels)).toMatchObject(state)
  })
})
