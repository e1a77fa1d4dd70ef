import type { WidgetAnswer } from "../../src/api/types"
import { historyOf } from "../support/history"
import { leaseInWidget, type Success, UPDATE_DELIVERY, UPDATE_ORDER, widgetOptions } from "./support/hosted-lease"
import { LeaseDesk } from "./support/lease-desk"
import { storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"
import { databaseOf, logOf } from "./support/traces"

const SYSTEM = "pp_system_default"
const NOTE = "Told the operator by telephone."
const DAY_MS = 86_400_000

type Order = { id: string; display_id: number }

/** The second way: the operator's hosted widget, whose card another provider charges. The widget itself is played by hand. */
export const hostedWidget = storeRules(
  "hosted widget",
  (store) => {
    const desk = new LeaseDesk(store)
    const entry = (of: Awaited<ReturnType<typeof entriesOf>>) => of.map(({ type }) => type)
    const leaseOf = async (shopper: Shopper) => {
      const lease = await store.ledger.leftOfCart(shopper.cartId)
      if (!lease) throw new Error("the cart has no lease")
      return lease
    }
    const entriesOf = async (shopper: Shopper) => historyOf(store.ledger, (await leaseOf(shopper)).id)
    /** Counts the calls to a one-time URL, and those that took effect. */
    const arrived = (route: string) => {
      const calls = store.sandbox.journal().filter((call) => call.route === route)
      return { calls: calls.length, done: calls.filter(({ done }) => done).length }
    }

    /** A shopper with a full cart and an open widget. */
    async function opened(): Promise<{ shopper: Shopper; widget: WidgetAnswer }> {
      const shopper = store.shopper()
      await shopper.fillCart()
      return { shopper, widget: await shopper.toWidget() }
    }

    /** A shopper whose success is stored. `without` names what the widget leaves out. */
    async function succeeded(without: (keyof Success)[] = []): Promise<{ shopper: Shopper; success: Success }> {
      const { success, ...kept } = await store.begin(`a success without ${without}`, async () => {
        const { shopper, widget } = await opened()
        const success = await leaseInWidget(store.sandbox, widget)
        const told = Object.fromEntries(
          Object.entries(success).filter(([key]) => !without.includes(key as keyof Success)),
        )
        expect((await shopper.widgetEvent("onSuccess", told)).status).toBe(200)
        return { success, cartId: shopper.cartId, widgetToken: shopper.widgetToken }
      })
      return { shopper: Object.assign(store.shopper(), kept), success }
    }

    /** Pays with the provider that Medusa brings along, as with any card. Answers the order; what is owed then was made. */
    async function pay(shopper: Shopper): Promise<Order> {
      await shopper.startPayment(SYSTEM)
      const { body } = await store.andWait("order.placed", () => shopper.complete())
      if (body.type !== "order") throw new Error(JSON.stringify(body))
      await store.runJob()
      return body.order
    }

    /** A shopper whose success is stored, and who has paid. `before`: the number of calls before that. */
    async function ordered(): Promise<{ shopper: Shopper; order: Order; before: number }> {
      const { cartId, widgetToken, ...kept } = await store.begin("a success and its order", async () => {
        const { shopper } = await succeeded()
        const before = store.calls().length
        return { cartId: shopper.cartId, widgetToken: shopper.widgetToken, order: await pay(shopper), before }
      })
      return { shopper: Object.assign(store.shopper(), { cartId, widgetToken }), ...kept }
    }

    describe("the configuration", () => {
      it("holds the cart and the shopper by the spec's names, and what the options say, and nothing else", async () => {
        const shopper = store.shopper()
        await shopper.fillCart({ items: [{ handle: "sofa", quantity: 2 }] })
        const { body, headers } = await shopper.widget()
        expect(headers.get("cache-control")).toBe("no-store")
        const { customer_id } = (await shopper.http.get(`/store/carts/${shopper.cartId}`)).body.cart
        const address = { line1: ADDRESS.address_1, city: ADDRESS.city, state: "TX", zip: "78701", country: "US" }
        const lease = await leaseOf(shopper)
        expect(body).toEqual({
          token: expect.stringMatching(/^[\w-]{43}$/),
          scriptUrl: "https://cdn.operator.example/widget.js",
          startFunction: "Operator.start",
          reference: lease.reference,
          config: {
            merchantKey: "M-1",
            theme: { color: "blue" },
            siteConfig: { cardNumber: "#card-number", cvv: "#cvv" },
            customer: {
              ...(customer_id && { id: customer_id }),
              firstName: ADDRESS.first_name,
              lastName: ADDRESS.last_name,
              email: "robin@shopper.example",
              phone: ADDRESS.phone,
              address: { shipping: address },
            },
            cart: {
              orderId: lease.reference,
              deliveryCost: expect.any(Number),
              deliveryCostSalesTax: expect.any(Number),
              items: [
                {
                  brand: expect.any(String),
                  description: expect.any(String),
                  category: expect.any(String),
                  identifier: expect.any(String),
                  unitPrice: expect.any(Number),
                  tax: expect.any(Number),
                  quantity: 2,
                  condition: "new",
                },
              ],
            },
          },
        })
        const { cart } = body.config as WidgetAnswer["config"]
        const sums = cart.items.map(({ unitPrice, quantity, tax }) => unitPrice * quantity + tax)
        const total = sums.reduce((sum, one) => sum + one, cart.deliveryCost + cart.deliveryCostSalesTax)
        expect(Math.round(total * 100)).toBe(lease.amount)
      })

      it("is handed out again for the same lease with a token of its own, of which the last ones stay good", async () => {
        const { shopper, widget } = await opened()
        const { body } = await shopper.widget()
        expect(body).toMatchObject({ reference: widget.reference })
        expect(body.token).not.toBe(widget.token)
        for (const token of [widget.token, body.token])
          expect((await shopper.widgetEvent("onCancel", undefined, { token })).status).toBe(200)
      })

      it("needs no provider of the region, but a cart that can be leased", async () => {
        const shopper = store.shopper()
        await shopper.fillCart({ shipping: null })
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "unavailable_incomplete" } })
        expect((await shopper.look()).body.can.widget).toMatchObject({ allowed: false })
      })
    })

    describe("one cart, one way", () => {
      it("replaces an approval of our own form, without a call", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.toApproval()
        const before = store.calls().length
        const { id } = await leaseOf(shopper)
        expect((await shopper.widget()).status).toBe(200)
        expect(await store.ledger.byId(id)).toMatchObject({ status: "superseded" })
        expect(store.calls()).toHaveLength(before)
        expect((await shopper.look()).body).toMatchObject({ way: "widget", step: "intro" })
      })

      it("shows a success to a person that comes after our own form was chosen", async () => {
        const { shopper, widget } = await opened()
        const hosted = await leaseOf(shopper)
        const success = await leaseInWidget(store.sandbox, widget)
        await shopper.apply("late")
        expect((await leaseOf(shopper)).way).toBe("application")
        expect(await shopper.widgetEvent("onSuccess", success)).toMatchObject({
          status: 403,
          body: { code: "widget_late", message: expect.stringContaining("Do not apply again") },
        })
        expect(await store.ledger.byId(hosted.id)).toMatchObject({
          status: "superseded",
          attention: [{ code: "widget_success_differs" }],
          hosted_id: success.id,
        })

        await shopper.offer()
        const { body: contract } = await shopper.contract()
        await shopper.signAt(contract.url)
        await shopper.signature()
        await shopper.startPayment()
        await store.andWait("order.placed", () => shopper.complete())
        const { body: page } = await store.admin.get(`/admin/lease-to-own/leases/${hosted.id}`)
        expect(page.lease).toMatchObject({ state: "superseded", order_total: null, next_step: { action: "settle" } })
        const seen = ["widget_success_differs"]
        const settled = { outcome: "nothing", note: "The other lease was ended by phone.", seen }
        const path = `/admin/lease-to-own/leases/${hosted.id}/actions/settle`
        expect((await store.admin.post(path, settled)).body).toMatchObject({
          result: "done",
          lease: { state: "superseded", attention: [] },
        })
      })

      it("cancels a contract that was handed out, only for the shopper who got it, and not when the service refuses that", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.toContract()
        expect(await shopper.widget(null)).toMatchObject({ status: 403, body: { code: "contract_key" } })
        expect(desk.count("DELETE /application/contract")).toBe(0)
        store.sandbox.fault({ route: "DELETE /application/contract", fault: "409" })
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "contract_not_closed" } })
        expect((await leaseOf(shopper)).way).toBe("application")
        expect((await shopper.widget()).status).toBe(200)
        expect(desk.count("DELETE /application/contract")).toBe(2)
        expect((await leaseOf(shopper)).way).toBe("widget")
      })

      it("waits where it is not known whether the contract was canceled", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.toContract()
        store.sandbox.fault({ route: "DELETE /application/contract", fault: "drop-after" })
        expect(await shopper.widget()).toMatchObject({ status: 504, body: { code: "answer_lost" } })
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "busy" } })
        await store.pass("2 minutes")
        await store.look()
        expect((await shopper.widget()).status).toBe(200)
        expect(desk.count("DELETE /application/contract")).toBe(1)
      })

      it("is refused for a contract that was signed in its frame, even before the status was read", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.sign()
        expect((await leaseOf(shopper)).status).toBe("signing")
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "widget_signed" } })
        expect(desk.count("DELETE /application/contract")).toBe(0)
        expect((await leaseOf(shopper)).status).toBe("signed")
      })

      it("is refused for a contract that is signed", async () => {
        const shopper = store.shopper()
        await shopper.fillCart()
        await shopper.readyToOrder()
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "widget_signed" } })
        expect((await shopper.look()).body.can.widget).toMatchObject({ allowed: false, reason: "widget_signed" })
        expect((await store.andWait("order.placed", () => shopper.complete())).body.type).toBe("order")
      })

      it("gives way to our own form before its success, and refuses it after", async () => {
        const { shopper } = await succeeded()
        expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "lease_card_issued" } })
        expect(await shopper.offer()).toMatchObject({ status: 409 })
        expect((await leaseOf(shopper)).status).toBe("signed")
        await expect(shopper.startPayment()).rejects.toThrow("Pay with its virtual card")
        const { shopper: other } = await opened()
        expect((await other.look()).body.can.apply).toEqual({ allowed: true })
        expect((await other.apply()).body).toMatchObject({ way: "application", status: "approved" })
      })
    })

    describe("its events", () => {
      it("are history until the success, which is kept once", async () => {
        const { shopper, widget } = await opened()
        const success = await leaseInWidget(store.sandbox, widget)
        await shopper.widgetEvent("onApplicationSubmitResponse", { leaseId: success.id, status: "APP_APPROVED" })
        await shopper.widgetEvent("onApproved", { leaseId: success.id, more: "x" })
        expect(await leaseOf(shopper)).toMatchObject({ status: "open", evidence: "none", order_link: null })
        const [answer] = await Promise.all([1, 2, 3].map(() => shopper.widgetEvent("onSuccess", success)))
        expect(answer?.body).toMatchObject({
          status: "signed",
          step: "card",
          way: "widget",
          can: { widget: { allowed: true } },
        })
        expect(await shopper.widgetEvent("onSuccess", success)).toMatchObject({ status: 200 })
        expect(entry(await entriesOf(shopper))).toEqual([
          "lease_opened",
          "widget_opened",
          "widget_answered",
          "widget_approved",
          "widget_succeeded",
        ])
        expect(await leaseOf(shopper)).toMatchObject({
          status: "signed",
          evidence: "reported",
          hosted_id: success.id,
          attention: [],
        })
      })

      it("tell of two different leases for one cart: the first is kept, a person hears of it", async () => {
        const { shopper } = await succeeded()
        const first = await leaseOf(shopper)
        const second = await leaseInWidget(store.sandbox, (await shopper.widget()).body)
        expect((await shopper.widgetEvent("onSuccess", { ...second, id: "another" })).status).toBe(200)
        expect(await leaseOf(shopper)).toMatchObject({
          hosted_id: first.hosted_id,
          order_link: first.order_link,
          attention: [{ code: "widget_success_differs" }],
        })
      })

      it("keep what a failure says without addresses, numbers and marks of persons", async () => {
        const { shopper } = await opened()
        const message = "<script>alert(1)</script> robin@shopper.example 512-68-3097 https://x.example/?code=abc"
        expect((await shopper.widgetEvent("onFailure", { message, id: "1" })).body).toMatchObject({ step: "intro" })
        const [, , failed] = await entriesOf(shopper)
        expect(failed).toMatchObject({ type: "widget_failed" })
        expect(JSON.stringify(failed?.detail)).not.toMatch(/robin@|512-68|code=abc/)
      })

      const HOSTILE = [
        ["no token", { token: undefined }, 400, "body_invalid"],
        ["an invented token", { token: "x".repeat(43) }, 403, "widget_token"],
        ["no payload", { payload: undefined }, 400, "body_invalid"],
        ["a payload of another type", { payload: [1] }, 400, "body_invalid"],
        ["an unknown event", { event: "onPaid" }, 400, "body_invalid"],
        ["nothing at all", { payload: {} }, 400, "widget_empty"],
        ["nulls and empty texts", { payload: { id: null, orderConfirmationUrl: "" } }, 400, "widget_empty"],
        ["an id that is an object", { payload: { id: { a: 1 } } }, 400, "widget_empty"],
      ] as const

      it("are refused where they are hostile, and nothing of them is kept or repeated", async () => {
        const { shopper } = await opened()
        for (const [what, more, status, code] of HOSTILE) {
          const answer = await shopper.widgetEvent("onSuccess", {}, more)
          expect([what, answer.status, answer.body.code]).toEqual([what, status, code])
        }
        const { status, order_link, delivery_link, hosted_id } = await leaseOf(shopper)
        expect([status, order_link, delivery_link, hosted_id]).toEqual(["open", null, null, null])
      })

      const ELSEWHERE = ["https://evil.example/?code=1", "http://169.254.169.254/", "/etc/passwd"]

      it.each(ELSEWHERE)(
        "keep what is good beside an address elsewhere (%s), of which a person hears and nothing is repeated",
        async (elsewhere) => {
          const { shopper, widget } = await opened()
          const { id, orderConfirmationUrl } = await leaseInWidget(store.sandbox, widget)
          const told = { id: `${id}\u0000`, orderConfirmationUrl, deliveryConfirmationUrl: elsewhere }
          const answer = await shopper.widgetEvent("onSuccess", told)
          expect(answer).toMatchObject({ status: 200, body: { step: "card" } })
          const lease = await leaseOf(shopper)
          expect(lease).toMatchObject({ hosted_id: id, order_link: expect.any(String) })
          expect(lease.attention).toMatchObject([{ code: "link_refused" }])
          const { body: page } = await store.admin.get(`/admin/lease-to-own/leases/${lease.id}`)
          const texts = JSON.stringify([answer.body, page, await entriesOf(shopper)])
          expect(texts).not.toMatch(/evil|169\.254|passwd/)
        },
      )

      it("keep the lease of a decision in small letters, and of a word that is not the specification's", async () => {
        for (const [status, leaseId] of [
          ["app_approved", "obf-small"],
          ["APP_MAYBE", "obf-unknown"],
        ]) {
          const { shopper } = await opened()
          const answer = await shopper.widgetEvent("onApplicationSubmitResponse", { leaseId, status })
          expect(answer.status).toBe(200)
          expect(await leaseOf(shopper)).toMatchObject({ hosted_id: leaseId, widget_approved_at: expect.any(Date) })
        }
      })

      it("keep an id that is too long for a name as far as it goes", async () => {
        const { shopper } = await opened()
        expect((await shopper.widgetEvent("onSuccess", { id: "L".repeat(2000) })).status).toBe(200)
        expect((await leaseOf(shopper)).hosted_id).toBe("L".repeat(500))
      })

      it("are refused unread where they are a megabyte", async () => {
        const { shopper } = await opened()
        // Unread data ends the connection, which must not be used again.
        const http = shopper.http.with({ connection: "close" })
        const body = { token: shopper.widgetToken, event: "onSuccess", payload: { id: "x".repeat(1024 * 1024) } }
        const answer = await http.post(`/store/lease-to-own/carts/${shopper.cartId}/widget-events`, body)
        expect(answer).toMatchObject({ status: 413, body: { code: "body_too_large" } })
        expect(await leaseOf(shopper)).toMatchObject({ status: "open", hosted_id: null })
      })

      it("are refused with another cart's token, and for another way; a finished cart opens no widget", async () => {
        const [{ shopper }, { shopper: other }] = [await opened(), await opened()]
        const foreign = await shopper.widgetEvent("onSuccess", { id: "1" }, { token: other.widgetToken })
        expect(foreign).toMatchObject({ status: 403, body: { code: "widget_token" } })
        await other.apply()
        expect(await other.widgetEvent("onSuccess", { id: "1" })).toMatchObject({ status: 403 })
        await pay(shopper)
        expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "cart_finished" } })
      })
    })

    describe("after the order", () => {
      it("the number is sent once, goods go out, the date is sent once, and nothing else is asked of the service", async () => {
        const { shopper, order, before } = await ordered()
        expect(arrived(UPDATE_ORDER)).toEqual({ calls: 1, done: 1 })
        expect(store.sandbox.leases()[0]).toMatchObject({ orderId: String(order.display_id) })
        expect(await desk.card(order.id)).toMatchObject({
          way: "widget",
          state: "widget_active",
          attention: [],
          next_step: { code: "portal_first" },
        })
        expect(await leaseOf(shopper)).toMatchObject({
          status: "placed",
          order_link: null,
          delivery_link: expect.any(String),
        })
        const listed = async (filter: string) =>
          (await store.admin.get(`/admin/lease-to-own/leases?${filter}`)).body.leases.map(
            ({ state }: { state: string }) => state,
          )
        expect([await listed("way=widget"), await listed("tab=awaiting")]).toEqual([["widget_active"], []])
        await desk.delivered(order.id)
        await store.look()
        expect(arrived(UPDATE_DELIVERY)).toEqual({ calls: 1, done: 1 })
        expect(await leaseOf(shopper)).toMatchObject({ status: "delivered", delivery_link: null })
        expect(await desk.card(order.id)).toMatchObject({
          state: "widget_done",
          delivery: { confirmed: { by: "system" } },
        })
        expect(store.calls().slice(before)).toEqual([UPDATE_ORDER, UPDATE_DELIVERY])
        expect((await desk.act(order.id, "send_order_id")).result).toBe("refused")
      })

      it.each(["drop-after", "drop-before", "503"] as const)(
        "each is judged by the next attempt (%s)",
        async (fault) => {
          const { shopper } = await succeeded()
          store.sandbox.fault({ route: UPDATE_ORDER, fault })
          store.sandbox.fault({ route: UPDATE_DELIVERY, fault })
          const order = await pay(shopper)
          expect(await desk.card(order.id)).toMatchObject({ state: "order_id_due", in_flight: false })
          await desk.delivered(order.id)
          await store.pass("2 minutes")
          await store.look()
          const once = { calls: 2, done: 1 }
          expect([arrived(UPDATE_ORDER), arrived(UPDATE_DELIVERY)]).toEqual([once, once])
          const lease = { status: "delivered", order_link: null, delivery_link: null, attention: [] }
          expect(await leaseOf(shopper)).toMatchObject(lease)
        },
      )

      it("a link that somebody else has used is for a person, who says that it is done", async () => {
        const { shopper, success } = await succeeded()
        await fetch(success.orderConfirmationUrl, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"orderId":"0"}',
        })
        const order = await pay(shopper)
        expect(await desk.card(order.id)).toMatchObject({
          state: "link_used",
          attention: [{ code: "link_used", since: expect.any(String) }],
          next_step: { code: "mark_as_sent", action: "settle" },
        })
        expect(await desk.act(order.id, "settle", { outcome: "nothing", note: NOTE })).toMatchObject({ result: "done" })
        await store.look()
        expect(await desk.card(order.id)).toMatchObject({ state: "widget_active", attention: [] })
        expect(arrived(UPDATE_ORDER)).toEqual({ calls: 2, done: 1 })
      })

      it("a link that was not given is told once it would be needed", async () => {
        const { shopper } = await succeeded(["deliveryConfirmationUrl"])
        const order = await pay(shopper)
        expect(await desk.card(order.id)).toMatchObject({ state: "widget_active", attention: [] })
        await desk.delivered(order.id)
        expect(await desk.card(order.id)).toMatchObject({
          state: "link_missing",
          attention: [{ code: "link_missing" }],
          next_step: { code: "tell_operator", action: "settle" },
        })
        expect(await desk.act(order.id, "settle", { outcome: "delivered", note: NOTE })).toMatchObject({
          result: "done",
        })
        expect(await desk.card(order.id)).toMatchObject({ state: "widget_done", attention: [] })
      })

      it("a link that cannot be read any more is told, and works again with its key", async () => {
        const { shopper } = await succeeded()
        const { order_link } = await leaseOf(shopper)
        await store.sql("update lease set order_link = delivery_link")
        const order = await pay(shopper)
        expect(await desk.card(order.id)).toMatchObject({
          state: "needs_attention",
          attention: [{ code: "link_unreadable" }],
        })
        await store.sql("update lease set order_link = ?", [order_link])
        expect(await desk.act(order.id, "retry")).toMatchObject({ result: "done", lease: { state: "widget_active" } })
        expect(arrived(UPDATE_ORDER)).toEqual({ calls: 1, done: 1 })
      })

      it("a person schedules the delivery, by the days that hold for our own way", async () => {
        const { order } = await ordered()
        const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
        expect(await desk.act(order.id, "send_delivery_date", { date: day(0) })).toMatchObject({
          refusal: { code: "delivery_incomplete" },
        })
        expect(await desk.act(order.id, "send_delivery_date", { date: "soon" })).toMatchObject({
          refusal: { code: "date_invalid" },
        })
        expect(await desk.act(order.id, "send_delivery_date", { date: day(3) })).toMatchObject({
          result: "done",
          lease: { state: "widget_done", delivery: { confirmed: { date: day(3), by: "merchant" } } },
        })
        expect(await desk.act(order.id, "cancel_contract")).toMatchObject({ refusal: { code: "widget_in_portal" } })
        expect(arrived(UPDATE_DELIVERY)).toEqual({ calls: 1, done: 1 })
      })

      it("a canceled order leaves its lease alive until a person says that it is not", async () => {
        const { order } = await ordered()
        expect((await store.merchant.cancel(order.id)).status).toBe(200)
        await store.look()
        expect(await desk.card(order.id)).toMatchObject({
          state: "order_cancelled_lease_alive",
          next_step: { code: "return_in_portal", action: "settle" },
        })
        expect(store.calls()).not.toContain("DELETE /application/contract")
        await desk.act(order.id, "settle", { outcome: "cancelled", note: NOTE })
        await store.look()
        expect(await desk.card(order.id)).toMatchObject({ state: "cancelled", attention: [] })
      })

      it("an unused virtual card is left to a person", async () => {
        const { shopper } = await succeeded()
        await store.pass("2 days")
        await store.look()
        const { id } = await leaseOf(shopper)
        const { body } = await store.admin.get(`/admin/lease-to-own/leases/${id}`)
        expect(body.lease).toMatchObject({
          state: "needs_attention",
          attention: [{ code: "card_unused" }],
          next_step: { code: "ask_about_card", action: "settle" },
        })
      })
    })

    describe("a success that never arrived", () => {
      const LOST = {
        state: "needs_attention",
        attention: [{ code: "widget_success_lost" }],
        next_step: { code: "ask_about_lost", action: "settle" },
      }

      it("is found by the order of its cart, and nothing is sent", async () => {
        const { shopper } = await opened()
        await shopper.widgetEvent("onApproved", { leaseId: "H-1" })
        const order = await pay(shopper)
        await desk.delivered(order.id)
        expect(await desk.card(order.id)).toMatchObject(LOST)
        expect([arrived(UPDATE_ORDER).calls, arrived(UPDATE_DELIVERY).calls]).toEqual([0, 0])
        await desk.act(order.id, "settle", { outcome: "delivered", note: NOTE })
        await store.look()
        expect(await desk.card(order.id)).toMatchObject({ state: "widget_done", attention: [] })
      })

      it("is found by the job where the order's event was lost", async () => {
        const { shopper } = await opened()
        const order = await pay(shopper)
        await store.sql("update lease set widget_approved_at = now(), look_at = now()")
        await store.pass("10 minutes")
        await store.look()
        expect(await desk.card(order.id)).toMatchObject(LOST)
      })

      it("is taken when it comes after all, for the order that is there, no matter who is signed in by then", async () => {
        const { shopper, widget } = await opened()
        const success = await leaseInWidget(store.sandbox, widget)
        await shopper.widgetEvent("onApproved", { leaseId: success.id })
        const order = await pay(shopper)
        expect(await desk.card(order.id)).toMatchObject(LOST)
        expect(await shopper.widgetEvent("onSuccess", success)).toMatchObject({ status: 200, body: { step: "placed" } })
        await store.look()
        expect(arrived(UPDATE_ORDER)).toEqual({ calls: 1, done: 1 })
        expect(await desk.card(order.id)).toMatchObject({
          attention: [{ code: "widget_success_late" }],
          next_step: { code: "ask_about_late", action: "settle" },
        })
      })

      it("is taken for an order without a reported approval", async () => {
        const { shopper, widget } = await opened()
        const success = await leaseInWidget(store.sandbox, widget)
        const order = await pay(shopper)
        expect((await shopper.widgetEvent("onSuccess", success)).status).toBe(200)
        await store.pass("10 minutes")
        await store.look()
        expect(await leaseOf(shopper)).toMatchObject({ status: "placed", order_id: order.id })
        expect(arrived(UPDATE_ORDER)).toEqual({ calls: 1, done: 1 })
      })

      it("is looked for a day later where there is no order either, and stands in the list until a person closes it", async () => {
        const { shopper } = await opened()
        await shopper.widgetEvent("onApproved", { leaseId: "H-1" })
        await store.pass("25 hours")
        await store.look()
        const { id } = await leaseOf(shopper)
        const listed = async () => (await store.admin.get("/admin/lease-to-own/leases?tab=needs_attention")).body.leases
        expect(await listed()).toMatchObject([{ id }])
        const { body } = await store.admin.get(`/admin/lease-to-own/leases/${id}`)
        expect(body.lease).toMatchObject({
          state: "needs_attention",
          attention: [{ code: "widget_unfinished" }],
          next_step: { code: "ask_about_unfinished", action: "settle" },
        })
        const path = `/admin/lease-to-own/leases/${id}/actions/settle`
        expect((await store.admin.post(path, { outcome: "nothing", note: NOTE })).body).toMatchObject({
          result: "done",
        })
        await store.look()
        expect(await listed()).toEqual([])
      })

      it("is none where the shopper left the widget, or nothing was approved", async () => {
        const { shopper } = await opened()
        await shopper.widgetEvent("onApproved", { leaseId: "H-1" })
        await shopper.widgetEvent("onCancel")
        const order = await pay(shopper)
        expect((await store.admin.get(`/admin/lease-to-own/orders/${order.id}`)).body).toEqual({ lease: null })
      })
    })

    it("keeps the one-time URLs in no table, answer or log line that could be read", async () => {
      const answers: string[] = []
      let urls: string[] = []
      const log = await logOf(async () => {
        // Faults fill the log.
        store.sandbox.fault({ route: UPDATE_ORDER, fault: "drop-after" })
        store.sandbox.fault({ route: UPDATE_DELIVERY, fault: "half-body" })
        const { shopper, success } = await succeeded()
        urls = [success.orderConfirmationUrl, success.deliveryConfirmationUrl]
        answers.push(JSON.stringify((await shopper.look()).body))
        const order = await pay(shopper)
        const { id } = await leaseOf(shopper)
        answers.push(JSON.stringify((await store.admin.get(`/admin/lease-to-own/leases/${id}`)).body))
        await desk.delivered(order.id)
        answers.push(JSON.stringify(await desk.card(order.id)))
      })
      const text = `${log}${answers.join("\n")}${await databaseOf(store)}`
      const secrets = urls.flatMap((url) => {
        const code = new URL(url).searchParams.get("code") ?? ""
        return [url, code, Buffer.from(code).toString("base64").slice(0, 30)]
      })
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(log).toContain("sendOrderId")
    })
  },
  widgetOptions,
)
