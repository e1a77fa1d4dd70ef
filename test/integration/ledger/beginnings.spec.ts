import type { CartInput } from "../../../src/lease-cart"
import { widgetOptions } from "../support/hosted-lease"
import { cartOf, describeLedger, openedWidget } from "../support/ledger-room"

const GUEST = { shopper: {} }

describeLedger(
  "a lease begins with the shopper's consent",
  (room) => {
    const started = (cart: CartInput, session = "payses_1") => room.attachSession(cart, session, false)

    it("a payment started later belongs to the lease, after each change of the total", async () => {
      const { cart, id } = await room.applied()
      expect(await started(cart)).toMatchObject({ id, session_id: "payses_1" })
      expect(await started({ ...cart, total: 12 }, "payses_2")).toMatchObject({ id, session_id: "payses_2" })
    })

    it("an application refused before it is sent starts no lease, and leaves an open widget as it is", async () => {
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

    it("a started payment doesn't take a cart from the hosted widget", async () => {
      const cart = cartOf()
      const { lease } = await openedWidget(room, cart)
      expect(await started(cart)).toBeNull()
      expect(await room.leaseOf(cart)).toMatchObject({ id: lease.id, status: "open" })
    })
  },
  widgetOptions,
)
