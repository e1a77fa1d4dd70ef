import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Query } from "../medusa/read/carts"
import type { Desk } from "../modules/lease"
import { forShoppers } from "../modules/lease/options/operator"
import type { LeaseRecord } from "../modules/lease/rules/records"
import { awaitsSignature, hasEvidence, isPlaced, isReplacement, isSigned } from "../modules/lease/rules/standing"
import type { LeaseStatus } from "../modules/lease/rules/state-machine"
import { isOwner } from "../modules/lease/shopper/owner"
import { settingsOf } from "../modules/lease/status/ledger"
import type { MessageCode } from "../modules/lease/texts/messages"
import { LedgerRefusal } from "../modules/lease/texts/refusal"
import { offerOf } from "./offer-view"
import { idOf } from "./plain-text"
import { afterOrder, message } from "./small-view"
import { type StoreRequest, shopperOf } from "./store-cart"
import type { Message, OrderLeaseView } from "./types"

type OrderRow = { sales_channel_id: string | null; customer: { id: string; has_account: boolean } | null }

/**
 * The lease of an order, for its confirmation page and the shopper's account. The order of a guest is shown to anyone who knows its id, as Medusa shows the
 * order itself; that of an account to its customer. What was agreed to pay is for those who applied, by lease key or account. Throws LedgerRefusal for an
 * order that there is not, for this shopper.
 */
export async function orderView(req: StoreRequest, desk: Desk): Promise<OrderLeaseView> {
  const [order, lease] = await Promise.all([orderOf(req), desk.store.ofOrder(idOf(req))])
  const own = lease !== null && isOwner(lease, shopperOf(req, desk))
  const foreign = order?.customer?.has_account && req.auth_context?.actor_id !== order.customer.id
  const channels = req.publishable_key_context?.sales_channel_ids ?? []
  const elsewhere = order?.sales_channel_id && !channels.includes(order.sales_channel_id)
  if (!order || elsewhere || (foreign && !own)) throw new LedgerRefusal("order_not_found", {}, { kind: "not_found" })
  if (!lease) return { lease: null }
  const { operator, salesTax } = settingsOf(desk, lease)
  const { status, reference, test, way, delivery_date } = lease
  return {
    lease: {
      status,
      reference,
      test,
      way,
      says: standing(lease, operator),
      messages: afterOrder(lease, operator.name),
      operator: forShoppers(operator),
      delivery_date,
      offer: own ? offerOf(lease, salesTax) : null,
      sign_cart_id: own && awaitsSignature(lease) ? lease.cart_id : null,
    },
  }
}

async function orderOf(req: StoreRequest): Promise<OrderRow | undefined> {
  const query: Query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "sales_channel_id", "customer.id", "customer.has_account"],
    filters: { id: idOf(req) },
  })
  return data[0] as OrderRow | undefined
}

/** Statuses of a lease that has an order; it is over in any other. */
const STANDING: Partial<Record<LeaseStatus, MessageCode>> = {
  placed: "order_lease_signed",
  delivered: "order_lease_delivered",
  returning: "order_lease_returning",
  returned: "order_lease_returned",
  canceling: "order_lease_canceling",
}

type OrderedLease = Pick<
  LeaseRecord,
  "order_id" | "placed_at" | "status" | "way" | "evidence" | "attention" | "reference"
>

/** Where the lease of an order stands, for its shopper. Of a contract that may not be in force nothing is said but whom to ask. */
export function standing(lease: OrderedLease, operator: { name: string; contact: string }): Message {
  const [awaiting] = afterOrder(lease, operator.name)
  if (awaiting) return awaiting
  if (awaitsSignature(lease)) return message("order_lease_to_sign")
  if (isReplacement(lease) && isSigned(lease)) return message("order_lease_signed_anew")
  const isDoubtful = !hasEvidence(lease) || lease.attention.some(({ code }) => code === "lease_dead")
  const code = isPlaced(lease) && isDoubtful ? "order_lease_ask" : (STANDING[lease.status] ?? "order_lease_ended")
  return message(code, { operator: operator.name, contact: operator.contact, reference: lease.reference })
}
