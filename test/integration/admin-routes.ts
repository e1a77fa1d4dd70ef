import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import type { ActionAnswer, ActionKey, AdminLeaseView } from "../../src/api/admin-types"
import { dateIn } from "../../src/lease-cart"
import { ACTION_KEYS } from "../support/ledger"
import { AVAILABILITY, CANCEL, CONFIRM, LeaseDesk, RETURN, WHOM } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { ADDRESS } from "./support/shopper"

const TIME_ZONE = "America/Chicago"
const NOTE = "The operator said so by phone."

const { messages: TEXTS } = JSON.parse(readFileSync(resolve(__dirname, "../../admin/i18n/es.json"), "utf8"))

type Sent = { headers?: Record<string, string>; body?: string }

/** A merchant's actions on a lease, over HTTP. This store confirms deliveries by hand. */
export const adminActions = storeRules(
  "admin actions",
  (store) => {
    const desk = new LeaseDesk(store)
    const day = (days = 0) => dateIn(new Date(Date.now() + days * 86_400_000), TIME_ZONE) ?? ""
    const actions = (leaseId: string, key: string) => `/admin/lease-to-own/leases/${leaseId}/actions/${key}`

    /** Expects a refusal in words that the dashboard can translate. */
    function refused(answer: ActionAnswer, code: string): AdminLeaseView {
      expect(answer).toMatchObject({ result: "refused", refusal: { code, message: expect.stringMatching(/\w{3}/) } })
      expect(TEXTS).toHaveProperty(code)
      return answer.lease
    }
    function done(answer: ActionAnswer): AdminLeaseView {
      expect(answer).toMatchObject({ result: "done" })
      return answer.lease
    }

    describe("check_status", () => {
      it("confirms the signature, and the payment is authorized and captured in the same answer", async () => {
        const orderId = await desk.awaiting()
        await desk.statusAgain()
        const lease = done(await desk.act(orderId, "check_status"))
        expect(lease).toMatchObject({
          state: "accepted",
          signed: { evidence: "verified" },
          capture: { done_at: expect.any(String) },
        })
        expect((await store.merchant.order(orderId)).payment_status).toBe("captured")
      })

      it("tells the service's no, and changes nothing", async () => {
        const orderId = await desk.awaiting({ signed: false })
        await desk.statusAgain()
        expect(done(await desk.act(orderId, "check_status"))).toMatchObject({ state: "not_confirmed" })
        expect((await desk.lease(orderId)).evidence).toBe("reported")
      })

      it("says that the service did not answer", async () => {
        const orderId = await desk.awaiting()
        await desk.statusAgain()
        store.sandbox.fault({ route: "GET /application/cart/pricing", fault: "503", times: 20 })
        refused(await desk.act(orderId, "check_status"), "service_unreachable")
      })

      it("is for what is confirmed, too: before a large parcel leaves somebody may ask again, and reads the answer", async () => {
        const orderId = await desk.placed()
        const before = store.calls().length
        expect(await desk.act(orderId, "check_status")).toMatchObject({ result: "done", says: "signed" })
        expect(store.calls()).toHaveLength(before + 1)
      })
    })

    describe("attest", () => {
      it("lets the order go on where the service says nothing, with who said so and why", async () => {
        const orderId = await desk.awaiting()
        const lease = done(await desk.act(orderId, "attest", { note: NOTE }))
        expect(lease).toMatchObject({
          state: "accepted",
          signed: { evidence: "attested" },
          capture: { done_at: expect.any(String) },
        })
        expect(lease.facts.find(({ key }) => key === "attested")).toMatchObject({
          by: "merchant",
          actor: "Demo",
          note: NOTE,
        })
        expect((await store.merchant.pack(orderId)).status).toBe(200)
      })

      it("keeps a note as the text it is", async () => {
        const orderId = await desk.awaiting()
        const note = `<img src=x onerror="alert(1)"> '; drop table lease; -- {{operator}} ${"ä".repeat(20)}`
        const lease = done(await desk.act(orderId, "attest", { note }))
        expect(lease.facts.find(({ key }) => key === "attested")?.note).toBe(note)
      })

      it("needs a note of ten characters", async () => {
        const orderId = await desk.awaiting()
        for (const body of [{}, { note: "  yes   " }, { note: { $gt: "" } }, { note: [NOTE] }])
          expect(refused(await desk.act(orderId, "attest", body), "note_required")).toMatchObject({ state: "awaiting" })
        expect((await desk.lease(orderId)).evidence).toBe("reported")
      })

      it("never overrules what the service says", async () => {
        const orderId = await desk.awaiting({ signed: false })
        await desk.statusAgain()
        // The card does not know of it yet: the use case asks for itself.
        refused(await desk.act(orderId, "attest", { note: NOTE }), "attest_overruled")
        refused(await desk.act(orderId, "attest", { note: NOTE }), "attest_overruled")
        expect((await desk.lease(orderId)).evidence).toBe("reported")
      })

      it("is not asked for twice", async () => {
        const orderId = await desk.awaiting()
        await desk.act(orderId, "attest", { note: NOTE })
        refused(await desk.act(orderId, "attest", { note: NOTE }), "already_confirmed")
      })
    })

    describe("cancel_contract", () => {
      it("leaves everything as it was when the service refuses", async () => {
        const orderId = await desk.placed()
        store.sandbox.fault({ route: CANCEL, fault: "409" })
        const lease = refused(await desk.act(orderId, "cancel_contract"), "cancel_refused")
        expect(lease).toMatchObject({ state: "accepted", attention: [] })
        expect(done(await desk.act(orderId, "cancel_contract")).state).toBe("cancelled")
      })

      it("is not for what has shipped", async () => {
        const orderId = await desk.placed()
        await store.merchant.send(orderId)
        const answer = await desk.act(orderId, "cancel_contract")
        refused(answer, "cancel_after_shipping")
        expect(answer).toMatchObject({ refusal: { message: WHOM } })
        expect(desk.count(CANCEL)).toBe(0)
      })

      it("gives a signed cart free that was not ordered yet", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.readyToOrder()
        const [lease] = (await store.admin.get("/admin/lease-to-own/leases?tab=signed_without_order")).body.leases
        expect(lease).toMatchObject({ state: "signed", order: null })
        const { body } = await store.admin.post(actions(lease.id, "cancel_contract"))
        expect(body).toMatchObject({ result: "done", lease: { state: "cancelled", order_total: null } })
        expect((await shopper.look()).body.step).toBe("intro")
      })
    })

    describe("confirm_delivery", () => {
      it("tells the day on which everything was delivered, once", async () => {
        const orderId = await desk.placed()
        await desk.delivered(orderId)
        const due = await desk.card(orderId)
        expect(due).toMatchObject({
          state: "delivery_due",
          in_flight: false,
          delivery: { completed_on: day(), earliest: day(), latest: day(366) },
          next_step: { code: "confirm_delivery", action: "confirm_delivery" },
        })
        expect(desk.count(CONFIRM)).toBe(0)
        const lease = done(await desk.act(orderId, "confirm_delivery", { date: due.delivery.completed_on }))
        expect(lease).toMatchObject({
          state: "delivered",
          delivery: { confirmed: { date: day(), by: "merchant", actor: "Demo" } },
        })
        expect(
          refused(await desk.act(orderId, "confirm_delivery", { date: day() }), "already_delivered"),
        ).toMatchObject({
          can: { confirm_delivery: { params: { date: day() } } },
        })
        expect(desk.count(CONFIRM)).toBe(1)
      })

      it("takes a day to come for what is not delivered yet, and no other", async () => {
        const orderId = await desk.placed()
        expect((await desk.card(orderId)).delivery).toMatchObject({ earliest: day(1), latest: day(366) })
        refused(await desk.act(orderId, "confirm_delivery", { date: day() }), "delivery_incomplete")
        expect(desk.count(CONFIRM)).toBe(0)
        const lease = done(await desk.act(orderId, "confirm_delivery", { date: day(1) }))
        expect(lease).toMatchObject({ state: "delivered", delivery: { confirmed: { date: day(1) } } })
      })

      it("is refused what is no day of this order", async () => {
        const orderId = await desk.placed()
        for (const [date, code] of [
          [undefined, "date_required"],
          [20261124, "date_required"],
          ["2026-11-24T10:00:00Z", "date_invalid"],
          ["2027-02-29", "date_invalid"],
          ["2020-01-01", "date_invalid"],
          ["2999-01-01", "date_invalid"],
        ] as const)
          refused(await desk.act(orderId, "confirm_delivery", { date }), code)
        expect(desk.count(CONFIRM)).toBe(0)
      })

      it("is not for a lease that is not surely signed", async () => {
        const orderId = await desk.awaiting()
        refused(await desk.act(orderId, "confirm_delivery", { date: day(1) }), "ship_before_confirmation")
      })

      it("ends with the service's no, which the person has read: the day can be another", async () => {
        const orderId = await desk.placed()
        store.sandbox.fault({ route: CONFIRM, fault: "409" })
        const answer = await desk.act(orderId, "confirm_delivery", { date: day(1) })
        refused(answer, "call_refused")
        expect(answer).toMatchObject({ refusal: { message: WHOM } })
        expect(done(await desk.act(orderId, "confirm_delivery", { date: day(2) })).state).toBe("delivered")
      })

      it("is sent once when two people ask at the same moment", async () => {
        const orderId = await desk.placed()
        const both = [1, 2].map((days) => desk.act(orderId, "confirm_delivery", { date: day(days) }))
        const answers = await Promise.all(both)
        expect(answers.map(({ result }) => result).sort()).toEqual(["done", "refused"])
        const second = answers.find(({ result }) => result === "refused")
        expect(["busy", "already_delivered", "state_changed"]).toContain(
          second?.result === "refused" && second.refusal.code,
        )
        expect(desk.count(CONFIRM)).toBe(1)
        expect(await desk.card(orderId)).toMatchObject({ state: "delivered" })
      })
    })

    describe("check_return and return_lease", () => {
      const running = (tag?: string) =>
        store.begin(`running ${tag}`, async () => {
          const orderId = await desk.placed(tag ? { tag } : {})
          await desk.delivered(orderId)
          await desk.act(orderId, "confirm_delivery", { date: day() })
          return orderId
        })

      it("only asks, then returns after asking again", async () => {
        const orderId = await running()
        expect(done(await desk.act(orderId, "check_return"))).toMatchObject({
          state: "delivered",
          returned: { checked: { eligible: true, at: expect.any(String) }, earliest: day(), latest: day() },
        })
        expect([desk.count(AVAILABILITY), desk.count(RETURN)]).toEqual([1, 0])
        expect(done(await desk.act(orderId, "return_lease", { date: day() }))).toMatchObject({ state: "returned" })
        expect([desk.count(AVAILABILITY), desk.count(RETURN)]).toEqual([2, 1])
        refused(await desk.act(orderId, "return_lease"), "already_closed")
      })

      it("sends no return that the service does not allow, and remembers", async () => {
        const orderId = await running("noreturn")
        expect(refused(await desk.act(orderId, "return_lease"), "return_not_eligible")).toMatchObject({
          state: "not_returnable",
        })
        const asked = desk.count(AVAILABILITY)
        refused(await desk.act(orderId, "return_lease"), "return_not_eligible")
        expect([desk.count(AVAILABILITY), desk.count(RETURN)]).toEqual([asked, 0])
        expect(done(await desk.act(orderId, "check_return"))).toMatchObject({ state: "not_returnable" })
      })

      it("tells the service's no to the return itself, and the lease runs on", async () => {
        const orderId = await running()
        store.sandbox.fault({ route: RETURN, fault: "409" })
        expect(refused(await desk.act(orderId, "return_lease"), "call_refused")).toMatchObject({
          state: "delivered",
        })
      })

      it("is refused days on which nothing can have come back", async () => {
        const orderId = await running()
        refused(await desk.act(orderId, "return_lease", { date: day(1) }), "date_invalid")
        refused(await desk.act(orderId, "return_lease", { date: "2020-01-01" }), "date_invalid")
        refused(await desk.act(orderId, "return_lease", { date: 7 }), "date_invalid")
        expect(desk.count(RETURN)).toBe(0)
      })

      it("is not for what has not shipped", async () => {
        const orderId = await desk.placed()
        refused(await desk.act(orderId, "check_return"), "return_before_shipping")
        refused(await desk.act(orderId, "return_lease"), "return_before_shipping")
        expect(desk.count(AVAILABILITY)).toBe(0)
      })

      it("says that the service did not answer to the question", async () => {
        const orderId = await running()
        store.sandbox.fault({ route: AVAILABILITY, fault: "drop-before", times: 20 })
        refused(await desk.act(orderId, "check_return"), "service_unreachable")
      })

      it("returns once when two people ask at the same moment", async () => {
        const orderId = await running()
        const answers = await Promise.all([1, 2].map(() => desk.act(orderId, "return_lease")))
        expect(answers.filter(({ result }) => result === "done")).toHaveLength(1)
        expect(desk.count(RETURN)).toBe(1)
      })
    })

    describe("retry", () => {
      /** An order whose contract may or may not have been canceled. */
      async function unclear(fault: "drop-before" | "drop-after" = "drop-after") {
        const orderId = await desk.placed()
        store.sandbox.fault({ route: CANCEL, fault })
        refused(await desk.act(orderId, "cancel_contract"), "result_unknown")
        return orderId
      }

      it("reads back what may have arrived, and sends nothing twice", async () => {
        const orderId = await unclear()
        expect(await desk.card(orderId)).toMatchObject({ state: "cancel_unknown", next_step: { action: "retry" } })
        expect(done(await desk.act(orderId, "retry"))).toMatchObject({ state: "cancelled", attention: [] })
        expect(desk.count(CANCEL)).toBe(1)
      })

      it("tells how the new attempt ended", async () => {
        const orderId = await unclear()
        store.sandbox.fault({ route: "GET /application/cart/pricing", fault: "503", times: 20 })
        const lease = refused(await desk.act(orderId, "retry"), "service_unreachable")
        expect(lease).toMatchObject({ state: "cancel_unknown" })
        expect(lease.facts.find(({ key }) => key === "retried")).toMatchObject({
          key: "retried",
          by: "merchant",
          actor: "Demo",
          params: { kind: "cancel_contract" },
        })
      })

      it("sends again only once the person knows that nothing can be read back", async () => {
        const orderId = await unclear("drop-before")
        const sent = desk.count(CANCEL)
        desk.noStatus()
        // The contract is there, and nothing says its state: this attempt ends with a person who has to find out.
        refused(await desk.act(orderId, "retry"), "result_unknown")
        expect(desk.count(CANCEL)).toBe(sent)
        expect(done(await desk.act(orderId, "retry"))).toMatchObject({ state: "cancelled" })
        expect(desk.count(CANCEL)).toBe(sent + 1)
      })

      it("is not for what is in order", async () => {
        const orderId = await desk.placed()
        await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
        refused(await desk.act(orderId, "retry"), "retry_nothing_open")
      })
    })

    describe("settle", () => {
      it.each([
        ["cancelled", "cancelled"],
        ["returned", "returned"],
        ["delivered", "delivered"],
      ])("writes down that a lease ended elsewhere: %s", async (outcome, state) => {
        const orderId = await desk.placed()
        const before = store.calls().length
        const lease = done(await desk.act(orderId, "settle", { outcome, note: NOTE }))
        expect(lease).toMatchObject({ state })
        expect(lease.facts.find(({ key }) => key === `settled_${outcome}`)).toMatchObject({ actor: "Demo", note: NOTE })
        expect(store.calls()).toHaveLength(before)
      })

      it("closes what was raised, and nothing else", async () => {
        const orderId = await desk.placed()
        await store.ledger.wake((await desk.lease(orderId)).id)
        await store.sql(
          `update lease set attention = '[{"code":"cart_mismatch","params":{},"since":"2026-11-01T00:00:00Z"}]'`,
        )
        expect(done(await desk.act(orderId, "settle", { outcome: "nothing", note: NOTE }))).toMatchObject({
          state: "accepted",
          attention: [],
        })
      })

      describe("accepts the order as the person saw it: once it has changed again it is refused, in words;", () => {
        const settle = (orderId: string, seen: string[]) =>
          desk.act(orderId, "settle", { outcome: "nothing", note: NOTE, seen })
        const raised = (orderId: string, wanted: string) =>
          desk.cardWhen(orderId, ({ attention }) => attention.some(({ code }) => code === wanted))

        it("where it goes", async () => {
          const orderId = await desk.placed()
          const goTo = async (address_1: string) => {
            const shipping_address = { ...ADDRESS, address_1 }
            expect((await store.admin.post(`/admin/orders/${orderId}`, { shipping_address })).status).toBe(200)
          }
          await goTo("666 Drop Street")
          await raised(orderId, "recipient_differs")
          const seen = await desk.seen(orderId)
          await goTo("1 Third Road")
          for (const old of [seen, ["recipient_differs"]])
            expect(refused(await settle(orderId, old), "state_changed")).toMatchObject({
              attention: [{ code: "recipient_differs" }],
            })
          expect((await store.merchant.pack(orderId)).status).toBe(400)
          expect(done(await settle(orderId, await desk.seen(orderId))).attention).toEqual([])
          expect((await store.merchant.pack(orderId)).status).toBe(200)
        })

        it("what it comes to", async () => {
          const orderId = await desk.placed()
          const add = { [store.shop.variantIds.lamp ?? ""]: 1 }
          await store.merchant.edit(orderId, { add })
          const { order_total: total } = await raised(orderId, "amount_differs")
          const seen = await desk.seen(orderId)
          await store.merchant.edit(orderId, { add })
          await desk.cardWhen(orderId, ({ order_total }) => order_total?.amount !== total?.amount)
          expect(refused(await settle(orderId, seen), "state_changed").state).toBe("amount_differs")
          expect(done(await settle(orderId, await desk.seen(orderId))).attention).toEqual([])
        })
      })

      it("is refused without its parts, and where nothing is open", async () => {
        const orderId = await desk.placed()
        await desk.cardWhen(orderId, ({ capture }) => capture.done_at !== null)
        for (const [body, code] of [
          [{ outcome: "nothing" }, "note_required"],
          [{ note: NOTE }, "outcome_required"],
          [{ outcome: "lost", note: NOTE }, "outcome_required"],
          [{ outcome: ["cancelled"], note: NOTE }, "outcome_required"],
          [{ outcome: "nothing", note: NOTE }, "settle_nothing_open"],
        ] as const)
          expect(refused(await desk.act(orderId, "settle", body), code)).toMatchObject({ state: "accepted" })
      })

      it("is refused an outcome that such a lease cannot have", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.readyToOrder()
        const { id } = (await store.ledger.ofCart(shopper.cartId)) ?? { id: "" }
        const { body } = await store.admin.post(actions(id, "settle"), { outcome: "returned", note: NOTE })
        expect(refused(body, "settle_not_possible")).toMatchObject({
          state: "signed",
          outcomes: ["cancelled"],
        })
      })
    })

    it("refuses what is for hosted leases", async () => {
      const orderId = await desk.placed()
      refused(await desk.act(orderId, "send_order_id"), "hosted_only")
      refused(await desk.act(orderId, "send_delivery_date"), "hosted_only")
    })

    it("refuses every action on an order that is not recorded yet", async () => {
      const orderId = await desk.placed()
      const { id } = await desk.lease(orderId)
      await store.sql("update lease set status = 'signed', order_id = null, placed_at = null")
      for (const key of ACTION_KEYS) refused((await store.admin.post(actions(id, key), {})).body, "order_not_recorded")
    })

    it("refuses broken requests, and nothing is done by them", async () => {
      const orderId = await desk.placed()
      const { id } = await desk.lease(orderId)
      const type = (name: string) => ({ headers: { "content-type": name } })
      const cancel = actions(id, "cancel_contract")
      const json = type("application/json")
      const broken: { path: string; sent: Sent; status: number; code: string }[] = [
        ...["destroy", "constructor", "__proto__", "check%20status"].map((key) => {
          return { path: actions(id, key), sent: json, status: 400, code: "action_unknown" }
        }),
        ...ACTION_KEYS.map((key) => {
          return { path: actions("lease_unknown", key), sent: json, status: 404, code: "lease_not_found" }
        }),
        ...[
          { body: '{"note":"x"}', ...type("text/plain") },
          { body: "note=x", ...type("application/x-www-form-urlencoded") },
          { body: "", ...type("text/plain") },
          {},
        ].map((sent) => ({ path: cancel, sent, status: 415, code: "body_not_json" })),
        ...['{"note": ', "[]", '"settle"', "null"].map((body) => {
          return { path: cancel, sent: { body, ...json }, status: 400, code: "body_invalid" }
        }),
        {
          path: cancel,
          sent: { body: JSON.stringify({ note: "x".repeat(1_000_000) }), ...json },
          status: 413,
          code: "body_too_large",
        },
      ]
      for (const { path, sent, status, code } of broken) {
        const answer = await store.admin.raw(path, { method: "POST", ...sent })
        expect({ path, sent, ...answer }).toMatchObject({
          path,
          sent,
          status,
          body: { code, message: expect.any(String) },
        })
      }
      const unknown = ACTION_KEYS.map((key) => store.http.post(actions(id, key)))
      for (const answer of await Promise.all(unknown)) expect(answer.status).toBe(401)
      expect((await store.admin.get(cancel)).status).toBe(404)
      expect(desk.count(CANCEL)).toBe(0)
    })

    it("takes JSON with a charset, and an empty body of it", async () => {
      const orderId = await desk.placed()
      const { id } = await desk.lease(orderId)
      const headers = { "content-type": "Application/JSON; charset=utf-8" }
      const answer = await store.admin.raw(actions(id, "cancel_contract"), { method: "POST", body: "", headers })
      expect(answer.status).toBe(200)
    })

    it("answers with the actions that the lease names, all of them", async () => {
      const orderId = await desk.placed()
      expect(Object.keys((await desk.card(orderId)).can)).toEqual([...ACTION_KEYS] satisfies ActionKey[])
    })
  },
  { confirmDeliveryOn: "manual", timeZone: TIME_ZONE },
)
