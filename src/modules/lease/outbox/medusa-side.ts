import type { MedusaCall } from "../calls"
import type { Order, Payment } from "../rules/order"
import type { LeaseRecord } from "../rules/records"

/** A cart in Medusa that is no order yet. */
export type CartState = { completed: boolean; payments: Payment[]; sessionIds: string[] }

/** Medusa's facts about a lease. */
export type MedusaFacts = {
  /** The order of the lease, or of its cart. */
  order: Order | null
  /** It goes to somebody else, or elsewhere, than its lease was offered for. */
  recipientDiffers: boolean
  cart: CartState | null
}

/** An e-mail. `template` and `data` are for providers with templates of their own, `content` is for the others. */
export type Mail = {
  to: string
  key: string
  template: string
  data: Record<string, string>
  content: { subject: string; text: string; html: string }
}

/** The ledger needs this from Medusa to know and do what is owed. */
export type MedusaSide = {
  /** Medusa's facts by lease id. A lease is missing if its cart and order changed during the read: nothing may be concluded then. */
  factsOf(leases: LeaseRecord[]): Promise<Map<string, MedusaFacts>>
  /** Writes down that the order stands for its lease. */
  record(lease: LeaseRecord, order: Order): Promise<void>
  /** Makes one call; throws what Medusa or the ledger refuse it with. */
  call: Record<MedusaCall, (lease: LeaseRecord) => Promise<void>>
  /** Hands an e-mail to Medusa's notification module; one with the same key again does nothing. Throws when it could not be sent. */
  mail(mail: Mail): Promise<void>
  /** Keeps this cart from being completed meanwhile, in whatever process. */
  lockCart<T>(cartId: string, work: () => Promise<T>): Promise<T>
}
