import { resolve } from "node:path"
import type { AdminLeaseView } from "../../src/api/admin-types"
import { dashboardOrderFields } from "../bench/dashboard-order.mjs"
import { leaseOrder } from "../support/lease-order"
import { APPLICANT_SECRETS } from "./support/applicant"
import { CANCEL, CONFIRM, LeaseDesk, PRICING } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"

/** The answers to the dashboard's order card, over HTTP. */
export const orderCard = storeRules(
  "order card",
  (store) => {
    const desk = new LeaseDesk(store)
    const look = (orderId: string) => store.admin.get(`/admin/lease-to-own/orders/${orderId}`)
    const allowed = ({ can }: AdminLeaseView) =>
      Object.entries(can).flatMap(([key, { allowed }]) => (allowed ? [key] : []))
    const CHAIR = expect.stringContaining("Harbor reading chair")
    const NOTE = "Agreed with the operator by phone."
    /** An order that was delivered. */
    const delivered = () =>
      store.begin("delivered", async () => {
        const orderId = await desk.placed()
        await desk.delivered(orderId)
        return orderId
      })

    it("shows a placed lease: accepted, captured, its sums in major units and whole cents", async () => {
      const orderId = await desk.placed()
      const total = { amount: 491.46, currency_code: "usd" }
      const card = await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      expect(card).toMatchObject({
        way: "application",
        state: "accepted",
        in_flight: false,
        leased: total,
        order_total: total,
        capture: { mode: "order", done_at: expect.any(String) },
        last_contact: { ok: true },
        approved_at: expect.any(String),
        signed: { evidence: "verified", at: expect.any(String) },
        delivery: { pieces: 1, delivered: 0, completed_on: null, confirmed: null },
        returned: { pieces: 0, display_id: null, checked: null },
        attention: [],
        next_step: { code: "ship" },
        outcomes: ["cancelled", "returned", "delivered"],
      })
      expect(card).toMatchObject({ open_matters: false, order: { id: orderId }, email: expect.any(String) })
      expect(allowed(card)).toEqual(["check_status", "cancel_contract", "confirm_delivery", "settle"])
    })

    it("tells who said what, newest first, ten at most", async () => {
      const orderId = await desk.placed()
      const { facts } = await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      expect(facts.slice(0, 2)).toMatchObject([
        { key: "payment_captured", by: "system" },
        { key: "order_placed", by: "system", params: { display_id: expect.any(String) } },
      ])
      expect(facts.length).toBeLessThanOrEqual(10)
    })

    it("awaits a signature that only the browser reported", async () => {
      const orderId = await desk.awaiting()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "awaiting",
        signed: { evidence: "reported" },
        attention: [{ code: "awaiting", since: expect.any(String) }],
        next_step: { code: "do_not_ship", action: "check_status" },
      })
      expect(allowed(card)).toEqual(["check_status", "attest", "cancel_contract", "settle"])
    })

    it("does not confirm what the service says is not signed", async () => {
      const orderId = await desk.awaiting({ signed: false })
      await desk.statusAgain()
      await desk.act(orderId, "check_status")
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "not_confirmed",
        attention: [{ code: "not_confirmed" }],
        next_step: { code: "ask_for_contract", action: "check_status" },
      })
      expect(allowed(card)).toEqual(["check_status", "cancel_contract", "settle"])
    })

    it("counts what is delivered of an order with more than one piece", async () => {
      const orderId = await desk.placed({ items: [{ handle: "sofa", quantity: 2 }] })
      await desk.delivered(orderId, { sofa: 1 })
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "part_shipped",
        delivery: { pieces: 2, delivered: 1, completed_on: null },
        next_step: { code: "keep_shipping", params: { done: "1", total: "2" } },
      })
      expect(allowed(card)).toEqual(["check_status", "confirm_delivery", "check_return", "return_lease", "settle"])
      expect(card.can.cancel_contract).toMatchObject({
        allowed: false,
        reason: "cancel_after_shipping",
        message: expect.stringContaining("shipped"),
      })
    })

    it("shows a lease that runs, with the day and who told it", async () => {
      const orderId = await delivered()
      const card = await desk.card(orderId)
      const today = new Date().toISOString().slice(0, 10)
      expect(card).toMatchObject({
        state: "delivered",
        delivery: { pieces: 1, delivered: 1, completed_on: today, confirmed: { date: today, by: "system" } },
        last_contact: { operation: "delivery", ok: true },
        next_step: null,
      })
      expect(allowed(card)).toEqual(["check_status", "check_return", "return_lease", "settle"])
    })

    it("is sending while the confirmation is in progress, and refuses everything meanwhile", async () => {
      const orderId = await desk.placed()
      const parcel = await store.merchant.send(orderId)
      store.sandbox.fault({ route: CONFIRM, fault: "slow" })
      await store.merchant.deliver(orderId, parcel)
      const card = await desk.cardWhen(orderId, ({ state }) => state === "sending")
      expect(card).toMatchObject({ state: "sending", in_flight: true, next_step: { code: "wait" } })
      expect(allowed(card)).toEqual([])
      expect(card.can.return_lease).toMatchObject({ reason: "busy" })
      expect((await desk.cardWhen(orderId, ({ state }) => state !== "sending")).state).toBe("delivered")
    })

    it("shows a confirmation that failed, why, and when it is tried again", async () => {
      const orderId = await desk.placed()
      store.sandbox.fault({ route: CONFIRM, fault: "401" })
      await desk.delivered(orderId)
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "delivery_failed",
        attention: [
          {
            code: "delivery_failed",
            next_retry_at: expect.any(String),
            error: { code: "service_credentials", message: expect.stringContaining("credentials") },
          },
        ],
        last_contact: { operation: "delivery", ok: false },
        next_step: { code: "try_again", action: "retry" },
      })
      expect(new Date(card.attention[0]?.next_retry_at ?? 0).getTime()).toBeGreaterThan(Date.now())
    })

    it("shows a confirmation that may or may not have arrived", async () => {
      const orderId = await desk.placed()
      store.sandbox.fault({ route: CONFIRM, fault: "drop-after" })
      desk.noStatus()
      await desk.delivered(orderId)
      await store.pass("2 minutes")
      await store.look()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "delivery_unknown",
        attention: [{ code: "delivery_unknown", error: { code: "result_unknown" } }],
        next_step: { code: "ask_then_settle", action: "settle" },
      })
      expect(card.attention[0]).not.toHaveProperty("next_retry_at")
      expect(allowed(card)).toEqual(["check_status", "check_return", "retry", "settle"])
    })

    it("shows a payment that cannot be captured", async () => {
      const orderId = await desk.placed()
      await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      await store.sql("delete from capture")
      await store.sql("update payment set captured_at = null")
      await store.sql("update lease set status_at = status_at - interval '1 hour'")
      expect(await desk.card(orderId)).toMatchObject({
        state: "capture_open",
        attention: [{ code: "capture_open" }],
        next_step: { code: "capture" },
      })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({ state: "accepted", attention: [] })
    })

    it("shows that a lease may not be returned", async () => {
      const orderId = await desk.placed({ tag: "noreturn" })
      await desk.delivered(orderId)
      await desk.act(orderId, "check_return")
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "not_returnable",
        returned: { checked: { eligible: false, at: expect.any(String) } },
        next_step: { code: "check_return", action: "check_return" },
        can: { return_lease: { allowed: false, reason: "return_not_eligible" } },
      })
    })

    it("asks for the return of goods that all came back", async () => {
      const orderId = await delivered()
      const display_id = await desk.receiveBack(orderId, { sofa: 1 })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({
        state: "return_due",
        returned: { pieces: 1, display_id, received_on: new Date().toISOString().slice(0, 10) },
        attention: [{ code: "return_due", since: expect.any(String) }],
        next_step: { code: "send_return", action: "return_lease", params: { display_id: String(display_id) } },
      })
    })

    it("shows that only a part came back, until a person accepts it", async () => {
      const orderId = await desk.placed({ items: [{ handle: "sofa", quantity: 2 }] })
      await desk.delivered(orderId)
      await desk.receiveBack(orderId, { sofa: 1 })
      await store.look()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "return_partial",
        attention: [{ code: "return_partial" }],
        next_step: { code: "receive_rest", action: "check_return" },
        can: { return_lease: { reason: "return_incomplete", params: { done: "1", total: "2" } } },
      })
      await desk.act(orderId, "settle", { outcome: "nothing", note: NOTE })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({ state: "delivered", attention: [] })
    })

    it("shows an order that was changed after the signature, until a person accepts it or it is changed again", async () => {
      const orderId = await desk.placed()
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({
        state: "amount_differs",
        leased: { amount: 491.46 },
        attention: [{ code: "amount_differs", differences: [{ title: CHAIR, signed: 0, now: 1 }] }],
        next_step: { code: "replace_contract", action: "replace_contract" },
      })
      await desk.act(orderId, "settle", { outcome: "nothing", note: NOTE })
      await store.look()
      expect(await desk.card(orderId)).toMatchObject({ state: "accepted", attention: [] })
      await store.merchant.edit(orderId, { quantities: { chair: 2, sofa: 0 } })
      expect(await desk.card(orderId)).toMatchObject({
        state: "amount_differs",
        attention: [
          {
            differences: [
              { title: expect.stringContaining("Harbor sofa"), now: 0 },
              { title: CHAIR, now: 2 },
            ],
          },
        ],
      })
    })

    it("shows the new contract of an order that was changed, and leads from the former lease to it and back", async () => {
      const orderId = await desk.placed()
      await store.merchant.edit(orderId, { add: { [store.shop.variantIds.chair ?? ""]: 1 } })
      await store.look()
      const former = await desk.card(orderId)
      expect(former).toMatchObject({ replaces: null, replaced_by: null })
      const { lease: told } = (await desk.act(orderId, "replace_contract")) as { lease: AdminLeaseView }
      const card = await desk.card(orderId)
      expect(told.id).toBe(card.id)
      expect(card).toMatchObject({
        state: "replacing",
        leased: null,
        order_total: former.order_total,
        replaces: { id: former.id, reference: former.reference },
        replaced_by: null,
        facts: [
          { key: "contract_replaced", by: "merchant", params: { from: former.reference } },
          { key: "lease_opened" },
        ],
        next_step: { code: "send_signing_link", action: "signing_link" },
      })
      const { body } = await store.admin.get(`/admin/lease-to-own/leases/${former.id}`)
      expect(body).toMatchObject({
        lease: {
          state: "cancelled",
          order: null,
          replaces: null,
          replaced_by: { id: card.id, reference: card.reference },
          attention: [],
          next_step: null,
        },
        order: { id: orderId, display_id: former.order?.display_id },
      })
      const asked = await store.admin.post(`/admin/lease-to-own/leases/${former.id}/actions/check_status`, {})
      expect(asked.body).toMatchObject({ lease: { id: former.id, replaced_by: { id: card.id } } })
    })

    it("shows a canceled order with the dashboard user who canceled it", async () => {
      const orderId = await desk.placed()
      await store.merchant.cancel(orderId)
      const card = await desk.card(orderId)
      expect(card).toMatchObject({ state: "cancelled", next_step: null })
      expect(card.facts.find(({ key }) => key === "cancel_asked")).toMatchObject({ by: "merchant", actor: "Demo" })
      expect(allowed(card)).toEqual([])
    })

    it("shows that it is not known whether the contract was canceled", async () => {
      const orderId = await desk.placed()
      store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
      await store.merchant.cancel(orderId)
      expect(await desk.card(orderId)).toMatchObject({
        state: "cancel_unknown",
        attention: [{ code: "cancel_unknown", since: expect.any(String), next_retry_at: expect.any(String) }],
        last_contact: { operation: "cancel", ok: false },
        next_step: { code: "try_again", action: "retry" },
      })
    })

    it("shows that it is not known whether the return was made, then that it was", async () => {
      const orderId = await delivered()
      store.sandbox.fault({ route: "POST /application/return", fault: "drop-after" })
      const asked = await desk.act(orderId, "return_lease")
      expect(asked).toMatchObject({
        result: "refused",
        refusal: { code: "result_unknown" },
        lease: { state: "return_unknown", attention: [{ code: "return_unknown" }], next_step: { action: "retry" } },
      })
      await desk.act(orderId, "retry")
      expect(await desk.card(orderId)).toMatchObject({
        state: "returned",
        attention: [],
        next_step: { code: "close_order", amount: { amount: 491.46 } },
      })
      // Medusa proposes the goods alone. That is accepted, and the rest is asked for.
      expect((await store.merchant.refund(orderId, 400)).status).toBe(200)
      await store.pass("10 minutes")
      await store.look()
      const rest = { amount: 91.46, currency_code: "usd" }
      expect(await desk.card(orderId)).toMatchObject({
        attention: [{ code: "refund_due", amount: rest }],
        next_step: { code: "close_order", amount: rest },
      })
      await store.merchant.refund(orderId, 91.46)
      expect(await desk.card(orderId)).toMatchObject({ state: "returned", attention: [], next_step: null })
    })

    it("shows a lease that outlives its order, and leads to the return of what has left", async () => {
      const orderId = await delivered()
      await store.sql(`update "order" set status = 'canceled' where id = ?`, [orderId])
      await store.look()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "order_cancelled_lease_alive",
        attention: [{ code: "order_cancelled_lease_alive", since: expect.any(String) }],
        next_step: { code: "return_goods", action: "return_lease" },
      })
      expect(allowed(card)).toEqual(["check_status", "check_return", "return_lease", "settle"])
    })

    it("shows what the ledger raised", async () => {
      const orderId = await desk.placed()
      const { id } = await desk.lease(orderId)
      await store.sql(
        `update lease set attention = '[{"code":"cart_mismatch","params":{},"since":"2026-11-01T00:00:00Z"}]'`,
      )
      expect(await desk.card(orderId)).toMatchObject({
        id,
        state: "needs_attention",
        next_step: { code: "compare_cart" },
        can: { confirm_delivery: { reason: "ship_attention" } },
      })
    })

    it("shows everything else that the ledger can raise, and a lease canceled beside its order", async () => {
      const orderId = await desk.placed()
      await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      for (const code of ["invoice_differs", "paid_otherwise"]) {
        await store.sql("update lease set attention = ?::jsonb", [
          JSON.stringify([{ code, params: {}, since: "2026-11-01T00:00:00Z" }]),
        ])
      }
      await store.sql("update lease set attention = '[]'")
      await desk.act(orderId, "cancel_contract")
      expect(await desk.card(orderId)).toMatchObject({
        state: "cancelled",
        next_step: { code: "cancel_or_refund", amount: { amount: 491.46, currency_code: "usd" } },
      })
    })

    it("leads a person who must end the lease of an order that another method paid, and is gone afterward", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.sign()
      await shopper.signature()
      await shopper.startPayment("pp_system_default")
      store.sandbox.fault({ route: CANCEL, fault: "409" })
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      for (const interval of ["6 minutes", "2 minutes"]) {
        await store.pass(interval)
        await store.runJob()
      }
      const lease = () => store.ledger.ofCart(shopper.cartId)
      const card = await desk.cardWhen(body.order.id, ({ attention }) => attention.length === 2)
      expect(card).toMatchObject({
        state: "needs_attention",
        attention: [{ code: "paid_otherwise" }, { code: "cancel_failed" }],
        next_step: { code: "cancel_other_payment", action: "cancel_contract" },
      })
      expect(allowed(card)).toEqual(["check_status", "cancel_contract", "retry", "settle"])
      await store.merchant.send(body.order.id)

      const { body: done } = await store.admin.post(`/admin/lease-to-own/leases/${card.id}/actions/cancel_contract`, {})
      expect(done).toMatchObject({ result: "done", lease: { state: "cancelled", order_total: null } })
      await store.pass("3 minutes")
      await store.look()
      expect(await look(body.order.id)).toMatchObject({ status: 200, body: { lease: null } })
      expect(await lease()).toMatchObject({ status: "cancelled", attention: [] })
    })

    it("shows an attested signature, after which the order goes on as any other", async () => {
      const orderId = await desk.awaiting()
      await desk.act(orderId, "attest", { note: NOTE })
      expect(await desk.card(orderId)).toMatchObject({
        state: "accepted",
        signed: { evidence: "attested" },
        facts: expect.arrayContaining([expect.objectContaining({ key: "attested", note: NOTE, actor: "Demo" })]),
      })
    })

    it("shows an order whose event was lost, and changes nothing by looking", async () => {
      const orderId = await desk.placed()
      await store.sql("update lease set status = 'placing', order_id = null, placed_at = null, status_at = 'yesterday'")
      // The job alone sets the time of its next look.
      const rows = () => store.sql("select to_jsonb(lease) - 'look_at' as row from lease")
      const before = await rows()
      const card = await desk.card(orderId)
      expect(card).toMatchObject({ state: "not_recorded", in_flight: false, next_step: { code: "record_lost" } })
      expect(allowed(card)).toEqual([])
      expect(await rows()).toEqual(before)
    })

    it("shows a second order on one lease as such", async () => {
      const orderId = await desk.placed()
      await store.sql("update lease set order_id = 'order_first'")
      const card = await desk.card(orderId)
      expect(card).toMatchObject({
        state: "needs_attention",
        attention: [{ code: "second_order" }],
        next_step: { code: "archive_second" },
        can: { cancel_contract: { reason: "other_order" } },
      })
      expect(allowed(card)).toEqual([])
    })

    it("has nothing to say of an order without a lease", async () => {
      const shopper = store.shopper()
      await shopper.fillCart()
      await shopper.startPayment("pp_system_default")
      const { body } = await shopper.complete()
      expect(await look(body.order.id)).toMatchObject({ status: 200, body: { lease: null } })
    })

    it("has nothing to say of an order that is not there", async () => {
      expect(await look("order_unknown")).toMatchObject({ status: 200, body: { lease: null } })
    })

    it("knows the order as the dashboard's order page hands it over", async () => {
      const orderId = await desk.placed()
      const fields = encodeURIComponent(dashboardOrderFields(resolve(__dirname, "../..")))
      const { body } = await store.admin.get(`/admin/orders/${orderId}?fields=${fields}`)
      expect(Object.keys(body.order)).toEqual(expect.arrayContaining(Object.keys(leaseOrder(orderId))))
      const ours = [{ provider_id: "pp_lease-to-own" }]
      expect(body.order.payment_collections).toMatchObject([{ payments: ours, payment_sessions: ours }])
    })

    it("gives out no key, no address of a contract and nothing of the application, asks the service nothing, and is kept by no cache", async () => {
      const orderId = await desk.placed()
      const before = store.calls().length
      const { body, headers } = await look(orderId)
      const text = JSON.stringify(body)
      expect(["http", "key_hash", "claim", ...APPLICANT_SECRETS].filter((secret) => text.includes(secret))).toEqual([])
      expect(headers.get("cache-control")).toBe("no-store")
      expect(store.calls()).toHaveLength(before)
      expect((await store.http.get(`/admin/lease-to-own/orders/${orderId}`)).status).toBe(401)
    })

    it("reads ten entries of a history, however long it is", async () => {
      const orderId = await desk.placed()
      const { id } = await desk.lease(orderId)
      await store.sql(
        `insert into lease_event (id, lease_id, type, actor, detail) select 'e' || n, ?, 'retried', 'system', '{}' from generate_series(1, 10000) n`,
        [id],
      )
      const card = await desk.card(orderId)
      expect(card).toMatchObject({ approved_at: expect.any(String), last_contact: { ok: true } })
      expect(card.facts.map(({ key }) => key)).toEqual(Array(10).fill("retried"))
    })

    it("reads the status of an order without a status only once", async () => {
      const orderId = await desk.awaiting()
      const before = desk.count(PRICING)
      await desk.act(orderId, "check_status")
      expect(desk.count(PRICING)).toBe(before + 1)
    })
  },
  { contractLink: "https://shop.example/lease?cart={cartId}" },
)
