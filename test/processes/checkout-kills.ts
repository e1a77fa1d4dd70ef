import { FULL, sample } from "../faults/support/size"
import { eventually } from "../integration/support/eventually"
import { type Doomed, type Server, type SeveralProcesses, TICK_MS } from "./support/several"

const LEASE = "pp_lease-to-own"
const DELETE = "DELETE /application/contract"

/** Where the process of a completion may die before its order is tied to the cart: the next try makes another one. */
const UNTIED: Record<string, Doomed> = {
  "the order is made": { before: /^insert into "order" / },
  "the order is tied to its cart": { before: /^insert into "order_cart"/ },
}
/** Where it may die behind that and before the payment. Core ties an order to its cart and to its payment at once, so either may come first. */
const UNPAID: Record<string, Doomed> = {
  "the payment is written": { before: /^insert into "payment" / },
  "the order is tied to its payment": {
    after: /^insert into "order_cart"/,
    without: /^insert into "order_payment_collection"/,
  },
  "the lease is held for the order": { before: /^update "lease" .*"placing"/ },
}

type Row = { status: string; application_id: string; attention: { code: string }[] }

/**
 * A server is killed in the middle of a completion, and the shopper comes back to another one. `kills` is done first, `afterATick` once the job
 * has run again.
 */
export function checkoutKills(shop: SeveralProcesses, other: () => Server, tickWithinMs: number) {
  const leaseOf = async (cart: string) => (await shop.sql<Row>("select * from lease where cart_id = $1", [cart]))[0]
  const unpaid: { cart: string; orderId: string }[] = []

  /** Has a cart completed whose process dies there, then by another process. Answers the order that the shopper is told. */
  async function die(point: Doomed): Promise<{ cart: string; orderId: string }> {
    const { shopper } = other()
    // It takes seconds to start, and so long after a signature the job orders on its own.
    const doomed = await shop.server({ killAt: point })
    // One network may apply ten times a day, and every process here is of one.
    await shop.sql("update lease_attempt set created_at = created_at - interval '1 day'")
    const cart = await shopper.approved()
    await shopper.signed(cart)
    await shopper.startPayment(cart.id, LEASE)
    await expect(doomed.shopper.complete(cart.id)).rejects.toThrow()
    await doomed.ended
    await shop.forgetLocks()
    const { orderId } = await shopper.complete(cart.id)
    return { cart: cart.id, orderId }
  }

  function kills(): void {
    it.each(sample(Object.entries(UNTIED), 2))(
      "is killed before %s: the shopper's next try is the order",
      async (_name, point) => {
        const { cart } = await die(point)
        const lease = await eventually(
          () => leaseOf(cart),
          (row) => row?.status === "placed",
        )
        expect(lease).toMatchObject({ status: "placed", attention: [] })
      },
    )

    it.each(Object.entries(UNPAID).slice(...(FULL ? [] : [1, 2])))(
      "is killed before %s: core answers the order, which is unpaid",
      async (_name, point) => {
        const dead = await die(point)
        const paid = "select 1 from payment join lease on session_id = payment_session_id where cart_id = $1"
        expect(await shop.sql(paid, [dead.cart])).toEqual([])
        unpaid.push(dead)
        // So that the next run of the job finds it old enough.
        await shop.sql(`update "order" set created_at = created_at - interval '10 minutes' where id = $1`, [
          dead.orderId,
        ])
        await shop.sql("update lease set status_at = status_at - interval '10 minutes' where cart_id = $1", [dead.cart])
      },
    )
  }

  function afterATick(): void {
    it("shows an order without its payment to a person, who cannot ship it and ends it with its contract", async () => {
      expect(unpaid.length).toBeGreaterThan(0)
      for (const { cart, orderId } of unpaid) {
        const raised = (row?: Row) => row?.attention.some(({ code }) => code === "signed_without_order") === true
        let asked = 0
        const look = async () => {
          // A run that looks just now must be able to write what it found.
          if (Date.now() - asked > 2 * TICK_MS) {
            await shop.sql("update lease set look_at = now() where cart_id = $1 and look_at > now()", [cart])
            asked = Date.now()
          }
          return leaseOf(cart)
        }
        expect(raised(await eventually(look, raised, tickWithinMs))).toBe(true)
        const { merchant } = other()
        await expect(merchant.send(orderId)).rejects.toThrow()
        expect((await merchant.cancel(orderId)).status).toBe(200)
        const lease = await eventually(
          () => leaseOf(cart),
          (row) => row?.status === "cancelled",
          tickWithinMs,
        )
        expect(lease).toMatchObject({ status: "cancelled", attention: [] })
        const told = shop.sandbox.journal(lease?.application_id).filter(({ route }) => route === DELETE)
        expect(told).toHaveLength(1)
      }
    })
  }

  return { kills, afterATick }
}
