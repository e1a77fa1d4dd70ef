import type { Sandbox } from "lease-to-own-sandbox"
import { signContract } from "lease-to-own-sandbox"
import type { LeaseService } from "../../../src/lease-service"
import {
  apply,
  attachSession,
  cancelContract,
  checkReturn,
  contract,
  type LeaseRecord,
  offer,
  openWidget,
  returnLease,
  runOwed,
  takeWidgetEvent,
  verifySignature,
} from "../../support/ledger"
import { type MedusaRoom, medusaRoom, orderOfCart, placeOrder } from "../support/fake-medusa"
import { leaseInWidget } from "../support/hosted-lease"
import { idleTransactions } from "../support/idle-transactions"
import { application, cartOf, describeLedger, OWNER } from "../support/ledger-room"

const DAY = 24 * 3600_000
const SESSION = "payses_1"
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

const WIDGET = ({ baseUrl }: Sandbox) => ({
  widget: {
    scriptUrl: "https://cdn.operator.example/w.js",
    oneTimeHosts: [new URL(baseUrl).host],
    encryptionKey: "5e".repeat(32),
  },
})

describeLedger(
  "while the service is asked",
  (room) => {
    let medusa: MedusaRoom
    const seen = new Map<string, Set<unknown>>()
    /** Before each call leaves, every connection to the database is looked at. */
    beforeEach(() => {
      medusa = medusaRoom(room)
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
    const run = () => runOwed(room.ledger, medusa)
    const current = async (id: string) => (await room.ledger.store.byId(id)) as LeaseRecord

    async function signed() {
      const cart = cartOf()
      const { lease } = await apply(room.ledger, application(cart))
      await offer(room.ledger, cart, OWNER)
      const { url } = await contract(room.ledger, cart, OWNER)
      await attachSession(room.ledger, cart, SESSION, false)
      await signContract(url)
      await verifySignature(room.ledger, cart.id, OWNER)
      return { cart, id: lease.id }
    }
    async function placed() {
      const { cart, id } = await signed()
      room.pass(3000)
      return { order: await placeOrder(room, medusa, { cart }), id }
    }
    async function delivered(order: object, id: string) {
      Object.assign(order, { shipped: true, deliveredAt: new Date() })
      await room.ledger.store.wake(id)
      await run()
    }
    async function hostedOrder() {
      const cart = cartOf()
      const opened = await openWidget(room.ledger, cart, { shopper: {}, locked: (work) => work() })
      const payload = await leaseInWidget(room.sandbox, { config: { cart: opened.cart } })
      const event = { event: "onSuccess", payload, token: opened.token } as const
      const { id } = await takeWidgetEvent(room.ledger, { id: cart.id, ordered: false }, event)
      const order = orderOfCart({ sessionIds: [], payments: [], paidOtherwise: true })
      medusa.orders.set(cart.id, order)
      await run()
      return { order, id }
    }

    it("no transaction is open: in no call of a shopper, of the merchant or of the job", async () => {
      const lease = await placed()
      await delivered(lease.order, lease.id)
      await checkReturn(room.ledger, await current(lease.id), MERCHANT)
      await returnLease(room.ledger, await current(lease.id), { actor: MERCHANT })
      const cancelled = await placed()
      await cancelContract(room.ledger, await current(cancelled.id), MERCHANT)
      const hosted = await hostedOrder()
      await delivered(hosted.order, hosted.id)
      const left = await signed()
      medusa.refuse.place_order = new Error("nothing is left of it")
      for (const ms of [DAY + 60_000, 120_000, 120_000]) {
        room.pass(ms)
        await run()
      }
      const ends = await Promise.all([lease, cancelled, hosted, left].map(({ id }) => current(id)))
      expect(ends.map(({ status }) => status)).toEqual(["returned", "cancelled", "delivered", "cancelled"])
      expect([...seen.keys()].sort()).toEqual([...CALLS].sort())
      expect([...seen].filter(([, open]) => open.size)).toEqual([])
    })
  },
  WIDGET,
)
