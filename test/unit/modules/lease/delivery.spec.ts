import {
  type DeliveryLine,
  type DeliveryState,
  dayIn,
  dayToConfirm,
  deliveryDays,
  deliveryStateOf,
  expectedDay,
  isAllShipped,
  type LastParcel,
  type Parcel,
  returnDays,
  type SendTracking,
  trackingOf,
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

describe("the state of an order's delivery", () => {
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
    ["shipped once staff say so about what doesn't ship", [digital({ delivered: 1 })], [], { shipped: true }],
    ["without what does not ship and came back", [digital({ returned: 1 })], [], { returned: 0 }],

    ["not there before what an edit added", [there(), line()], [delivered(5)], { pieces: 2, ...MISSING }],
    ["there without what an edit removed", [there(), line({ quantity: 0 })], [delivered(5)], THERE],
    ["there with more than is left of a line", [there(2, { quantity: 1 })], [delivered(5)], THERE],

    ["there though some came back", [there(2, { returned: 1 })], [delivered(5)], { ...THERE, ...TWO, returned: 1 }],
    ["not there by a return", [there(1, { quantity: 2, returned: 1 })], [delivered(5)], { ...MISSING, returned: 1 }],

    ["there by a fraction", [there(0.5)], [delivered(5)], { pieces: 0.5, delivered: 0.5, deliveredAt: at(5) }],
    ["not there by less than it", [there(0.5, { delivered: 0.49 })], [delivered(5)], { deliveredAt: null }],
    ["never there if an edit took all out", [line({ quantity: 0 })], [delivered(5)], { pieces: 0, deliveredAt: null }],
    ["nowhere without a line", [], [], { ...UNTOUCHED, pieces: 0 }],
    ["on its way by only its lines", [line({ shipped: 1 })], [], { shipped: true }],
    ["on its way by only a parcel", [line()], [shipped(3)], { shipped: true, shippedAt: null }],
    ["on its way by only a delivered parcel", [line()], [parcel({ deliveredAt: at(3) })], { shipped: true }],
    ["there without a day if no parcel has one", [there()], [], { shipped: true, deliveredAt: null, shippedAt: null }],
  ])("is %s", (_, lines, parcels, state) => {
    expect(deliveryStateOf(lines, parcels)).toMatchObject(state)
  })
})

describe("the day that is confirmed", () => {
  const ZONE = "America/Chicago"
  const NIGHT = new Date("2026-11-21T05:30:00.000Z")
  const day = (
    state: Partial<Parameters<typeof dayToConfirm>[0]>,
    confirmDeliveryOn: "delivered" | "shipped" | "manual" = "delivered",
  ) =>
    dayToConfirm(
      { deliveredAt: null, shippedAt: null, expected: null, ...state },
      { confirmDeliveryOn, timeZone: ZONE },
      NIGHT,
    )
  const SENT = { shippedAt: at(3) }

  it.each<[string, string | null, ReturnType<typeof day>]>([
    ["is the day of the delivery in the store's time zone", "2026-11-20", day({ deliveredAt: NIGHT })],
    ["is unknown before the delivery", null, day({ ...SENT, expected: "2026-11-23" })],
    ["is left to staff if manual", null, day({ deliveredAt: NIGHT, ...SENT, expected: "2026-11-23" }, "manual")],
    ["is the expected day once everything shipped", "2026-11-23", day({ ...SENT, expected: "2026-11-23" }, "shipped")],
    ["is today, expected today", "2026-11-20", day({ ...SENT, expected: "2026-11-20" }, "shipped")],
    ["is no expected day that is past", null, day({ ...SENT, expected: "2026-11-19" }, "shipped")],
    ["is unknown while something has not shipped", null, day({ expected: "2026-11-23" }, "shipped")],
    ["is unknown where no day was named", null, day(SENT, "shipped")],
  ])("%s", (_, expected, found) => {
    expect(found).toBe(expected)
  })

  const expecting = (...days: (string | undefined)[]) =>
    expectedDay({ cart: { items: days.map((deliveryDate) => (deliveryDate ? { deliveryDate } : {})) } })

  it("an order is expected on the last of its lines' days, if each has one", () => {
    expect(expecting("2026-11-24", "2026-11-23", "2026-11-22")).toBe("2026-11-24")
    expect(expecting("2026-11-24", undefined)).toBeNull()
    expect([expecting(), expectedDay(null)]).toEqual([null, null])
  })
})

it.each([
  ["2099-01-01T02:00:00Z", "2098-12-31"],
  // The service named only the day on which an approval ends.
  ["2098-12-31T23:59:59Z", "2098-12-31"],
  [null, null],
])("the moment %s is on the day %s in the store's time zone", (moment, day) => {
  expect(dayIn(moment === null ? null : new Date(moment), "America/New_York")).toBe(day)
})

describe("the days that staff may enter", () => {
  const facts = { placedAt: new Date("2026-11-19T03:00:00.000Z"), timeZone: "America/Chicago", now: at(21) }
  const delivery = (delivered: number, change: Partial<typeof facts> | { placedAt: null } = {}) =>
    deliveryDays({ ...facts, count: { pieces: 2, delivered }, ...change })

  it("a delivery is between the order and a year ahead, and still to come while a piece is missing", () => {
    expect(delivery(2)).toEqual({ earliest: "2026-11-18", latest: "2027-11-22" })
    expect(delivery(1)).toEqual({ earliest: "2026-11-22", latest: "2027-11-22" })
    expect(delivery(2, { placedAt: null }).earliest).toBeNull()
    // A moment before midnight.
    expect(delivery(1, { now: new Date("2026-11-22T05:59:59.999Z") }).earliest).toBe("2026-11-22")
    // A 25-hour day, and the evening before a 23-hour one.
    expect(delivery(1, { now: new Date("2026-11-01T05:30:00.000Z") }).earliest).toBe("2026-11-02")
    expect(delivery(1, { now: new Date("2027-03-14T05:30:00.000Z") }).earliest).toBe("2027-03-14")
  })

  it("a return is between the order and today", () => {
    expect(returnDays(facts)).toEqual({ earliest: "2026-11-18", latest: "2026-11-21" })
    expect(returnDays({ ...facts, placedAt: null }).earliest).toBeNull()
  })
})

it.each([
  ["some units haven't shipped", { pieces: 2, delivered: 1, shippedAt: null }, false],
  ["all shipped", { pieces: 2, delivered: 0, shippedAt: at(3) }, true],
  ["all are delivered", { pieces: 2, delivered: 2, shippedAt: null }, true],
  ["nothing ships", { pieces: 0, delivered: 0, shippedAt: null }, true],
])("if %s, staff may report a delivery: %j is %s", (_, state, expected) => {
  expect(isAllShipped(state)).toBe(expected)
})

describe("what is sent of the last parcel", () => {
  const PARCEL = { trackingNumber: "1Z999", shippingOption: "Ground", providerId: "ups_ups" }
  const NUMBER = { tracking_id: "1Z999" }
  const to = (carriers: Record<string, string>) => ({ carriers })
  it.each<[string, LastParcel | null, SendTracking, object]>([
    ["nothing without the option", PARCEL, undefined, {}],
    ["nothing without a parcel", null, true, {}],
    ["the shipping option as the carrier", PARCEL, true, { ...NUMBER, carrier: "Ground" }],
    [
      "the operator's name for the shipping option",
      PARCEL,
      to({ Ground: "UPS", ups_ups: "USPS" }),
      { ...NUMBER, carrier: "UPS" },
    ],
    ["the operator's name for the provider", PARCEL, to({ ups_ups: "UPS" }), { ...NUMBER, carrier: "UPS" }],
    ["no carrier that isn't listed", PARCEL, to({ Express: "UPS" }), NUMBER],
    ["no member that every object has", { ...PARCEL, shippingOption: "constructor" }, to({}), NUMBER],
    ["no number without a label", { ...PARCEL, trackingNumber: undefined }, true, { carrier: "Ground" }],
    ["nothing of a bare parcel", {}, true, {}],
    ["no invisible characters", { trackingNumber: "\u200b 1Z\n999 " }, true, { tracking_id: "1Z 999" }],
    ["no number too long to be one", { trackingNumber: "1".repeat(101) }, true, {}],
    ["the longest number", { trackingNumber: "1".repeat(100) }, true, { tracking_id: "1".repeat(100) }],
  ])("%s", (_, parcel, sending, expected) => {
    expect(trackingOf(parcel, sending)).toEqual(expected)
  })
})
