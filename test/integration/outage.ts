import { ledgerDepsOf } from "../../src/modules/lease"
import { eventually } from "./support/eventually"
import { CANCEL, LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"
import { declareOutage } from "./support/outage"

const HEALTH = "/admin/lease-to-own/health"
const CHECK = "/admin/lease-to-own/connection-check"

/** An outage as people and monitors see it. */
export const outage = storeRules("a service in an outage", (store) => {
  const dashboard = new LeaseDashboard(store)
  const health = () => store.admin.get(HEALTH)

  it("an outage is shown to shoppers at once, except those who have signed, and to staff once", async () => {
    const orderId = await dashboard.placed()
    const signed = await store.filled()
    await signed.toSignature()
    const before = (await signed.view()).body
    await declareOutage(store)

    const shopper = await store.filled()
    expect((await shopper.view()).body).toMatchObject({
      step: "unavailable",
      reasons: [{ code: "service_down", message: expect.stringContaining("is not responding. Nothing was lost.") }],
      actions: { apply: { allowed: false, reason: "service_down" } },
      poll_after_ms: expect.any(Number),
    })
    const calls = store.sandbox.journal().length
    expect(await shopper.apply()).toMatchObject({ status: 503, body: { code: "service_unreachable" } })
    expect(store.sandbox.journal()).toHaveLength(calls)
    expect((await signed.view()).body).toEqual(before)

    const told = { outage: { since: expect.any(String) } }
    const pages = ["leases", "setup", `orders/${orderId}`]
    for (const page of pages) expect((await store.admin.get(`/admin/lease-to-own/${page}`)).body).toMatchObject(told)

    expect((await store.admin.post(CHECK)).body).toMatchObject({ result: "reached" })
    for (const page of pages)
      expect((await store.admin.get(`/admin/lease-to-own/${page}`)).body).toMatchObject({ outage: null })
    expect((await shopper.view()).body).toMatchObject({ step: "intro", reasons: [] })
    expect((await shopper.apply()).body).toMatchObject({ status: "approved" })
  })

  it("staff learn that the database is gone and nothing is lost, and their action takes effect once it is back", async () => {
    const orderId = await dashboard.placed()
    const gone = Object.assign(new Error("terminating connection"), { code: "57P01" })
    const read = jest.spyOn(ledgerDepsOf(store.container).store, "ofOrder").mockRejectedValue(gone)
    const body = { code: "store_unavailable", message: expect.stringContaining("Nothing is lost. Try again") }
    const ours = store.admin.get(`/admin/lease-to-own/orders/${orderId}`)
    expect(await ours).toMatchObject({ status: 503, body: { type: "unavailable", ...body } })
    // Medusa's own route has its own error format.
    const cores = { status: 500, body: { type: "unexpected_state", ...body } }
    expect(await store.merchant.cancel(orderId)).toMatchObject(cores)
    read.mockRestore()
    expect((await store.merchant.cancel(orderId)).status).toBe(200)
    expect(dashboard.count(CANCEL)).toBe(1)
  })

  it("a long outage is reported to monitors until it ends", async () => {
    const well = {
      ...{ ok: true, due: 0, running: 0, unknown: 0, oldest_due_at: null, overdue_since: null },
      ...{ outage: null, held: null },
    }
    expect(await health()).toMatchObject({ status: 200, body: well })
    await declareOutage(store)
    expect(await health()).toMatchObject({ status: 200, body: { ok: true, outage: { since: expect.any(String) } } })
    await store.pass("6 minutes")
    expect(await eventually(health, ({ status }) => status === 503)).toMatchObject({ body: { ok: false } })
    await store.admin.post(CHECK)
    expect(await health()).toMatchObject({ status: 200, body: well })
  })
})
