import { resolve } from "node:path"
import type { AdminLeaseView } from "../../src/api/admin-types"
import { dashboardOrderFields } from "../bench/dashboard-order.mjs"
import { leaseOrder } from "../support/lease-order"
import { APPLICANT_SECRETS } from "./support/applicant"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

/** The responses to the dashboard's order card, over HTTP. */
export const orderCard = storeRules(
  "order card",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const cardOf = (orderId: string) => store.admin.get(`/admin/lease-to-own/orders/${orderId}`)
    const allowed = ({ actions }: AdminLeaseView) =>
      Object.entries(actions).flatMap(([key, { allowed }]) => (allowed ? [key] : []))

    it("the card shows a placed lease as accepted and captured, with amounts in major units", async () => {
      const orderId = await dashboard.placed()
      const total = { amount: 491.46, currency_code: "usd" }
      const card = await dashboard.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      expect(card).toMatchObject({
        ...{ flow: "api", state: "accepted", leased: total, order_total: total },
        capture: { mode: "order", done_at: expect.any(String) },
        last_contact: { ok: true },
        signed: { evidence: "verified", at: expect.any(String) },
        delivery: { pieces: 1, delivered: 0, completed_on: null, confirmed: null },
        returned: { pieces: 0, display_id: null, checked: null },
        ...{ alerts: [], next_step: { code: "ship" }, needs_resolution: false, order: { id: orderId } },
      })
      expect(card.facts.slice(0, 2)).toMatchObject([
        { key: "payment_captured", by: "system" },
        { key: "order_placed", by: "system", params: { display_id: expect.any(String) } },
      ])
      expect(allowed(card)).toEqual(["check_status", "cancel_contract", "confirm_delivery", "mark_resolved"])
    })

    it("the card's route returns no secrets or applicant data, makes no call and isn't cached", async () => {
      const orderId = await dashboard.placed()
      const before = store.calls().length
      const { body, headers } = await cardOf(orderId)
      const secrets = ["http", "key_hash", "claim", ...APPLICANT_SECRETS]
      expect(secrets.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([])
      expect(headers.get("cache-control")).toBe("no-store")
      expect(store.calls()).toHaveLength(before)
      expect((await store.http.get(`/admin/lease-to-own/orders/${orderId}`)).status).toBe(401)
      expect(await cardOf("order_unknown")).toMatchObject({ status: 200, body: { lease: null } })
    })

    it("the card shows an active lease with its day and source, and asks for a return once all goods came back", async () => {
      const orderId = await dashboard.placed()
      await dashboard.delivered(orderId)
      const today = new Date().toISOString().slice(0, 10)
      expect(await dashboard.card(orderId)).toMatchObject({
        state: "delivered",
        delivery: { pieces: 1, delivered: 1, completed_on: today, confirmed: { date: today, by: "system" } },
        last_contact: { operation: "delivery", ok: true },
        next_step: null,
      })
      const display_id = await dashboard.receiveBack(orderId, { sofa: 1 })
      await store.reconcile()
      expect(await dashboard.card(orderId)).toMatchObject({
        state: "return_due",
        returned: { pieces: 1, display_id, received_on: today },
        alerts: [{ code: "return_due", since: expect.any(String) }],
        next_step: { code: "send_return", action: "return_lease", params: { display_id: String(display_id) } },
      })
    })

    it("the card shows how an order differs from the contract", async () => {
      const orderId = await dashboard.placed()
      const chair = { title: expect.stringContaining("Harbor reading chair"), signed: 0, now: 1 }
      const sofa = { title: expect.stringContaining("Harbor sofa"), signed: 1, now: 0 }
      await store.merchant.edit(orderId, { quantities: { sofa: 0 }, add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      await store.reconcile()
      const alerts = [{ code: "amount_differs", differences: [sofa, chair] }]
      expect(await dashboard.card(orderId)).toMatchObject({
        state: "amount_differs",
        leased: { amount: 491.46 },
        alerts,
      })
    })

    it("the card shows an edited order's new contract, and the two leases link to each other", async () => {
      const orderId = await dashboard.placed()
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      await store.reconcile()
      const former = await dashboard.card(orderId)
      const { lease: told } = await dashboard.act(orderId, "replace_contract")
      const card = await dashboard.card(orderId)
      expect(told.id).toBe(card.id)
      const from = former.reference
      expect(card).toMatchObject({
        ...{ state: "replacing", leased: null, order_total: former.order_total },
        ...{ replaces: { id: former.id, reference: from }, replaced_by: null },
        facts: [{ key: "contract_replaced", by: "merchant", params: { from } }, { key: "lease_opened" }],
      })
      const replaced_by = { id: card.id, reference: card.reference }
      const page = `/admin/lease-to-own/leases/${former.id}`
      expect((await store.admin.get(page)).body).toMatchObject({
        lease: { ...{ state: "canceled", order: null, alerts: [], next_step: null }, replaced_by },
        order: { id: orderId, display_id: former.order?.display_id },
      })
      const asked = await store.admin.post(`${page}/actions/check_status`, {})
      expect(asked.body).toMatchObject({ lease: { id: former.id, replaced_by } })
    })

    it("the card shows an order whose event was lost, and changes nothing", async () => {
      const orderId = await dashboard.placed()
      await store.sql("update lease set status = 'placing', order_id = null, placed_at = null, status_at = 'yesterday'")
      // Only the job sets the time of the next reconciliation.
      const rows = () => store.sql("select to_jsonb(lease) - 'reconcile_at' as row from lease")
      const before = await rows()
      const card = await dashboard.card(orderId)
      expect(card).toMatchObject({ state: "not_recorded", in_flight: false, next_step: { code: "record_lost" } })
      expect(allowed(card)).toEqual([])
      expect(await rows()).toEqual(before)
    })

    it("the card reads the order that the dashboard's order page passes", async () => {
      const orderId = await dashboard.placed()
      const fields = encodeURIComponent(dashboardOrderFields(resolve(__dirname, "../..")))
      const { body } = await store.admin.get(`/admin/orders/${orderId}?fields=${fields}`)
      expect(Object.keys(body.order)).toEqual(expect.arrayContaining(Object.keys(leaseOrder(orderId))))
      const ours = [{ provider_id: "pp_lease-to-own" }]
      expect(body.order.payment_collections).toMatchObject([{ payments: ours, payment_sessions: ours }])
    })
  },
  { contractLink: "https://shop.example/lease?cart={cartId}" },
)
