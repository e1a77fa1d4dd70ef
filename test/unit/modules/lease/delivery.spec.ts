import { type DeliveryLine, deliveryStateOf, type Parcel } from "../../../../src/modules/lease/rules/delivery"

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12))

const line = (change: Partial<DeliveryLine> = {}): DeliveryLine => ({
  ships: true,
  quantity: 1,
  shipped: 0,
  delivered: 0,
  returned: 0,
  ...change,
})
const digital = (change: Partial<DeliveryLine> = {}) => line({ ships: false, ...change })
const parcel = (change: Partial<Parcel> = {}): Parcel => ({
  canceled: false,
  shippedAt: null,
  deliveredAt: null,
  ...change,
})
const shipped = (day: number) => parcel({ shippedAt: at(day) })
const delivered = (day: number) => parcel({ shippedAt: at(day - 1), deliveredAt: at(day) })

const UNTOUCHED = { pieces: 1, delivered: 0, returned: 0, shipped: false, deliveredAt: null, shippedAt: null }

describe("how far the delivery of an order is", () => {
  it("nowhere, before anything is packed", () => {
    expect(deliveryStateOf([line()], [])).toEqual(UNTOUCHED)
  })

  it("nowhere, while it is packed only", () => {
    expect(deliveryStateOf([line()], [parcel()])).toEqual(UNTOUCHED)
  })

  it("on its way, once it is shipped", () => {
    expect(deliveryStateOf([line({ shipped: 1 })], [shipped(3)])).toEqual({
      ...UNTOUCHED,
      shipped: true,
      shippedAt: at(3),
    })
  })

  it("there, once it is delivered", () => {
    expect(deliveryStateOf([line({ shipped: 1, delivered: 1 })], [delivered(5)])).toEqual({
      pieces: 1,
      delivered: 1,
      returned: 0,
      shipped: true,
      deliveredAt: at(5),
      shippedAt: at(4),
    })
  })

  it("there, even when no shipment was reported", () => {
    const { deliveredAt, shippedAt, shipped } = deliveryStateOf(
      [line({ delivered: 1 })],
      [parcel({ deliveredAt: at(5) })],
    )
    expect({ deliveredAt, shippedAt, shipped }).toEqual({ deliveredAt: at(5), shippedAt: at(5), shipped: true })
  })
})

describe("an order in several parcels", () => {
  const three = (change: Partial<DeliveryLine>) => line({ quantity: 3, ...change })

  it("is not delivered while a piece is missing", () => {
    const state = deliveryStateOf([three({ shipped: 3, delivered: 2 })], [delivered(4), delivered(5), shipped(3)])
    expect(state).toMatchObject({ pieces: 3, delivered: 2, deliveredAt: null, shippedAt: at(4) })
  })

  it("is delivered with its last parcel, in whatever order they were reported", () => {
    const state = deliveryStateOf([three({ shipped: 3, delivered: 3 })], [delivered(5), delivered(9), delivered(4)])
    expect(state).toMatchObject({ delivered: 3, deliveredAt: at(9), shippedAt: at(8) })
  })

  it("is not delivered while another line is missing", () => {
    const lines = [line({ shipped: 1, delivered: 1 }), line()]
    expect(deliveryStateOf(lines, [delivered(4)])).toMatchObject({
      pieces: 2,
      delivered: 1,
      shipped: true,
      deliveredAt: null,
      shippedAt: null,
    })
  })

  it("counts one line's surplus for no other line", () => {
    const lines = [line({ shipped: 2, delivered: 2 }), line()]
    expect(deliveryStateOf(lines, [delivered(4)])).toMatchObject({ pieces: 2, delivered: 1, deliveredAt: null })
  })
})

describe("a canceled fulfillment", () => {
  const canceled = parcel({ canceled: true, shippedAt: at(9), deliveredAt: at(9) })

  it("alone has moved nothing", () => {
    expect(deliveryStateOf([line()], [canceled])).toEqual(UNTOUCHED)
  })

  it("does not date the delivery of what was sent instead", () => {
    const { deliveredAt, shippedAt } = deliveryStateOf([line({ shipped: 1, delivered: 1 })], [canceled, delivered(5)])
    expect({ deliveredAt, shippedAt }).toEqual({ deliveredAt: at(5), shippedAt: at(4) })
  })
})

describe("what does not ship", () => {
  it("is not waited for", () => {
    const lines = [line({ shipped: 1, delivered: 1 }), digital({ quantity: 5 })]
    expect(deliveryStateOf(lines, [delivered(5)])).toMatchObject({ pieces: 1, delivered: 1, deliveredAt: at(5) })
  })

  it("alone is never delivered automatically", () => {
    expect(deliveryStateOf([digital()], [])).toEqual({ ...UNTOUCHED, pieces: 0 })
    expect(deliveryStateOf([digital({ delivered: 1 })], [delivered(5)])).toMatchObject({ pieces: 0, deliveredAt: null })
  })

  it("has shipped when somebody reported it", () => {
    expect(deliveryStateOf([digital({ delivered: 1 })], [])).toMatchObject({ shipped: true })
  })
})

describe("an order that was edited", () => {
  it("waits for what was added", () => {
    const lines = [line({ shipped: 1, delivered: 1 }), line({ quantity: 1 })]
    expect(deliveryStateOf(lines, [delivered(5)]).deliveredAt).toBeNull()
  })

  it("does not wait for what was taken out", () => {
    const lines = [line({ shipped: 1, delivered: 1 }), line({ quantity: 0 })]
    expect(deliveryStateOf(lines, [delivered(5)])).toMatchObject({ pieces: 1, deliveredAt: at(5) })
  })

  it("is delivered when more was delivered than is left of a line", () => {
    expect(deliveryStateOf([line({ quantity: 1, shipped: 2, delivered: 2 })], [delivered(5)])).toMatchObject({
      pieces: 1,
      delivered: 1,
      deliveredAt: at(5),
    })
  })
})

describe("what came back", () => {
  it("is counted, and does not undo its delivery", () => {
    const state = deliveryStateOf([line({ quantity: 2, shipped: 2, delivered: 2, returned: 1 })], [delivered(5)])
    expect(state).toMatchObject({ pieces: 2, delivered: 2, returned: 1, deliveredAt: at(5) })
  })

  it("before the rest was delivered does not make the rest delivered", () => {
    const state = deliveryStateOf([line({ quantity: 2, shipped: 1, delivered: 1, returned: 1 })], [delivered(5)])
    expect(state).toMatchObject({ delivered: 1, returned: 1, deliveredAt: null })
  })

  it("of goods that do not ship counts for nothing", () => {
    expect(deliveryStateOf([digital({ quantity: 1, returned: 1 })], []).returned).toBe(0)
  })
})

describe("odd quantities", () => {
  it("fractions are compared as they are", () => {
    const half = line({ quantity: 0.5, shipped: 0.5, delivered: 0.5 })
    expect(deliveryStateOf([half], [delivered(5)])).toMatchObject({ pieces: 0.5, delivered: 0.5, deliveredAt: at(5) })
    expect(deliveryStateOf([{ ...half, delivered: 0.49 }], [delivered(5)]).deliveredAt).toBeNull()
  })

  it("an order without a line is never delivered", () => {
    expect(deliveryStateOf([], [])).toEqual({ ...UNTOUCHED, pieces: 0 })
  })

  it("quantities without a parcel that tells when have no date", () => {
    expect(deliveryStateOf([line({ shipped: 1, delivered: 1 })], [])).toMatchObject({
      shipped: true,
      deliveredAt: null,
      shippedAt: null,
    })
  })
})
