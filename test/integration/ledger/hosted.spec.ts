import { randomUUID } from "node:crypto"
import type { CartInput } from "../../../src/lease-cart"
import { type LeaseRecord, type Shopper, type WidgetEvent } from "../../support/ledger"
import { orderOfCart } from "../support/fake-medusa"
import { leaseInWidget, UPDATE_DELIVERY, UPDATE_ORDER, widgetOptions } from "../support/hosted-lease"
import { application, cartOf, describeLedger, type LedgerRoom, openedWidget } from "../support/ledger-room"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const GOOD = { orderConfirmationUrl: "https://pay.operator.example/api/v1/update-order?code=1" }
const OTHER_HOST = { deliveryConfirmationUrl: "https://elsewhere.example/api/v1/update-delivery?code=2" }

/** A browser with a secret of its own, as the storefront keeps it; a stranger knows the cart alone. */
const browser = () => ({ leaseKey: randomUUID().repeat(2) })
const STRANGER = {}

function desk(room: LedgerRoom) {
  const open = (cart: CartInput, shopper: Shopper = browser()) => openedWidget(room, cart, shopper)
  const tell = (cart: CartInput, token: string, event: WidgetEvent, ordered = false) =>
    room.takeWidgetEvent({ id: cart.id, ordered }, { ...event, token })
  const succeed = (cart: CartInput, token: string, payload = {}, ordered = false) =>
    tell(cart, token, { event: "onSuccess", payload: payload as never }, ordered)
  const approve = (cart: CartInput, token: string, leaseId = "H-1") =>
    tell(cart, token, { event: "onApproved", payload: { leaseId } })
  const current = async (cart: CartInput) => {
    const lease = await room.ledger.store.ofCart(cart.id)
    if (!lease) throw new Error("the cart has no lease")
    return lease
  }
  const codes = ({ attention }: LeaseRecord) => attention.map(({ code }) => code)
  const history = async (lease: LeaseRecord) =>
    (await room.ledger.store.histories.of(lease.id)).map(({ type, detail }) => [type, detail])
  return { open, tell, succeed, approve, current, codes, history }
}

describeLedger(
  "a widget belongs to the browser that opened it",
  (room) => {
    const { open, tell, succeed, current, codes } = desk(room)
    const refused = { code: "widget_elsewhere", kind: "forbidden" }

    it("which opens it again, also where it lost the answer", async () => {
      const [cart, own] = [cartOf(), browser()]
      const first = await open(cart, own)
      const again = await open(cart, own)
      const third = await open(cart, { leaseKey: again.token })
      expect(new Set([first.token, again.token, third.token]).size).toBe(3)
      expect(new Set([first, again, third].map(({ lease }) => lease.id)).size).toBe(1)
    })

    it("and no stranger does, nor takes its cart another way, as long as it may be at work", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      await expect(open(cart, STRANGER)).rejects.toMatchObject(refused)
      await expect(open(cart, browser())).rejects.toMatchObject(refused)
      await expect(room.apply(application(cart))).rejects.toMatchObject(refused)
      expect((await succeed(cart, token, { id: "H-1" })).status).toBe("signed")
      await expect(open(cart, STRANGER)).rejects.toMatchObject(refused)
      room.pass(40 * DAY)
      await expect(open(cart, STRANGER)).rejects.toMatchObject(refused)
    })

    it("half an hour without news, or the shopper's leaving, lets others in beside it, and its success counts all the same", async () => {
      for (const leave of [false, true]) {
        const cart = cartOf()
        const { token } = await open(cart)
        if (leave) await tell(cart, token, { event: "onCancel" })
        else room.pass(31 * MINUTE)
        for (let opened = 0; opened < 20; opened++) {
          await open(cart, STRANGER)
          room.pass(31 * MINUTE)
        }
        expect(await succeed(cart, token, { id: "H-1" })).toMatchObject({ status: "signed", hosted_id: "H-1" })
      }
    })

    it("what was applied for in our own way is given up by its shopper only", async () => {
      const cart = cartOf()
      const { lease, leaseKey } = await room.apply(application(cart))
      await expect(open(cart, STRANGER)).rejects.toMatchObject({ code: "contract_key" })
      expect((await current(cart)).id).toBe(lease.id)
      await open(cart, { leaseKey })
      expect((await room.ledger.store.byId(lease.id))?.status).toBe("superseded")
    })

    it("opened by an account, it is that account's, whoever opens it later", async () => {
      const cart = cartOf()
      const { lease } = await open(cart, { customerId: "cus_kim" })
      await open(cart, { customerId: "cus_other" }).catch(() => undefined)
      expect(await current(cart)).toMatchObject({ id: lease.id, customer_id: "cus_kim" })
    })

    it("forged successes change nothing where they name no lease, and are told apart where they do", async () => {
      const [cart, own] = [cartOf(), browser()]
      const { token } = await open(cart, own)
      await expect(succeed(cart, token)).rejects.toMatchObject({ code: "widget_empty" })
      await expect(succeed(cart, "x".repeat(43), { id: "H-0" })).rejects.toMatchObject({ code: "widget_token" })
      expect(await current(cart)).toMatchObject({ status: "open", success_digest: null })
      await succeed(cart, token, { id: "H-1" })
      await succeed(cart, (await open(cart, own)).token, { id: "H-2" })
      expect(await current(cart)).toMatchObject({ hosted_id: "H-1" })
      expect(codes(await current(cart))).toEqual(["widget_success_differs"])
    })
  },
  widgetOptions,
)

describeLedger(
  "a success of the widget is never lost",
  (room) => {
    const { open, tell, succeed, approve, current, codes, history } = desk(room)
    const look = () => room.run()

    it("named by the approval alone, because all its members are optional", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      await approve(cart, token, "H-7")
      expect(await succeed(cart, token)).toMatchObject({ status: "signed", hosted_id: "H-7" })
    })

    it("with an address that must not be called: that one is not kept, the rest is, and a person hears why", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      const lease = await succeed(cart, token, { id: "H-1", ...GOOD, ...OTHER_HOST })
      expect(lease).toMatchObject({ status: "signed", hosted_id: "H-1", order_link: expect.any(String) })
      expect(lease.attention).toMatchObject([{ code: "link_refused", params: { reason_code: "link_to_other_host" } }])
      const other = cartOf()
      const forbidden = { id: "H-2", orderConfirmationUrl: "http://169.254.169.254/" }
      expect(await succeed(other, (await open(other)).token, forbidden)).toMatchObject({
        ...{ status: "signed", order_link: null, attention: [{ code: "link_refused" }] },
      })
    })

    it("told again with what was missing", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      expect(await succeed(cart, token, { id: "H-1" })).toMatchObject({ order_link: null })
      expect(await succeed(cart, token, { id: "H-1", ...GOOD })).toMatchObject({ order_link: expect.any(String) })
      expect(codes(await current(cart))).toEqual([])
    })

    it("after the order that was recorded without it: it belongs to that order, and its delivery waits for a person", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      await approve(cart, token)
      room.medusa.orders.set(cart.id, orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true }))
      room.pass(70 * MINUTE)
      await look()
      expect(await current(cart)).toMatchObject({ status: "placed", evidence: "none" })
      await succeed(cart, token, { id: "H-1", ...oneTime() }, true)
      expect(codes(await current(cart))).toEqual(["widget_success_late"])
      expect(await current(cart)).toMatchObject({ status: "placed", evidence: "reported" })
      Object.assign(room.medusa.orders.get(cart.id) ?? {}, { shipped: true, deliveredAt: new Date() })
      await look()
      expect(sent()).toEqual(["send_order_id"])
      await room.settle(await current(cart), settled())
      await look()
      expect(sent()).toEqual(["send_order_id", "send_delivery_date"])
    })

    it("after an order of which no approval was told", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      const order = orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true })
      room.medusa.orders.set(cart.id, order)
      await succeed(cart, token, { id: "H-1", ...oneTime() }, true)
      await look()
      expect(await current(cart)).toMatchObject({ status: "placed", order_id: order.id, hosted_id: "H-1" })
      expect(codes(await current(cart))).toContain("widget_success_late")
      expect(sent()).toEqual(["send_order_id"])
    })

    it("of a lease that has given way: it is kept with that one, and a person hears of two", async () => {
      const cart = cartOf()
      const { token, lease } = await open(cart)
      await tell(cart, token, { event: "onCancel" })
      await room.apply(application(cart))
      const late = { code: "widget_late", params: expect.objectContaining({ reference: lease.reference }) }
      await expect(succeed(cart, token, { id: "H-1", ...GOOD })).rejects.toMatchObject(late)
      const kept = await room.ledger.store.byId(lease.id)
      expect(kept).toMatchObject({ status: "superseded", hosted_id: "H-1", order_link: expect.any(String) })
      expect(kept && codes(kept)).toEqual(["widget_success_differs"])
    })

    it("the operator's name for the lease is kept from whatever told it first", async () => {
      const told: WidgetEvent[] = [
        { event: "onFailure", payload: { message: "no", id: "H-1" } },
        { event: "onApplicationSubmitResponse", payload: { status: "APP_PENDING", leaseId: "H-1" } },
      ]
      for (const event of told) {
        const cart = cartOf()
        const { token } = await open(cart)
        await tell(cart, token, event)
        await tell(cart, token, {
          event: "onApplicationSubmitResponse",
          payload: { status: "APP_DENIED", leaseId: "H-2" },
        })
        const lease = await current(cart)
        expect(lease.hosted_id).toBe("H-1")
        expect(JSON.stringify(await history(lease))).toContain('"id":"H-1"')
      }
    })

    it("an approval that nothing followed for a day is for a person, who closes it until something new is told", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      await approve(cart, token)
      room.pass(23 * 60 * MINUTE)
      await look()
      expect(codes(await current(cart))).toEqual([])
      room.pass(2 * 60 * MINUTE)
      await look()
      expect(codes(await current(cart))).toEqual(["widget_unfinished"])
      await room.settle(await current(cart), settled())
      room.pass(2 * DAY)
      await look()
      expect(codes(await current(cart))).toEqual([])
      await approve(cart, token)
      room.pass(61 * MINUTE)
      await look()
      expect(codes(await current(cart))).toEqual(["widget_unfinished"])
      await tell(cart, token, { event: "onCancel" })
      await look()
      expect(codes(await current(cart))).toEqual([])
    })

    it("so is a success that was refused", async () => {
      const cart = cartOf()
      const { token } = await open(cart)
      await expect(succeed(cart, token)).rejects.toMatchObject({ code: "widget_empty" })
      room.pass(25 * 60 * MINUTE)
      await look()
      expect(codes(await current(cart))).toEqual(["widget_unfinished"])
    })

    /** Addresses at the sandbox: what is called there is in its journal. */
    const oneTime = () => ({
      orderConfirmationUrl: `${room.sandbox.baseUrl}/api/v1/update-order?leaseId=1&code=1`,
      deliveryConfirmationUrl: `${room.sandbox.baseUrl}/api/v1/update-delivery?leaseId=1&code=2`,
    })
    const sent = () =>
      room
        .calls()
        .flatMap((route) =>
          route === UPDATE_ORDER ? ["send_order_id"] : route === UPDATE_DELIVERY ? ["send_delivery_date"] : [],
        )
    const settled = () => ({
      outcome: "nothing",
      note: "Asked the operator by phone.",
      seen: ["widget_success_late", "widget_unfinished"] as const,
      actor: { by: "merchant" as const },
    })
  },
  widgetOptions,
)

describeLedger(
  "the answer of a one-time address",
  (room) => {
    const { open, succeed, current, codes } = desk(room)

    /** A hosted lease with its order; nothing is sent yet. */
    async function ordered() {
      const cart = cartOf()
      const opened = await open(cart)
      await succeed(cart, opened.token, await leaseInWidget(room.sandbox, { config: { cart: opened.cart } }))
      room.medusa.orders.set(cart.id, orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true }))
      return { cart, look: () => room.run() }
    }
    const states = async (lease: LeaseRecord) =>
      (await room.ledger.store.tasks.ofLease(lease.id)).map(({ kind, state }) => [kind, state])

    it("that says another no than 'used' is a no, with its reason", async () => {
      room.sandbox.fault({ route: UPDATE_ORDER, fault: "409" })
      const { cart, look } = await ordered()
      await look()
      const lease = await current(cart)
      expect(await states(lease)).toEqual([["send_order_id", "refused"]])
      expect(lease.attention).toMatchObject([
        { code: "order_id_failed", params: { reason: "the lease is in another state" } },
      ])
      expect(lease.order_link).not.toBeNull()
    })

    it.each(["link-used-409", "link-used-410"] as const)(
      "that says 'used' after an attempt without an answer is our own (%s)",
      async (fault) => {
        room.sandbox.fault({ route: UPDATE_ORDER, fault: "drop-after" })
        room.sandbox.fault({ route: UPDATE_ORDER, fault })
        const { cart, look } = await ordered()
        await look()
        room.pass(5 * MINUTE)
        await look()
        expect(await states(await current(cart))).toEqual([["send_order_id", "done"]])
        expect(await current(cart)).toMatchObject({ order_link: null, attention: [] })
      },
    )

    it("that is another no after an attempt without an answer stays unknown, for a person", async () => {
      room.sandbox.fault({ route: UPDATE_ORDER, fault: "drop-before" })
      room.sandbox.fault({ route: UPDATE_ORDER, fault: "409" })
      const { cart, look } = await ordered()
      await look()
      room.pass(5 * MINUTE)
      await look()
      const lease = await current(cart)
      expect([await states(lease), codes(lease)]).toEqual([[["send_order_id", "unknown"]], ["order_id_unknown"]])
      expect(lease.order_link).not.toBeNull()
    })
  },
  widgetOptions,
)
