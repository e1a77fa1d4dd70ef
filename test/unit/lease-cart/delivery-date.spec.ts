import type { DeliveryDateOption } from "../../../src/lease-cart"
import { cart, line, map, refusedFields } from "./builders"

const said = (lease_delivery_date: unknown) => cart({ items: [line({ metadata: { lease_delivery_date } })] })
const guarded = { lineMetadata: true }
const dateOf = (input: ReturnType<typeof cart>, changes: Record<string, unknown> = guarded, now?: Date) =>
  map(input, changes, now).cart.items[0]?.deliveryDate
const always =
  (date: ReturnType<DeliveryDateOption>): DeliveryDateOption =>
  () =>
    date

describe("a line's delivery date", () => {
  test("is not the shopper's to say: anybody can write the metadata of a line", () => {
    expect(dateOf(said("2027-03-05"), {})).toBeUndefined()
    expect(dateOf(said("soon"), {})).toBeUndefined()
  })

  test("comes from its metadata where the store guards it", () => {
    expect(dateOf(said("2027-03-05"))).toBe("2027-03-05")
  })

  test("comes from the option when the metadata says nothing", () => {
    expect(dateOf(cart(), { deliveryDate: always("2027-03-05") })).toBe("2027-03-05")
  })

  test("of the option goes before the metadata's, readable or not", () => {
    const deliveryDate = always("2027-04-01")
    expect(dateOf(said("2027-03-05"), { ...guarded, deliveryDate })).toBe("2027-04-01")
    expect(dateOf(said("soon"), { ...guarded, deliveryDate })).toBe("2027-04-01")
  })

  test("of the metadata is asked for while the option does not know", () => {
    expect(dateOf(said("2027-03-05"), { ...guarded, deliveryDate: always(undefined) })).toBe("2027-03-05")
  })

  test.each([
    ["1999-01-01", undefined],
    ["2027-01-14", undefined],
    ["2027-01-15", "2027-01-15"],
    ["2028-01-15", "2028-01-15"],
    ["2028-01-16", undefined],
    ["2099-12-31", undefined],
  ])("on 15 January 2027 of %s is told as %s", (date, told) => {
    expect(dateOf(said(date))).toBe(told)
    expect(dateOf(cart(), { deliveryDate: always(date) })).toBe(told)
  })

  test("is judged by the day in the store's time zone", () => {
    const now = new Date("2027-03-05T02:00:00Z")
    expect(dateOf(said("2027-03-04"), { ...guarded, timeZone: "America/New_York" }, now)).toBe("2027-03-04")
    expect(dateOf(said("2027-03-04"), guarded, now)).toBeUndefined()
  })

  test("option is asked with the line and its cart", () => {
    const asked: string[] = []
    const deliveryDate: DeliveryDateOption = (item, input) => {
      asked.push(`${input.id} ${item.id}`)
      return undefined
    }
    map(cart({ items: [line({ id: "cali_9" })] }), { deliveryDate })
    expect(asked).toEqual(["cart_1 cali_9"])
  })

  test.each([undefined, null, "", "  "])("is absent, never empty, when it is %j", (nothing) => {
    expect(map(said(nothing), guarded).cart.items[0]).not.toHaveProperty("deliveryDate")
  })

  test("option that does not know leaves it absent", () => {
    expect(map(cart(), { deliveryDate: always(undefined) }).cart.items[0]).not.toHaveProperty("deliveryDate")
  })

  test("as a moment is the calendar date in the store's time zone", () => {
    expect(dateOf(said("2027-03-05T02:00:00Z"), { ...guarded, timeZone: "America/New_York" })).toBe("2027-03-04")
  })

  test("as a moment is the calendar date in UTC by default", () => {
    expect(dateOf(said("2027-03-05T23:30:00-05:00"))).toBe("2027-03-06")
  })

  test("as a Date is the calendar date in the store's time zone", () => {
    const deliveryDate = always(new Date("2027-03-05T20:00:00Z"))
    expect(dateOf(cart(), { deliveryDate, timeZone: "Asia/Tokyo" })).toBe("2027-03-06")
  })

  test.each([
    "2027-02-29",
    "2027-13-01",
    "2027-3-5",
    "05.03.2027",
    "2027-02-30T10:00:00Z",
    "2027-03-05T10:00:00",
    20270305,
  ])("is refused when it is %j", (value) => {
    expect(refusedFields(said(value), guarded)).toEqual(["deliveryDate:invalid"])
  })

  test("is refused when the option answers an invalid Date", () => {
    expect(refusedFields(cart(), { deliveryDate: always(new Date(Number.NaN)) })).toEqual(["deliveryDate:invalid"])
  })

  test("takes a leap day", () => {
    expect(dateOf(said("2028-02-29"), guarded, new Date("2028-01-01T00:00:00Z"))).toBe("2028-02-29")
  })
})
