import type { DeliveryDateOption } from "../../../src/lease-cart"
import { cart, line, map, refusedFields } from "./builders"

const said = (lease_delivery_date: unknown) => cart({ items: [line({ metadata: { lease_delivery_date } })] })
const guarded = { lineMetadata: true }
const dateOf = (input: ReturnType<typeof cart>, changes: Record<string, unknown> = guarded, now?: Date) =>
  map(input, changes, now).cart.items[0]?.deliveryDate
const always = (date: ReturnType<DeliveryDateOption>): { deliveryDate: DeliveryDateOption } => ({
  deliveryDate: () => date,
})

describe("a line's delivery date", () => {
  test("a delivery date comes from metadata only if the store guards it, because shoppers can write that", () => {
    expect([dateOf(said("2027-03-05"), {}), dateOf(said("soon"), {})]).toEqual([undefined, undefined])
    expect(dateOf(said("2027-03-05"))).toBe("2027-03-05")
  })

  test.each([
    ["2027-03-05", "2027-04-01", "2027-04-01"],
    ["soon", "2027-04-01", "2027-04-01"],
    [undefined, "2027-04-01", "2027-04-01"],
    [" 2027-03-05 ", undefined, "2027-03-05"],
    ["\u200e2027\u201103\u201105", undefined, "2027-03-05"],
  ])("the delivery date of metadata %j and option %j is %s", (metadata, option, date) => {
    expect(dateOf(said(metadata), { ...guarded, ...always(option) })).toBe(date)
  })

  test("option deliveryDate is called with the line and its cart", () => {
    const asked: string[] = []
    const deliveryDate: DeliveryDateOption = (item, input) => void asked.push(`${input.id} ${item.id}`)
    map(cart({ items: [line({ id: "cali_9" })] }), { deliveryDate })
    expect(asked).toEqual(["cart_1 cali_9"])
  })

  test.each([
    ["1999-01-01", undefined],
    ["2027-01-14", undefined],
    ["2027-01-15", "2027-01-15"],
    ["2028-01-15", "2028-01-15"],
    ["2028-01-16", undefined],
  ])("on 15 January 2027, a delivery date of %s is sent as %s", (date, told) => {
    expect(dateOf(said(date))).toBe(told)
    expect(dateOf(cart(), always(date))).toBe(told)
  })

  test.each([undefined, null, "", "  ", "\u200b"])("a delivery date of %j is absent, never empty", (nothing) => {
    const { items } = map(said(nothing), { ...guarded, ...always(undefined) }).cart
    expect(items[0]).not.toHaveProperty("deliveryDate")
  })

  test("a delivery date is compared with the day in the store's time zone", () => {
    const now = new Date("2027-03-05T02:00:00Z")
    expect(dateOf(said("2027-03-04"), { ...guarded, timeZone: "America/New_York" }, now)).toBe("2027-03-04")
    expect(dateOf(said("2027-03-04"), guarded, now)).toBeUndefined()
  })

  test("a moment becomes the calendar date in the store's time zone, UTC by default", () => {
    expect(dateOf(said("2027-03-05T02:00:00Z"), { ...guarded, timeZone: "America/New_York" })).toBe("2027-03-04")
    expect(dateOf(said("2027-03-05t23:30:00-05:00"))).toBe("2027-03-06")
    const moment = always(new Date("2027-03-05T20:00:00Z"))
    expect(dateOf(cart(), { ...moment, timeZone: "Asia/Tokyo" })).toBe("2027-03-06")
  })

  test.each(["America/New_York", "UTC", "Asia/Tokyo", "Pacific/Pago_Pago"])(
    "a Date at midnight keeps its day in %s",
    (timeZone) => {
      for (const midnight of [new Date(2027, 2, 5), new Date("2027-03-05")])
        expect(dateOf(cart(), { ...always(midnight), timeZone })).toBe("2027-03-05")
    },
  )

  test.each([
    ...["2027-02-29", "2027-13-01", "2027-3-5", "05.03.2027", "2027-02-30T10:00:00Z", "2027-03-05T10:00:00", "soon"],
    20270305,
  ])("a delivery date of %j is refused", (value) => {
    expect(refusedFields(said(value), guarded)).toEqual(["deliveryDate:invalid"])
  })

  test("a delivery date may be a leap day, and never an invalid Date or a year with five digits", () => {
    expect(dateOf(said("2028-02-29"), guarded, new Date("2028-01-01T00:00:00Z"))).toBe("2028-02-29")
    for (const moment of [
      new Date(Number.NaN),
      new Date("+020270-03-05T10:00:00Z"),
      new Date("+020270-03-05T00:00:00Z"),
    ])
      expect(refusedFields(cart(), always(moment))).toEqual(["deliveryDate:invalid"])
  })
})
