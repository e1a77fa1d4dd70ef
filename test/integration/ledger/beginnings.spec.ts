import { type FaultName } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { SHOPPER, UNAPPLIED_KEPT_MS } from "../../support/ledger"
import { widgetOptions } from "../support/hosted-lease"
import { application, cartOf, describeLedger, MINUTE, OWNER, openedWidget } from "../support/ledger-room"

const GUEST = { shopper: {} }

describeLedger(
  "a lease begins with the shopper's consent",
  (room) => {
    const started = (cart: CartInput, session = "payses_1") => room.attachSession(cart, session, false)

    it("and a payment that is started later belongs to it, after each change of the total", async () => {
      const { cart, id } = await room.applied()
      expect(await started(cart)).toMatchObject({ id, session_id: "payses_1" })
      expect(await started({ ...cart, total: 12 }, "payses_2")).toMatchObject({ id, session_id: "payses_2" })
    })

    it("and not with an application that is refused before it is sent, which leaves an opened widget as it is", async () => {
      for (let sent = 0; sent < 3; sent++) await room.applied({ ...GUEST, tag: "denied" })
      const cart = cartOf()
      const shopper = { leaseKey: "a secret of this browser, long enough" }
      const { lease } = await openedWidget(room, cart, shopper)
      const before = await room.rows.leases()
      for (const wish of [GUEST, { cart, shopper }])
        await expect(room.applied({ ...wish, tag: "denied" })).rejects.toMatchObject({ code: "too_many_attempts" })
      expect(await room.rows.leases()).toEqual(before)
      expect(await room.leaseOf(cart)).toMatchObject({ id: lease.id, status: "open" })
    })

    it("and a started payment takes no cart from the operator's widget", async () => {
      const cart = cartOf()
      const { lease } = await openedWidget(room, cart)
      expect(await started(cart)).toBeNull()
      expect(await room.leaseOf(cart)).toMatchObject({ id: lease.id, status: "open" })
    })

    it("and no payment is started beside the card that the widget issued", async () => {
      const cart = cartOf()
      const { token } = await openedWidget(room, cart)
      await room.takeWidgetEvent({ id: cart.id, ordered: false }, { token, event: "onSuccess", payload: { id: "H-1" } })
      await expect(started(cart)).rejects.toMatchObject({ code: "lease_card_issued" })
    })
  },
  widgetOptions,
)

describeLedger(
  "a lease of before, for which no one ever applied,",
  (room) => {
    /** A lease as version 0.1 opened it with each started payment. */
    const opened = (cart: CartInput) => {
      const former = { reference: `L-${cart.id}`, cart_id: cart.id, email: cart.email ?? null, sales_channel_id: null }
      const same = { way: "application", test: false, account: null, currency_code: "usd", customer_id: null } as const
      return room.ledger.store.open({ ...former, ...same }, SHOPPER)
    }

    it.each(["open", "superseded"])("is dropped a week after it was opened, with its history: %s", async (status) => {
      const { id } = await opened(cartOf())
      if (status === "superseded") await room.ledger.store.move(id, "lease_superseded", { actor: SHOPPER })
      room.pass(UNAPPLIED_KEPT_MS - MINUTE)
      await room.run()
      expect(await room.rows.leases()).toHaveLength(1)
      room.pass(2 * MINUTE)
      await room.run()
      expect(await room.rows.leases()).toEqual([])
      expect(await room.rows.of("lease_event")).toEqual([])
    })

    it("is found by indexes alone, however much else the tables hold", async () => {
      await opened(cartOf())
      const asked = await room.queries(async () =>
        expect(await room.ledger.store.persons.dropUnapplied(new Date(Date.now() + 1000), 500)).toBe(1),
      )
      const statements = asked.filter(({ sql }) => /^(select|delete)/.test(sql))
      expect(statements).toHaveLength(3)
      for (const query of statements) expect(await room.isIndexed(query)).toBe(true)
    })

    it("is kept by a look at one lease alone", async () => {
      const { id } = await opened(cartOf())
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await room.run({ leaseId: id })
      expect(await room.rows.leases()).toHaveLength(1)
    })

    it("is no loss to its shopper, who applies with the payment of that time", async () => {
      const cart = cartOf()
      const { id } = await opened(cart)
      await room.attachSession(cart, "payses_1", false)
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await room.run()
      const { lease } = await room.apply(application(cart))
      expect(lease).toMatchObject({ status: "approved" })
      expect(lease.id).not.toBe(id)
    })

    it("is left to a process that is at work on it", async () => {
      const { id } = await opened(cartOf())
      room.pass(2 * UNAPPLIED_KEPT_MS)
      await room.ledger.store.transaction(async (store) => {
        await store.lock([id])
        await room.run()
      })
      expect(await room.rows.leases()).toHaveLength(1)
    })

    const widget = (cart: CartInput) => openedWidget(room, cart, OWNER)
    const applying = (cart: CartInput, fault?: FaultName) => {
      if (fault) room.sandbox.fault({ route: "POST /application", fault })
      return room.apply(application(cart)).catch(() => undefined)
    }
    it.each<[string, (cart: CartInput) => Promise<unknown>]>([
      ["an application was sent and refused", (cart) => applying(cart, "validation-403")],
      ["an application was given consent and never arrived", (cart) => applying(cart, "429")],
      ["an application is without an answer", (cart) => applying(cart, "drop-after")],
      [
        "an application was approved and then given up for the widget",
        (cart) => applying(cart).then(() => widget(cart)),
      ],
      ["the operator's widget was opened", (cart) => widget(cart)],
      ["an alert is open", async (cart) => room.ledger.store.raise((await opened(cart)).id, "lease_dead")],
      ["a call is owed", async (cart) => room.owe((await opened(cart)).id, "read_status", new Date(9e12))],
    ])("is kept where %s", async (_, happens) => {
      const cart = cartOf()
      await happens(cart)
      const ids = async () => (await room.rows.leases()).map(({ id }) => id)
      const before = await ids()
      room.pass(10 * UNAPPLIED_KEPT_MS)
      await room.run()
      expect(before.length).toBeGreaterThan(0)
      expect(await ids()).toEqual(expect.arrayContaining(before))
    })
  },
  widgetOptions,
)
