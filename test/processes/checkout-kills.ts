import { sample } from "../faults/support/size"
import { eventually } from "../integration/support/eventually"
import type { Server, SeveralProcesses } from "./support/several"

const LEASE = "pp_lease-to-own"

/** The statements of a completion before which its process may die, in their order. */
const POINTS: Record<string, RegExp> = {
  "the order is made": /^insert into "order" /,
  "the order is tied to its cart": /^insert into "order_cart"/,
  "the lease is held for the order": /^update "lease" .*"placing"/,
  "the payment is written": /^insert into "payment" /,
  "the cart is closed": /^update "cart" .*"completed_at"/,
}

type Row = { status: string; order_id: string | null; attention: { code: string }[] }

/** A server is killed in the middle of a completion; the shopper comes back to another one, or nobody does. */
export function checkoutKills(shop: SeveralProcesses, other: () => Server): void {
  const leaseOf = async (cart: string) => (await shop.sql<Row>("select * from lease where cart_id = $1", [cart]))[0]

  /** A cart ready to be ordered, of whose completion the process died there. */
  async function dead(point: RegExp): Promise<string> {
    const { shopper } = other()
    const cart = await shopper.approved()
    await shopper.signed(cart)
    await shopper.startPayment(cart.id, LEASE)
    const doomed = await shop.server({ killBefore: point })
    await expect(doomed.shopper.complete(cart.id)).rejects.toThrow()
    await doomed.ended
    return cart.id
  }

  it.each(sample(Object.entries(POINTS), 5))("is killed before %s", async (_name, point) => {
    const cart = await dead(point)
    const completed = await eventually(
      () =>
        other()
          .shopper.complete(cart)
          .then(
            ({ orderId }) => orderId,
            (error: Error) => error.message,
          ),
      (answer) => answer.startsWith("order_"),
      90_000,
    )
    const lease = await eventually(
      () => leaseOf(cart),
      (row) => row?.status === "placed",
    )
    expect({ completed, lease }).toMatchObject({
      completed: expect.stringMatching(/^order_/),
      lease: { status: "placed", attention: [] },
    })
  })
}
