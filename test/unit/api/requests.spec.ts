import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import fc from "fast-check"
import { inTime } from "../../../src/api/guards/guard"
import middlewares from "../../../src/api/middlewares"
import { plainText, WidgetEventBody } from "../../../src/api/schemas"
import { addressOf, idOf } from "../../../src/api/store-route"
import { msLeft } from "../../../src/client"

const requestTimeoutMs = 50_000
const req = { scope: { resolve: () => ({ deps: { options: { requestTimeoutMs } } }) } } as unknown as MedusaRequest

it("the deadline applies to everything that is awaited later", async () => {
  const left = await new Promise<number>((resolve) => {
    inTime(req, {} as MedusaResponse, async () => {
      await new Promise((next) => setTimeout(next, 5))
      resolve(msLeft())
    })
  })
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(requestTimeoutMs)
  expect(msLeft()).toBe(Number.POSITIVE_INFINITY)
})

it("every route that waits for the service sets the deadline first", () => {
  const first = (middlewares.routes ?? []).filter(({ middlewares: run }) => run?.[0] === inTime)
  expect(first.map(({ matcher }) => matcher)).toEqual([
    "/store/lease-to-own/*",
    "/admin/lease-to-own/*",
    "/store/carts/:id/complete",
    "/admin/orders/:id/cancel",
    "/admin/orders/:id/payment-sessions/authorize",
    "/admin/payments/:id/refund",
    "/admin/orders/:id/fulfillments",
    "/admin/orders/:id/fulfillments/:fulfillment_id/shipments",
    "/admin/orders/:id/fulfillments/:fulfillment_id/mark-as-delivered",
    "/admin/fulfillments/:id/shipment",
  ])
})

it.each(["a", "x".repeat(100), "ñ 漢 🙂", "two\nlines"])("a valid text is accepted (%#)", (text) => {
  expect(plainText(100).safeParse(text).success).toBe(true)
})

it.each(["", "x".repeat(101), "a\0b", "\ud83d", 7, null])("refuses what can't be stored (%#)", (text) => {
  expect(plainText(100).safeParse(text).success).toBe(false)
})

it.each([
  ["cart_1", "cart_1"],
  ["cart_1\0", "cart_1"],
  ["x".repeat(5000), "x".repeat(200)],
  [undefined, ""],
])("an id that PostgreSQL accepts is found (%#)", (id, found) => {
  expect(idOf({ params: { id } })).toBe(found)
})

const from = (forwarded: string | string[] | undefined, proxies: number) =>
  addressOf({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.1" } } as never, proxies)

it.each([
  ["no proxy", "203.0.113.66, 192.0.2.7", 0, "10.0.0.1"],
  ["one proxy", "203.0.113.66, 192.0.2.7", 1, "192.0.2.7"],
  ["two proxies", "203.0.113.66, 192.0.2.7, 198.51.100.1", 2, "192.0.2.7"],
  ["one proxy, in two headers", ["203.0.113.66", "192.0.2.7"], 1, "192.0.2.7"],
  ["more proxies than told", "192.0.2.7", 5, "192.0.2.7"],
  ["a proxy that forwards no address", undefined, 1, "10.0.0.1"],
])("with %s, the address is the one that the last trusted proxy received", (_, forwarded, proxies, address) => {
  expect(from(forwarded, proxies)).toBe(address)
})

describe("a report of the widget (spec 6.2)", () => {
  const MEMBERS: Record<string, string[]> = {
    onApplicationSubmitResponse: ["leaseId", "status"],
    onApproved: ["leaseId"],
    onSuccess: ["id", "deliveryConfirmationUrl", "orderConfirmationUrl"],
    onCancel: [],
    onFailure: ["message", "id"],
  }
  /** As received: JSON leaves out undefined members. */
  const read = (event: string, payload: unknown) =>
    WidgetEventBody.safeParse(JSON.parse(JSON.stringify({ event, token: "t", payload }))).data
  const oneOf = fc.constantFrom(...Object.keys(MEMBERS))
  const anyMembers = fc.dictionary(fc.constantFrom(...Object.values(MEMBERS).flat()), fc.jsonValue(), {
    noNullPrototype: true,
  })

  it("is accepted with any members, or without a payload", () => {
    fc.assert(
      fc.property(oneOf, fc.option(fc.oneof(anyMembers, fc.jsonValue()), { nil: undefined }), (event, payload) => {
        expect(read(event, payload)).toMatchObject({ event, token: "t" })
      }),
    )
  })

  it("keeps the name of its lease, whatever else it contains", () => {
    fc.assert(
      fc.property(oneOf, anyMembers, (event, others) => {
        for (const name of MEMBERS[event]?.filter((member) => /id$/i.test(member)) ?? [])
          expect(read(event, { ...others, [name]: "LEASE-1" })).toMatchObject({ payload: { [name]: "LEASE-1" } })
      }),
    )
  })
})
