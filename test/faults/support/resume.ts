import { isForExistingOrder, LedgerRefusal } from "../../support/ledger"
import type { Customer } from "./customer"
import type { Room } from "./room"

const MINUTE = 60_000
/** More than any shopper needs. */
const TRIES = 12

/** A refusal is an answer to the caller; anything else is a defect. */
export async function allowRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LedgerRefusal)) throw error
  }
}

/** The shopper comes back and goes on from wherever the store says, until the order is placed or the lease is over. */
export async function resume(room: Room, customer: Customer): Promise<void> {
  const { main } = room
  for (let round = 0; round < TRIES; round++) {
    // A finished cart is open for the new contract of its order alone.
    if ((await main.shop.orderOfCart(customer.cart.id))?.canceled) return
    const lease = await main.ledger.store.ofCart(customer.cart.id)
    switch (lease?.status) {
      case undefined:
      case "open":
      case "undecided":
      case "expired":
        room.pass(MINUTE + 1000)
        await allowRefusal(() => customer.applyAgain(main))
        break
      case "approved":
      case "pending":
        // The caller may have died with the claim.
        room.pass(MINUTE)
        await allowRefusal(() => customer.offer(main))
        break
      case "offered":
      case "signing":
        await signOn(room, customer)
        break
      case "signed":
        // The order of a new contract stands already, and the job replaces its payment.
        await allowRefusal(() => (isForExistingOrder(lease) ? customer.tellOfOrder(main) : customer.place(main)))
        break
      case "submitting":
      case "placing":
        // No process is working there, so it is left after a while.
        room.pass(6 * MINUTE)
        await main.runJob()
        break
      default:
        return
    }
  }
}

/** Asks for the offer where it was lost, signs unless that is done, and says so. */
async function signOn(room: Room, customer: Customer): Promise<void> {
  const { main } = room
  room.pass(MINUTE)
  await allowRefusal(() => customer.offer(main))
  await allowRefusal(async () => {
    await customer.contract(main)
    if (await isOpen(room, customer)) await customer.sign()
  })
  room.pass(3000)
  await allowRefusal(() => customer.verify(main))
}

async function isOpen({ main, sandbox }: Room, customer: Customer): Promise<boolean> {
  const { application_id } = await customer.lease(main)
  return sandbox.lease(application_id ?? "")?.state === "Contracts"
}
