import type { LeaseService } from "../../../src/lease-service"
import { orderOfCart, placeOrder } from "../support/fake-medusa"
import { leaseInWidget, widgetOptions } from "../support/hosted-lease"
import { idleTransactions } from "../support/idle-transactions"
import { cartOf, describeLedger, openedWidget, signedLease } from "../support/ledger-room"

const DAY = 24 * 3600_000
const MERCHANT = { by: "merchant", id: "user_1" } as const
type Call = {
  [Name in keyof LeaseService]: LeaseService[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[Exclude<keyof LeaseService, "close">]

/** Every call there is; the compiler knows when one is missing. */
const CALLS = Object.keys({
  submitApplication: 1,
  recordCart: 1,
  getPricing: 1,
  getContract: 1,
  confirmDelivery: 1,
  checkReturn: 1,
  returnLease: 1,
  cancelContract: 1,
  sendDeliveryDate: 1,
  sendOrderId: 1,
  readStatus: 1,
} satisfies Record<Call, 1>)

describeLedger(
  "while the service is asked",
  (room) => {
    const seen = new Map<string, Set<unknown>>()
    /** Before each call leaves, every connection to the database is looked at. */
    beforeEach(() => {
      seen.clear()
      room.ledger.service = new Proxy(room.ledger.service, {
        get: (service, name: string) => {
          const value = Reflect.get(service, name)
          if (!CALLS.includes(name)) return typeof value === "function" ? value.bind(service) : value
          return async (...args: unknown[]) => {
            const open = await idleTransactions(room.sql)
            seen.set(name, new Set([...(seen.get(name) ?? []), ...open]))
            return value.apply(service, args)
          }
        },
      })
    })

    async function placed() {
      const cart = cartOf()
      const id = await signedLease(room, cart)
      room.pass(3000)
      return { order: await placeOrder(room, { cart }), id }
    }
    async function delivered(order: object, id: string) {
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      await room.run()
    }
    async function hostedOrder() {
      const cart = cartOf()
      const opened = await openedWidget(room, cart)
      const payload = await leaseInWidget(room.sandbox, { config: { cart: opened.cart } })
      const event = { event: "onSuccess", payload, token: opened.token } as const
      const { id } = await room.takeWidgetEvent({ id: cart.id, ordered: false }, event)
      const order = orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true })
      room.medusa.orders.set(cart.id, order)
      await room.run()
      return { order, id }
    }

    it("no transaction is open: in no call of a shopper, of the merchant or of the job", async () => {
      const lease = await placed()
      await delivered(lease.order, lease.id)
      await room.checkReturn(await room.lease(lease.id), MERCHANT)
      await room.returnLease(await room.lease(lease.id), { actor: MERCHANT })
      const cancelled = await placed()
      await room.cancelContract(await room.lease(cancelled.id), MERCHANT)
      const hosted = await hostedOrder()
      await delivered(hosted.order, hosted.id)
      const left = { id: await signedLease(room, cartOf()) }
      room.medusa.refuse.place_order = new Error("nothing is left of it")
      for (const ms of [DAY + 60_000, 120_000, 120_000]) {
        room.pass(ms)
        await room.run()
      }
      const ends = await Promise.all([lease, cancelled, hosted, left].map(({ id }) => room.lease(id)))
      expect(ends.map(({ status }) => status)).toEqual(["returned", "cancelled", "delivered", "cancelled"])
      expect([...seen.keys()].sort()).toEqual([...CALLS].sort())
      expect([...seen].filter(([, open]) => open.size)).toEqual([])
    })
  },
  widgetOptions,
)
