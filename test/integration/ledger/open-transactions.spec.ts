import type { LeaseService } from "../../../src/client"
import { eventually } from "../support/eventually"
import { BY_OTHERS, orderOfCart } from "../support/fake-medusa"
import { leaseInWidget, widgetOptions } from "../support/hosted-lease"
import { ANA, cartOf, DAY, describeLedger, MINUTE, openedWidget } from "../support/ledger-room"

type Call = {
  [Name in keyof LeaseService]: LeaseService[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[Exclude<keyof LeaseService, "close">]

/** Every call; the compiler reports a missing one. */
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
    /** Idle transactions, by their last statements. Other work passes through this state between two statements. */
    const idleTransactions = async () => {
      const idle = `select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`
      const rows = await eventually(
        () => room.sql(idle),
        (open) => open.length === 0,
        2000,
      )
      return rows.map(({ query }) => query)
    }
    /** Checks every database connection before each call is sent. */
    beforeEach(() => {
      seen.clear()
      room.accountDeps.service = new Proxy(room.accountDeps.service, {
        get: (service, name: string) => {
          const value = Reflect.get(service, name)
          if (!CALLS.includes(name)) return typeof value === "function" ? value.bind(service) : value
          return async (...args: unknown[]) => {
            const open = await idleTransactions()
            seen.set(name, new Set([...(seen.get(name) ?? []), ...open]))
            return value.apply(service, args)
          }
        },
      })
    })

    async function placed() {
      const { id } = await room.placed()
      room.pass(3000)
      return id
    }
    async function delivered(id: string) {
      await room.orderChanges(id, { shipped: true, deliveredAt: new Date() })
      await room.run()
    }
    async function hostedOrder() {
      const cart = cartOf()
      const opened = await openedWidget(room, cart)
      const payload = await leaseInWidget(room.sandbox, { config: { cart: opened.cart } })
      const event = { event: "onSuccess", payload, token: opened.token } as const
      const { id } = await room.takeWidgetEvent({ id: cart.id, ordered: false }, event)
      room.medusa.orders.set(cart.id, orderOfCart(BY_OTHERS))
      await room.run()
      return id
    }

    it("no transaction is open during any call of a shopper, the merchant or the job", async () => {
      const lease = await placed()
      await delivered(lease)
      await room.checkReturn(await room.lease(lease), ANA)
      await room.returnLease(await room.lease(lease), { actor: ANA })
      const canceled = await placed()
      await room.cancelContract(await room.lease(canceled), ANA)
      const hosted = await hostedOrder()
      await delivered(hosted)
      const { id: left } = await room.signed()
      room.medusa.refuse.place_order = new Error("nothing is left of it")
      for (const ms of [DAY + MINUTE, 2 * MINUTE, 2 * MINUTE]) {
        await room.later(ms)
      }
      const ends = await Promise.all([lease, canceled, hosted, left].map((id) => room.lease(id)))
      expect(ends.map(({ status }) => status)).toEqual(["returned", "canceled", "delivered", "canceled"])
      expect([...seen.keys()].sort()).toEqual([...CALLS].sort())
      expect([...seen].filter(([, open]) => open.size)).toEqual([])
    })
  },
  widgetOptions,
)
