import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import type { Shopper } from "../../../src/modules/lease/ledger"
import type { WidgetEvent } from "../../../src/modules/lease/shopper/hosted/event"
import { SuccessStore } from "../../../src/modules/lease/tables/success-store"
import { BY_OTHERS, orderOfCart } from "../support/fake-medusa"
import { leaseInWidget, UPDATE_DELIVERY, UPDATE_ORDER, widgetOptions } from "../support/hosted-lease"
import { application, cartOf, DAY, describeLedger, HOUR, MINUTE, openedWidget, STRANGER } from "../support/ledger-room"

const ANSWERED = "onApplicationSubmitResponse"
const GOOD = { orderConfirmationUrl: "https://pay.operator.example/api/v1/update-order?code=1" }
const OTHER_HOST = { deliveryConfirmationUrl: "https://elsewhere.example/api/v1/update-delivery?code=2" }

/** A browser with its own secret, as the storefront stores it; a stranger knows only the cart. */
const browser = () => ({ leaseKey: randomUUID().repeat(2) })

describeLedger(
  "the operator's widget",
  (room) => {
    /** Opens the widget for a cart; returns its callbacks and the cart's lease. */
    async function open({ cart = cartOf(), shopper = browser() }: { cart?: CartInput; shopper?: Shopper } = {}) {
      const { token, lease, cart: configured } = await openedWidget(room, cart, shopper)
      const tell = (event: WidgetEvent, ordered = false) =>
        room.takeWidgetEvent({ id: cart.id, ordered }, { ...event, token })
      return {
        ...{ cart, configured, shopper, token, id: lease.id, reference: lease.reference, tell },
        succeed: (payload = {}, ordered = false) => tell({ event: "onSuccess", payload: payload as never }, ordered),
        approve: (leaseId = "H-1") => tell({ event: "onApproved", payload: { leaseId } }),
        current: () => room.leaseOf(cart),
        codes: async () => (await room.leaseOf(cart)).alerts.map(({ code }) => code),
        /** Adds Medusa's order of the cart, paid with the widget's card. */
        order() {
          const order = orderOfCart(BY_OTHERS)
          room.medusa.orders.set(cart.id, order)
          return order
        },
      }
    }
    const refused = { code: "widget_elsewhere", kind: "forbidden" }

    it("the browser that opened the widget can reopen it, even if it lost the response", async () => {
      const first = await open()
      const again = await open(first)
      const third = await open({ ...first, shopper: { leaseKey: again.token } })
      expect(new Set([first.token, again.token, third.token]).size).toBe(3)
      expect(new Set([first.id, again.id, third.id]).size).toBe(1)
    })

    it("no stranger can open the widget, or lease its cart through the form, while the browser may be using it", async () => {
      const { cart, succeed } = await open()
      for (const shopper of [STRANGER, browser()]) await expect(open({ cart, shopper })).rejects.toMatchObject(refused)
      await expect(room.apply(application(cart))).rejects.toMatchObject(refused)
      expect((await succeed({ id: "H-1" })).status).toBe("signed")
      const made = { code: "contract_key", kind: "forbidden" }
      await expect(open({ cart, shopper: STRANGER })).rejects.toMatchObject(made)
      room.pass(40 * DAY)
      await expect(open({ cart, shopper: STRANGER })).rejects.toMatchObject(made)
    })

    it("a widget opened by an account stays that account's", async () => {
      const { cart, id, current } = await open({ shopper: { customerId: "cus_kim" } })
      await open({ cart, shopper: { customerId: "cus_other" } }).catch(() => undefined)
      expect(await current()).toMatchObject({ id, customer_id: "cus_kim" })
    })

    it("an application refused before it is sent starts no lease, and leaves an open widget as it is", async () => {
      const denied = { shopper: {}, tag: "denied" }
      for (let sent = 0; sent < 3; sent++) await room.applied(denied)
      const { cart, shopper } = await open()
      const before = await room.rows.leases()
      for (const wish of [{}, { cart, shopper }])
        await expect(room.applied({ ...denied, ...wish })).rejects.toMatchObject({ code: "too_many_attempts" })
      expect(await room.rows.leases()).toEqual(before)
    })

    it("a started payment doesn't take a cart from the widget", async () => {
      const { cart, id, current } = await open()
      expect(await room.attachSession(cart, "payses_1", false)).toBeNull()
      expect(await current()).toMatchObject({ id, status: "open" })
    })

    it("a success with another lease is kept apart", async () => {
      const widget = await open()
      const { succeed, current, codes } = widget
      await succeed({ id: "H-1" })
      await (await open(widget)).succeed({ id: "H-2" })
      expect(await current()).toMatchObject({ hosted_id: "H-1" })
      expect(await codes()).toEqual(["widget_success_differs"])
    })

    const COUNTED = { code: "widget_other_cart", kind: "not_allowed" }
    const CODE = "0123456789ABCDEF"
    const at = (query: string, call = "order", host = "pay.operator.example") =>
      ({ [`${call}ConfirmationUrl`]: `https://${host}/api/v1/update-${call}?${query}` }) as object
    const MADE = { id: "H-1", ...at(`leaseId=H-1&code=${CODE}`), ...at(`leaseId=H-1&code=${CODE}2`, "delivery") }

    it.each<[string, object]>([
      ["as it is", MADE],
      ["its ID alone", { id: "H-1" }],
      ["its one-time URL without its ID", at(`leaseId=H-1&code=${CODE}`)],
      ["its delivery's URL under another ID", { id: "H-9", ...at(`leaseId=H-1&code=${CODE}2`, "delivery") }],
      ["its code with another lease ID", { id: "H-9", ...at(`code=%30${CODE.slice(1).toLowerCase()}&leaseId=H-9`) }],
      ["its lease ID twice", { id: "H-9", ...at("leaseid=H-9&LEASEID=H-1&code=1", "order", "elsewhere.example") }],
    ])(
      "a success that counts for another cart is refused, changes nothing, and staff see whose it is: %s",
      async (_, success) => {
        const first = await open()
        await first.succeed(MADE)
        const other = await open()
        const before = await room.lease(other.id)
        await expect(other.succeed(success)).rejects.toMatchObject({
          ...COUNTED,
          params: { reference: other.reference },
        })
        expect(await room.lease(other.id)).toEqual(before)
        const reason = `it was already reported for lease ${first.reference}`
        expect((await room.history(other.id)).at(-1)).toMatchObject({ type: "widget_refused", detail: { reason } })
        expect(await first.succeed(MADE)).toMatchObject({ status: "signed", alerts: [] })
        expect(await other.succeed({ ...at("leaseId=H-2&code=1"), id: "H-2" })).toMatchObject({ status: "signed" })
      },
    )

    it("a success without an ID or a code is recognized by its whole URL", async () => {
      await (await open()).succeed(GOOD)
      expect(await (await open()).succeed(at("code=2"))).toMatchObject({ status: "signed" })
      await expect((await open()).succeed(GOOD)).rejects.toMatchObject(COUNTED)
    })

    it("of two carts that report one success at the same time, it counts for one", async () => {
      const carts = [await open(), await open()]
      const answers = await Promise.allSettled(carts.map(({ succeed }) => succeed(MADE)))
      expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
      const statuses = await Promise.all(carts.map(async ({ id }) => (await room.lease(id)).status))
      expect(statuses.sort()).toEqual(["open", "signed"])
    })

    it("a process that dies while it stores a success counts it for no cart", async () => {
      const [first, other] = [await open(), await open()]
      const { count } = SuccessStore.prototype
      const dies = jest.spyOn(SuccessStore.prototype, "count").mockImplementationOnce(async function (
        this: SuccessStore,
        ...given
      ) {
        await count.apply(this, given)
        throw new Error("The process dies.")
      })
      await expect(first.succeed(MADE)).rejects.toThrow("The process dies.")
      dies.mockRestore()
      expect(await room.lease(first.id)).toMatchObject({ status: "open", hosted_id: null })
      expect(await other.succeed(MADE)).toMatchObject({ status: "signed", hosted_id: "H-1" })
    })

    it("another cart's one-time URL can't be added to a success, or its ID by the widget's other events", async () => {
      await (await open()).succeed(MADE)
      const { id, approve, succeed } = await open()
      await approve("H-1")
      expect(await room.lease(id)).toMatchObject({ hosted_id: null, widget_approved_at: expect.any(Date) })
      await succeed(at("leaseId=H-2&code=1", "delivery"))
      await approve("H-3")
      await expect(succeed({ ...MADE, id: undefined })).rejects.toMatchObject(COUNTED)
      expect(await room.lease(id)).toMatchObject({ hosted_id: null, order_link: null, alerts: [] })
      const named = await open()
      await named.succeed({ id: "H-4" })
      await expect(named.succeed({ ...MADE, id: "H-4" })).rejects.toMatchObject(COUNTED)
      expect(await room.lease(named.id)).toMatchObject({ order_link: null, delivery_link: null })
    })

    it("an approval's ID that names a success later counts with it", async () => {
      const [first, other] = [await open(), await open()]
      for (const { approve } of [first, other]) await approve("H-1")
      expect(await other.succeed()).toMatchObject({ status: "signed", hosted_id: "H-1" })
      await expect(first.succeed()).rejects.toMatchObject(COUNTED)
      await expect(first.succeed(GOOD)).rejects.toMatchObject(COUNTED)
    })

    it("a cart's next lease can use the success of the one that was replaced", async () => {
      const { cart, shopper, tell, succeed } = await open()
      await tell({ event: "onCancel" })
      const { leaseKey } = await room.apply(application(cart))
      await expect(succeed(MADE)).rejects.toMatchObject({ code: "widget_late" })
      const next = await open({ cart, shopper: { ...shopper, leaseKey } })
      expect(await next.succeed(MADE)).toMatchObject({ status: "signed", hosted_id: "H-1", alerts: [] })
    })

    it("a browser can't fill the history endlessly, or crowd out a second lease", async () => {
      const { id, succeed } = await open()
      await succeed({ id: "H-1" })
      const report = () =>
        room.accountDeps.store.append(id, { by: "shopper" }, Array(200).fill({ type: "widget_canceled" }))
      await report()
      await expect(succeed({})).rejects.toMatchObject({ code: "widget_empty" })
      await succeed({ id: "H-2" })
      const types = async () => (await room.history(id)).slice(-3).map(({ type }) => type)
      expect(await types()).toEqual(["widget_canceled", "widget_succeeded", "alert_raised"])
      await report()
      await succeed({ id: "H-3" })
      expect(await types()).toEqual(["widget_canceled", "widget_canceled", "widget_canceled"])
    })

    /** Addresses at the sandbox, whose journal lists the calls. */
    const oneTime = () => ({
      orderConfirmationUrl: `${room.sandbox.baseUrl}/api/v1/update-order?leaseId=1&code=1`,
      deliveryConfirmationUrl: `${room.sandbox.baseUrl}/api/v1/update-delivery?leaseId=1&code=2`,
    })
    const called = () => room.calls().filter((route) => [UPDATE_ORDER, UPDATE_DELIVERY].includes(route))
    const resolution = () => ({
      outcome: "nothing",
      note: "Asked the operator by phone.",
      acknowledged: ["widget_success_late", "widget_unfinished"] as const,
      actor: { by: "merchant" as const },
    })

    it("a success can be named by the approval alone, because all its members are optional", async () => {
      const { approve, succeed } = await open()
      await approve("H-7")
      expect(await succeed()).toMatchObject({ status: "signed", hosted_id: "H-7" })
    })

    it("of a success with a forbidden address, only the rest is stored, and staff get an alert", async () => {
      const lease = await (await open()).succeed({ id: "H-1", ...GOOD, ...OTHER_HOST })
      expect(lease).toMatchObject({ status: "signed", hosted_id: "H-1", order_link: expect.any(String) })
      expect(lease.alerts).toMatchObject([{ code: "link_refused", params: { reason_code: "link_to_other_host" } }])
      const forbidden = { id: "H-2", orderConfirmationUrl: "http://169.254.169.254/" }
      expect(await (await open()).succeed(forbidden)).toMatchObject({
        ...{ status: "signed", order_link: null, alerts: [{ code: "link_refused" }] },
      })
    })

    it("a success sent again adds what was missing", async () => {
      const { succeed } = await open()
      expect(await succeed({ id: "H-1" })).toMatchObject({ order_link: null })
      const kept = { order_link: expect.any(String), alerts: [] }
      expect(await succeed({ id: "H-1", ...GOOD })).toMatchObject(kept)
    })

    it("a success after its order belongs to that order, and its delivery waits for staff", async () => {
      const { approve, succeed, current, codes, order } = await open()
      await approve()
      const placed = order()
      await room.later(70 * MINUTE)
      expect(await current()).toMatchObject({ status: "placed", evidence: "none" })
      await succeed({ id: "H-1", ...oneTime() }, true)
      expect(await codes()).toEqual(["widget_success_late"])
      expect(await current()).toMatchObject({ status: "placed", evidence: "reported" })
      Object.assign(placed, { shipped: true, deliveredAt: new Date() })
      await room.run()
      expect(called()).toEqual([UPDATE_ORDER])
      await room.markResolved(await current(), resolution())
      await room.run()
      expect(called()).toEqual([UPDATE_ORDER, UPDATE_DELIVERY])
    })

    it("a success counts after an order without a reported approval", async () => {
      const { succeed, current, codes, order } = await open()
      const { id } = order()
      await succeed({ id: "H-1", ...oneTime() }, true)
      await room.run()
      expect(await current()).toMatchObject({ status: "placed", order_id: id, hosted_id: "H-1" })
      expect(await codes()).toContain("widget_success_late")
      expect(called()).toEqual([UPDATE_ORDER])
    })

    it("a success of a replaced lease is stored with that lease, and staff get an alert about two", async () => {
      const { cart, id, reference, tell, succeed } = await open()
      await tell({ event: "onCancel" })
      await room.apply(application(cart))
      const late = { code: "widget_late", params: expect.objectContaining({ reference }) }
      await expect(succeed({ id: "H-1", ...GOOD })).rejects.toMatchObject(late)
      const kept = { status: "superseded", hosted_id: "H-1", order_link: expect.any(String) }
      expect(await room.lease(id)).toMatchObject(kept)
      expect(await room.alerts(id)).toEqual(["widget_success_differs"])
    })

    it.each<[string, WidgetEvent]>([
      ["a failure", { event: "onFailure", payload: { message: "no", id: "H-1" } }],
      ["a response to the application", { event: ANSWERED, payload: { status: "APP_PENDING", leaseId: "H-1" } }],
    ])("the operator's name for the lease is stored from the first event that has it: %s", async (_, first) => {
      const { id, tell, current } = await open()
      await tell(first)
      await tell({ event: ANSWERED, payload: { status: "APP_DENIED", leaseId: "H-2" } })
      expect((await current()).hosted_id).toBe("H-1")
      expect(JSON.stringify(await room.history(id))).toContain('"id":"H-1"')
    })

    it("an approval without a success for a day raises an alert, until staff close it or something new is reported", async () => {
      const { approve, tell, current, codes } = await open()
      const codesAfter = async (ms: number) => {
        await room.later(ms)
        return codes()
      }
      await approve()
      expect(await codesAfter(23 * HOUR)).toEqual([])
      expect(await codesAfter(2 * HOUR)).toEqual(["widget_unfinished"])
      await room.markResolved(await current(), resolution())
      expect(await codesAfter(2 * DAY)).toEqual([])
      await approve()
      expect(await codesAfter(61 * MINUTE)).toEqual(["widget_unfinished"])
      await tell({ event: "onCancel" })
      expect(await codesAfter(0)).toEqual([])
    })

    it("a refused success raises an alert", async () => {
      const { succeed, codes } = await open()
      await expect(succeed()).rejects.toMatchObject({ code: "widget_empty" })
      await room.later(25 * HOUR)
      expect(await codes()).toEqual(["widget_unfinished"])
    })

    it("an alert that staff close before the number is sent doesn't confirm a lease without sales tax", async () => {
      const { configured: cart, succeed, current, order, id } = await open()
      await succeed(await leaseInWidget(room.sandbox, { config: { cart } }))
      const placed = Object.assign(order(), { isUntaxed: true, heldElsewhere: 43_999 })
      await room.recordOrder(placed)
      await room.rows.addCall({ lease_id: id, kind: "send_order_id", detail: { order_id: "1" } })
      await room.accountDeps.store.raise(id, "widget_success_late")
      await room.markResolved(await current(), { ...resolution(), order: placed })
      const ship = async () => room.checkHostedShippable(await current(), placed)
      await expect(ship()).rejects.toMatchObject({ code: "ship_attention" })
      await room.run()
      expect(called()).toEqual([UPDATE_ORDER])
      await ship()
    })

    /** A hosted lease whose order number is sent, with these faults in the first responses. */
    async function sent(...faults: ("409" | "drop-after" | "drop-before" | "link-used-409" | "link-used-410")[]) {
      for (const fault of faults) room.sandbox.fault({ route: UPDATE_ORDER, fault })
      const { configured: cart, id, succeed, order } = await open()
      await succeed(await leaseInWidget(room.sandbox, { config: { cart } }))
      order()
      for (const _ of faults) {
        await room.run()
        room.pass(5 * MINUTE)
      }
      const calls = (await room.pendingCalls(id)).map(({ kind, state }) => [kind, state])
      return { calls, lease: await room.lease(id) }
    }

    it("a one-time URL's refusal other than 'used' is a refusal, with its reason", async () => {
      const { calls, lease } = await sent("409")
      expect(calls).toEqual([["send_order_id", "refused"]])
      expect(lease.alerts).toMatchObject([
        { code: "order_id_failed", params: { reason: "the lease's status does not allow this" } },
      ])
      expect(lease.order_link).not.toBeNull()
    })

    it.each(["link-used-409", "link-used-410"] as const)(
      "'used' after an unanswered attempt means our own call arrived (%s)",
      async (fault) => {
        const { calls, lease } = await sent("drop-after", fault)
        expect(calls).toEqual([["send_order_id", "done"]])
        expect(lease).toMatchObject({ order_link: null, alerts: [] })
      },
    )

    it("another refusal after an unanswered attempt stays unknown, and staff decide", async () => {
      const { calls, lease } = await sent("drop-before", "409")
      expect(calls).toEqual([["send_order_id", "unknown"]])
      expect(lease.alerts).toMatchObject([{ code: "order_id_unknown" }])
      expect(lease.order_link).not.toBeNull()
    })
  },
  widgetOptions,
)
