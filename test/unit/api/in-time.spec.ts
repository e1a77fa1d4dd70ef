import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { inTime } from "../../../src/api/guards/guard"
import middlewares from "../../../src/api/middlewares"
import { msLeft } from "../../../src/client"

const requestTimeoutMs = 50_000
const req = { scope: { resolve: () => ({ desk: { options: { requestTimeoutMs } } }) } } as unknown as MedusaRequest

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
