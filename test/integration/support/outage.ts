import { OUTAGE_AFTER } from "../../../src/modules/lease/accounts/breaker"
import { eventually } from "./eventually"
import type { LeaseStore } from "./lease-store"

/** Causes an outage: the probe and enough applications get no response. */
export async function declareOutage(store: LeaseStore): Promise<void> {
  store.sandbox.fault({ route: "POST /application", fault: "429", times: OUTAGE_AFTER })
  store.sandbox.fault({ route: "GET /application/cart/pricing", fault: "429", times: 1 })
  const shopper = await store.filled()
  for (let failed = 0; failed < OUTAGE_AFTER; failed++) expect((await shopper.apply()).status).toBe(503)
  await eventually(
    () => store.admin.get("/admin/lease-to-own/health"),
    ({ body }) => body.outage !== null,
  )
}
