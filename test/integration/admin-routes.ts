import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { ActionAnswer, ActionKey, AdminLeaseView } from "../../src/api/admin-types"
import { dateIn } from "../../src/lease-cart"
import { ACTION_KEYS } from "../../src/modules/lease/ledger"
import { eventually } from "./support/eventually"
import { AVAILABILITY, CANCEL, CONFIRM, LeaseDashboard, RETURN, WHOM } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

const TIME_ZONE = "America/Chicago"
const NOTE = "The operator said so by phone."

const { messages: TEXTS } = JSON.parse(readFileSync(resolve(__dirname, "../../admin/i18n/es.json"), "utf8"))

/** A merchant's actions on a lease, over HTTP. This store confirms deliveries by hand. */
export const adminActions = storeRules(
  "admin actions",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const day = (days = 0) => dateIn(new Date(Date.now() + days * 86_400_000), TIME_ZONE) ?? ""
    const actions = (leaseId: string, key: string) => `/admin/lease-to-own/leases/${leaseId}/actions/${key}`

    /** Expects a refusal that the dashboard can translate. */
    function refused(answer: ActionAnswer, code: string): AdminLeaseView {
      expect(answer).toMatchObject({ result: "refused", refusal: { code, message: expect.stringMatching(/\w{3}/) } })
      expect(TEXTS).toHaveProperty(code)
      return answer.lease
    }
    function done(answer: ActionAnswer): AdminLeaseView {
      expect(answer).toMatchObject({ result: "done" })
      return answer.lease
    }
    async function refusesEach(orderId: string, asked: (readonly [ActionKey, object, string])[]): Promise<void> {
      const { status, evidence } = await dashboard.lease(orderId)
      const calls = store.calls().length
      for (const [action, body, code] of asked) refused(await dashboard.act(orderId, action, body), code)
      expect(await dashboard.lease(orderId)).toMatchObject({ status, evidence })
      expect(store.calls()).toHaveLength(calls)
    }

    it("staff can't attest a signature that the service denies, and see its response", async () => {
      const orderId = await dashboard.awaiting({ signed: false })
      await dashboard.statusAgain()
      // The card doesn't show it yet: the use case reads the status itself.
      refused(await dashboard.act(orderId, "attest", { note: NOTE }), "attest_overruled")
      expect(done(await dashboard.act(orderId, "check_status"))).toMatchObject({
        state: "not_confirmed",
        next_step: { code: "ask_for_contract", action: "check_status" },
      })
      expect((await dashboard.lease(orderId)).evidence).toBe("reported")
    })

    it("staff can attest a signature when the service gives no status, and their note is stored as plain text", async () => {
      const orderId = await dashboard.awaiting()
      await refusesEach(
        orderId,
        [{}, { note: "  yes   " }, { note: "\u200b".repeat(20) }, { note: { $gt: "" } }, { note: [NOTE] }].map(
          (body) => ["attest", body, "note_required"],
        ),
      )
      const note = `<img src=x onerror="alert(1)"> '; drop table lease; -- {{operator}} ${"ä".repeat(20)}`
      const lease = done(await dashboard.act(orderId, "attest", { note }))
      const capture = { done_at: expect.any(String) }
      expect(lease).toMatchObject({ state: "accepted", signed: { evidence: "attested" }, capture })
      const fact = { key: "attested", by: "merchant", actor: "Demo", note }
      expect(lease.facts).toContainEqual(expect.objectContaining(fact))
      expect((await store.merchant.pack(orderId)).status).toBe(200)
    })

    it("canceling frees a signed cart that isn't ordered yet", async () => {
      const shopper = await store.filled()
      await shopper.readyToOrder()
      const [lease] = (await store.admin.get("/admin/lease-to-own/leases?tab=signed_without_order")).body.leases
      expect(lease).toMatchObject({ state: "signed", order: null })
      const resolved = await store.admin.post(actions(lease.id, "mark_resolved"), { outcome: "returned", note: NOTE })
      expect(refused(resolved.body, "resolve_not_possible")).toMatchObject({ outcomes: ["canceled"] })
      const { body } = await store.admin.post(actions(lease.id, "cancel_contract"))
      expect(body).toMatchObject({ result: "done", lease: { state: "canceled", order_total: null } })
      expect((await shopper.view()).body.step).toBe("intro")
    })

    it("staff confirm the day of the complete delivery once, and nothing before it", async () => {
      const orderId = await dashboard.placed()
      await dashboard.delivered(orderId)
      expect(await dashboard.card(orderId)).toMatchObject({
        state: "delivery_due",
        delivery: { completed_on: day(), earliest: day(), latest: day(366) },
        next_step: { code: "confirm_delivery", action: "confirm_delivery" },
      })
      expect(dashboard.count(CONFIRM)).toBe(0)
      const lease = done(await dashboard.act(orderId, "confirm_delivery", { date: day() }))
      const confirmed = { date: day(), by: "merchant", actor: "Demo" }
      expect(lease).toMatchObject({ state: "delivered", delivery: { confirmed } })
      refused(await dashboard.act(orderId, "confirm_delivery", { date: day() }), "already_delivered")
      expect(dashboard.count(CONFIRM)).toBe(1)
    })

    it("only a future day is accepted before the delivery, and another one after the service refuses it", async () => {
      const orderId = await dashboard.placed()
      expect((await dashboard.card(orderId)).delivery).toMatchObject({ earliest: day(1), latest: day(366) })
      const days = [
        [20261124, "date_required"],
        ["2027-02-29", "date_invalid"],
        ["2020-01-01", "date_invalid"],
        ["2999-01-01", "date_invalid"],
        [day(), "delivery_incomplete"],
      ] as const
      await refusesEach(
        orderId,
        days.map(([date, code]) => ["confirm_delivery", { date }, code]),
      )
      store.sandbox.fault({ route: CONFIRM, fault: "409" })
      const answer = await dashboard.act(orderId, "confirm_delivery", { date: day(1) })
      refused(answer, "call_refused")
      expect(answer).toMatchObject({ refusal: { message: WHOM } })
      const lease = done(await dashboard.act(orderId, "confirm_delivery", { date: day(2) }))
      expect(lease).toMatchObject({ state: "delivered", delivery: { confirmed: { date: day(2) } } })
    })

    it("a return checks availability first, and is refused for impossible days", async () => {
      const orderId = await dashboard.placed()
      await dashboard.delivered(orderId)
      await dashboard.act(orderId, "confirm_delivery", { date: day() })
      expect(done(await dashboard.act(orderId, "check_return"))).toMatchObject({
        state: "delivered",
        returned: { checked: { eligible: true, at: expect.any(String) }, earliest: day(), latest: day() },
      })
      expect([dashboard.count(AVAILABILITY), dashboard.count(RETURN)]).toEqual([1, 0])
      const days = [day(1), "2020-01-01", 7]
      await refusesEach(
        orderId,
        days.map((date) => ["return_lease", { date }, "date_invalid"]),
      )
      store.sandbox.fault({ route: RETURN, fault: "409" })
      expect(refused(await dashboard.act(orderId, "return_lease"), "call_refused")).toMatchObject({
        state: "delivered",
      })
      expect(done(await dashboard.act(orderId, "return_lease", { date: day() }))).toMatchObject({ state: "returned" })
    })

    it("a call of unknown outcome is resent only after the person has seen that nothing can be read back", async () => {
      const orderId = await dashboard.placed()
      store.sandbox.fault({ route: CANCEL, fault: "drop-before" })
      const lease = refused(await dashboard.act(orderId, "cancel_contract"), "result_unknown")
      expect(lease).toMatchObject({ state: "cancel_unknown", next_step: { action: "retry" } })
      const sent = dashboard.count(CANCEL)
      dashboard.noStatus()
      // The contract exists without a status, so this attempt is left to staff.
      const { facts } = refused(await dashboard.act(orderId, "retry"), "result_unknown")
      const fact = { key: "retried", by: "merchant", actor: "Demo", params: { kind: "cancel_contract" } }
      expect(facts).toContainEqual(expect.objectContaining(fact))
      expect(dashboard.count(CANCEL)).toBe(sent)
      expect(done(await dashboard.act(orderId, "retry"))).toMatchObject({ state: "canceled" })
      expect(dashboard.count(CANCEL)).toBe(sent + 1)
    })

    it("staff record that a lease ended elsewhere, with what that requires, and no call is made", async () => {
      const orderId = await dashboard.placed()
      await dashboard.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
      await refusesEach(orderId, [
        ["mark_resolved", { outcome: "nothing" }, "note_required"],
        ["mark_resolved", { note: NOTE }, "outcome_required"],
        ["mark_resolved", { outcome: "lost", note: NOTE }, "outcome_required"],
        ["mark_resolved", { outcome: ["canceled"], note: NOTE }, "outcome_required"],
        ["mark_resolved", { outcome: "nothing", note: NOTE }, "resolve_nothing_open"],
      ])
      const calls = store.calls().length
      const lease = done(await dashboard.act(orderId, "mark_resolved", { outcome: "returned", note: NOTE }))
      expect(lease).toMatchObject({ state: "returned" })
      const fact = { key: "resolved_returned", actor: "Demo", note: NOTE }
      expect(lease.facts).toContainEqual(expect.objectContaining(fact))
      expect(store.calls()).toHaveLength(calls)
    })

    it("an order is accepted as staff saw it, but not once its total has changed again", async () => {
      const orderId = await dashboard.placed()
      const resolve = (acknowledged: string[]) =>
        dashboard.act(orderId, "mark_resolved", { outcome: "nothing", note: NOTE, acknowledged })
      const addLamp = () => store.merchant.edit(orderId, { add: { [store.shop.variantIds.lamp ?? ""]: 1 } })
      const code = "amount_differs"
      await addLamp()
      await dashboard.cardWhen(orderId, ({ alerts }) => alerts.some((alert) => alert.code === code))
      const seen = await dashboard.shownAlerts(orderId)
      await addLamp()
      const now = await eventually(
        () => dashboard.shownAlerts(orderId),
        (marks) => String(marks) !== String(seen),
      )
      for (const old of [seen, [code]])
        expect(refused(await resolve(old), "state_changed")).toMatchObject({ alerts: [{ code }] })
      expect(done(await resolve(now)).alerts).toEqual([])
      expect((await store.merchant.pack(orderId)).status).toBe(200)
    })

    it("invalid requests are refused and do nothing, and JSON with a charset is accepted", async () => {
      const orderId = await dashboard.placed()
      const { id } = await dashboard.lease(orderId)
      const cancel = actions(id, "cancel_contract")
      const send = (path: string, type?: string, body?: string) =>
        store.admin.raw(path, {
          method: "POST",
          ...(type && { headers: { "content-type": type } }),
          ...(body !== undefined && { body }),
        })
      const json = "application/json"
      const refusals: [code: string, status: number, sent: Parameters<typeof send>[]][] = [
        ["action_unknown", 400, ["destroy", "__proto__", "check%20status"].map((key) => [actions(id, key), json])],
        ["lease_not_found", 404, [[actions("lease_unknown", "cancel_contract"), json]]],
        ["body_not_json", 415, [[cancel, "text/plain", '{"note":"x"}'], [cancel]]],
        ["body_invalid", 400, ['{"note": ', "[]", "null"].map((body) => [cancel, json, body])],
        ["body_too_large", 413, [[cancel, json, JSON.stringify({ note: "x".repeat(1_000_000) })]]],
      ]
      for (const [code, status, sent] of refusals)
        for (const one of sent) {
          const answer = { status, body: { code, message: expect.any(String) } }
          expect([one, await send(...one)]).toMatchObject([one, answer])
        }
      for (const key of ACTION_KEYS) expect((await store.http.post(actions(id, key))).status).toBe(401)
      expect((await store.admin.get(cancel)).status).toBe(404)
      expect(dashboard.count(CANCEL)).toBe(0)
      expect((await send(cancel, "Application/JSON; charset=utf-8", "")).status).toBe(200)
    })
  },
  { confirmDeliveryOn: "manual", timeZone: TIME_ZONE },
)
