import type { WidgetAnswer } from "../../src/api/types"
import type { LeaseRecord } from "../../src/modules/lease/ledger"
import { productId } from "./support/goods"
import { leaseInWidget, type Success, UPDATE_DELIVERY, UPDATE_ORDER, widgetOptions } from "./support/hosted-lease"
import { CANCEL, LeaseDashboard } from "./support/lease-dashboard"
import { type Ordered, storeRules } from "./support/lease-store"
import { ADDRESS, type Shopper } from "./support/shopper"
import { databaseOf, logOf } from "./support/traces"

const SYSTEM = "pp_system_default"
const DAY_MS = 86_400_000

/** The hosted flow: the operator's widget, whose card another provider charges. The tests act as the widget. */
export const hostedWidget = storeRules(
  "hosted widget",
  (store) => {
    const dashboard = new LeaseDashboard(store)
    const leaseOf = async ({ cartId }: Shopper) => (await store.ledger.leftOfCart(cartId)) as LeaseRecord
    const entriesOf = async (shopper: Shopper) => store.ledger.history((await leaseOf(shopper)).id)
    /** Counts the calls to a one-time URL, and those that took effect. */
    const arrived = (route: string) => {
      const calls = store.sandbox.journal().filter((call) => call.route === route)
      return { calls: calls.length, done: calls.filter(({ done }) => done).length }
    }

    /** A shopper with a full cart and an open widget. */
    async function opened(): Promise<{ shopper: Shopper; widget: WidgetAnswer }> {
      const shopper = await store.filled()
      return { shopper, widget: await shopper.toWidget() }
    }

    /** A shopper whose success is stored. */
    async function succeeded(): Promise<{ shopper: Shopper; success: Success }> {
      const { success, ...kept } = await store.begin("a success", async () => {
        const { shopper, widget } = await opened()
        const success = await leaseInWidget(store.sandbox, widget)
        expect((await shopper.widgetEvent("onSuccess", success)).status).toBe(200)
        return { success, cartId: shopper.cartId, widgetToken: shopper.widgetToken }
      })
      return { shopper: Object.assign(store.shopper(), kept), success }
    }

    /** Pays with Medusa's own provider, as with any card. Returns the order, after the calls due then. */
    async function pay(shopper: Shopper): Promise<Ordered> {
      await shopper.startPayment(SYSTEM)
      const order = await store.order(shopper)
      await store.runJob()
      return order
    }

    it("the hosted widget is configured with cart, shopper and options, to the cent", async () => {
      const shopper = await store.filled({ items: [{ handle: "sofa", quantity: 2 }] })
      const { body, headers } = await shopper.widget()
      expect(headers.get("cache-control")).toBe("no-store")
      const lease = await leaseOf(shopper)
      expect(body).toMatchObject({
        token: expect.stringMatching(/^[\w-]{43}$/),
        scriptUrl: "https://cdn.operator.example/widget.js",
        startFunction: "Operator.start",
        reference: lease.reference,
        config: {
          merchantKey: "M-1",
          theme: { color: "blue" },
          siteConfig: { cardNumber: "#card-number", cvv: "#cvv" },
          customer: { firstName: ADDRESS.first_name, email: "robin@shopper.example" },
        },
      })
      const { cart } = body.config as WidgetAnswer["config"]
      const sums = cart.items.map(({ unitPrice, quantity, tax }) => unitPrice * quantity + tax)
      const total = sums.reduce((sum, one) => sum + one, cart.deliveryCost + cart.deliveryCostSalesTax)
      expect([Math.round(total * 100), cart.orderId]).toEqual([lease.amount, lease.reference])
    })

    it("with the hosted widget, a product can be leased even in a region without the provider", async () => {
      await store.admin.post(`/admin/regions/${store.shop.regionId}`, { payment_providers: [SYSTEM] })
      const path = `/store/lease-to-own/products/${await productId(store, "sofa")}?region_id=${store.shop.regionId}`
      expect((await store.shopper().http.get(path)).body).toMatchObject({ leasable: true, reasons: [] })
    })

    it("the hosted widget cancels a handed-out contract once, only for its shopper, and not if the service refuses or is unclear", async () => {
      const shopper = await store.filled()
      await shopper.toContract()
      expect(await shopper.widget(null)).toMatchObject({ status: 403, body: { code: "contract_key" } })
      expect(dashboard.count(CANCEL)).toBe(0)
      store.sandbox.fault({ route: CANCEL, fault: "409" })
      expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "contract_not_closed" } })
      expect((await leaseOf(shopper)).flow).toBe("api")
      store.sandbox.fault({ route: CANCEL, fault: "drop-after" })
      expect(await shopper.widget()).toMatchObject({ status: 504, body: { code: "answer_lost" } })
      expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "busy" } })
      await store.pass("2 minutes")
      await store.reconcile()
      expect((await shopper.widget()).status).toBe(200)
      expect(dashboard.count(CANCEL)).toBe(2)
      expect((await shopper.view()).body).toMatchObject({ flow: "hosted", step: "intro" })
    })

    it("the hosted widget is refused once a contract was signed in its frame, even before the status was read", async () => {
      const shopper = await store.filled()
      await shopper.sign()
      expect((await leaseOf(shopper)).status).toBe("signing")
      expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "widget_signed" } })
      expect([dashboard.count(CANCEL), (await leaseOf(shopper)).status]).toEqual([0, "signed"])
      expect((await shopper.view()).body.actions.widget).toMatchObject({ allowed: false, reason: "widget_signed" })
    })

    it("our own form is refused once the widget has reported its success", async () => {
      const { shopper } = await succeeded()
      expect(await shopper.apply()).toMatchObject({ status: 409, body: { code: "lease_card_issued" } })
      expect(await shopper.offer()).toMatchObject({ status: 409 })
      expect((await leaseOf(shopper)).status).toBe("signed")
      await expect(shopper.startPayment()).rejects.toThrow("Pay with its virtual card")
    })

    it("the widget's events are recorded as history, and its success is stored once, by any of its tokens", async () => {
      const { shopper, widget } = await opened()
      const success = await leaseInWidget(store.sandbox, widget)
      await shopper.widgetEvent("onApproved", { leaseId: success.id, more: "x" })
      expect(await leaseOf(shopper)).toMatchObject({ status: "open", hosted_id: success.id, order_link: null })
      const tokens = [widget.token, (await shopper.widget()).body.token, widget.token]
      const answers = await Promise.all(tokens.map((token) => shopper.widgetEvent("onSuccess", success, { token })))
      expect(answers[0]?.body).toMatchObject({ status: "signed", step: "card", flow: "hosted" })
      const kept = { status: "signed", evidence: "reported", hosted_id: success.id, alerts: [] }
      expect(await leaseOf(shopper)).toMatchObject(kept)
      const types = (await entriesOf(shopper)).map(({ type }) => type)
      expect(types.filter((type) => type === "widget_succeeded")).toHaveLength(1)
    })

    it("the widget's failures are recorded without addresses, numbers and personal data", async () => {
      const { shopper } = await opened()
      const message = "<script>alert(1)</script> robin@shopper.example 512-68-3097 https://x.example/?code=abc"
      expect((await shopper.widgetEvent("onFailure", { message, id: "1" })).body).toMatchObject({ step: "intro" })
      const [, , failed] = await entriesOf(shopper)
      expect(failed).toMatchObject({ type: "widget_failed" })
      expect(JSON.stringify(failed?.detail)).not.toMatch(/robin@|512-68|code=abc/)
    })

    it("hostile, foreign and huge widget events are refused, and nothing of them is stored", async () => {
      const [{ shopper }, { shopper: other }] = [await opened(), await opened()]
      const hostile: [more: object, status: number, code: string][] = [
        [{ token: "\0" }, 400, "body_invalid"],
        [{ token: "x".repeat(43) }, 403, "widget_token"],
        [{ token: other.widgetToken, payload: { id: "1" } }, 403, "widget_token"],
        [{ payload: [1] }, 400, "widget_empty"],
        [{ payload: { id: null, orderConfirmationUrl: "" } }, 400, "widget_empty"],
        [{ payload: { id: { a: 1 } } }, 400, "widget_empty"],
      ]
      for (const [more, status, code] of hostile)
        expect([more, await shopper.widgetEvent("onSuccess", {}, more)]).toMatchObject([
          more,
          { status, body: { code } },
        ])
      // Unread data closes the connection, so it isn't reused.
      const http = shopper.http.with({ connection: "close" })
      const body = { token: shopper.widgetToken, event: "onSuccess", payload: { id: "x".repeat(1024 * 1024) } }
      const answer = await http.post(`/store/lease-to-own/carts/${shopper.cartId}/widget-events`, body)
      expect(answer).toMatchObject({ status: 413, body: { code: "body_too_large" } })
      const nothing = { status: "open", order_link: null, delivery_link: null, hosted_id: null }
      expect(await leaseOf(shopper)).toMatchObject(nothing)
      await pay(shopper)
      expect(await shopper.widget()).toMatchObject({ status: 409, body: { code: "cart_finished" } })
    })

    it("a one-time URL that can't be decrypted raises an alert, and works again with its key", async () => {
      const { shopper } = await succeeded()
      const { order_link } = await leaseOf(shopper)
      await store.sql("update lease set order_link = delivery_link")
      const order = await pay(shopper)
      const alert = { state: "needs_attention", alerts: [{ code: "link_unreadable" }] }
      expect(await dashboard.card(order.id)).toMatchObject(alert)
      await store.sql("update lease set order_link = ?", [order_link])
      expect(await dashboard.act(order.id, "retry")).toMatchObject({
        result: "done",
        lease: { state: "widget_active" },
      })
      expect(arrived(UPDATE_ORDER)).toEqual({ calls: 1, done: 1 })
    })

    it("staff schedule a hosted delivery, and read that its contract is canceled in the operator's portal", async () => {
      const order = await pay((await succeeded()).shopper)
      const date = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
      expect(await dashboard.act(order.id, "send_delivery_date", { date })).toMatchObject({
        result: "done",
        lease: { state: "widget_done", delivery: { confirmed: { date, by: "merchant" } } },
      })
      expect(await dashboard.act(order.id, "cancel_contract")).toMatchObject({ refusal: { code: "widget_in_portal" } })
      expect(arrived(UPDATE_DELIVERY)).toEqual({ calls: 1, done: 1 })
    })

    it("no table, response or log line contains a readable one-time URL", async () => {
      const answers: string[] = []
      let urls: string[] = []
      const log = await logOf(async () => {
        // Faults, to fill the log.
        store.sandbox.fault({ route: UPDATE_ORDER, fault: "drop-after" })
        store.sandbox.fault({ route: UPDATE_DELIVERY, fault: "half-body" })
        const { shopper, success } = await succeeded()
        urls = [success.orderConfirmationUrl, success.deliveryConfirmationUrl]
        answers.push(JSON.stringify((await shopper.view()).body))
        const order = await pay(shopper)
        const { id } = await leaseOf(shopper)
        answers.push(JSON.stringify((await store.admin.get(`/admin/lease-to-own/leases/${id}`)).body))
        await dashboard.delivered(order.id)
        answers.push(JSON.stringify(await dashboard.card(order.id)))
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
