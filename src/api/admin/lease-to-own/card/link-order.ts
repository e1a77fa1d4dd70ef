import type { MedusaContainer } from "@medusajs/framework/types"
import { type CartInput, titleOf } from "../../../../lease-cart"
import { takeTaxOutOfDraft } from "../../../../medusa/order-tax"
import { providerIsOn, queryOf, readRow, type ShopCart } from "../../../../medusa/read/carts"
import { readOrder, readOrderToLease } from "../../../../medusa/read/orders"
import { asLeased } from "../../../../medusa/sales-tax"
import { ledgerDepsOf } from "../../../../modules/lease"
import {
  type Actor,
  checkCart,
  isOpenPayment,
  type Order,
  type OrderToLink,
  ofCart,
  openByLink,
  signingLink,
} from "../../../../modules/lease/ledger"
import { LedgerRefusal, staffTextOf } from "../../../../modules/lease/texts/messages"
import type { ActionAnswer, OrderLink } from "../../../admin-types"
import { adminLeaseView, readSources } from "./lease-sources"

type Row = Pick<ShopCart, "region"> & {
  status: string
  payment_collections?: { payments?: { canceled_at: unknown }[] }[]
}

const FIELDS = [
  ...["id", "status", "region.id", "region.payment_providers.id", "region.payment_providers.is_enabled"],
  ...["payment_collections.payments.id", "payment_collections.payments.canceled_at"],
]

/**
 * Reads an order that a lease could pay for: a draft or pending order, unpaid and unshipped, in a region with the provider. Null for any other order,
 * usually after one small query. A draft order's cart is what would be leased, without the sales tax that the operator charges.
 */
async function readUnpaid(scope: MedusaContainer, orderId: string): Promise<(OrderToLink & { order: Order }) | null> {
  const query = queryOf(scope)
  const row = await readRow<Row>(query, "order", orderId, FIELDS)
  const payments = (row?.payment_collections ?? []).flatMap(({ payments = [] }) => payments)
  if (!row || !["draft", "pending"].includes(row.status) || !providerIsOn(row)) return null
  if (payments.some(({ canceled_at }) => !canceled_at)) return null
  const [order, cart] = await Promise.all([readOrder(query, orderId), readOrderToLease(query, orderId)])
  if (!order || !cart || order.total <= 0 || order.shipped || order.heldByOthers) return null
  if (order.payments.some(isOpenPayment)) return null
  // Creating the link recalculates a draft order's tax, so its current tax doesn't matter.
  const leased = row.status === "draft" ? { ...(await asLeased(scope, cart)), is_untaxed: false } : cart
  return { cart: leased, orderId, displayId: order.displayId, order }
}

/** Returns whether staff can offer a lease by link for an order, and if not, why. Null if that isn't an option for this order. */
export async function orderLinkOf(scope: MedusaContainer, orderId: string): Promise<OrderLink | null> {
  const deps = ledgerDepsOf(scope)
  const found = deps.options.contractLink ? await readUnpaid(scope, orderId) : null
  if (!found) return null
  const checked = checkCart(ofCart(deps, found.cart), found.cart)
  const reasons = checked.ok ? [] : checked.reasons.flatMap((reason) => customApart(reason, found.cart))
  const channel = await unreachable(scope, found.cart)
  const all = [...reasons, ...(channel ? [{ code: "lease_link_channel" as const, params: { channel } }] : [])]
  if (!all.length) return { allowed: true }
  return { allowed: false, reasons: all.map((one) => ({ ...one, message: staffTextOf(one.code, one.params) })) }
}

type Unavailable = Pick<
  Extract<ReturnType<typeof checkCart>, { ok: false }>["reasons"][number],
  "code" | "params" | "fields"
>

type StaffReason = { code: Unavailable["code"] | "unavailable_custom_items"; params: Unavailable["params"] }

/** Gives custom lines their own reason. Staff typed them in, so they have no product whose lease data could be filled in. */
function customApart({ code, params, fields = [] }: Unavailable, { items }: CartInput): StaffReason[] {
  const at = fields.flatMap(({ field }) => items?.[Number(/^items\[(\d+)\]/.exec(field)?.[1])] ?? [])
  const [custom, others] = [at.filter((line) => !line.product_id), at.filter((line) => line.product_id)]
  if (!custom.length) return [{ code, params }]
  const named = (lines: typeof at) => ({ ...params, items: [...new Set(lines.map(titleOf))].join(", ") })
  const own = { code: "unavailable_custom_items" as const, params: named(custom) }
  return others.length ? [{ code, params: named(others) }, own] : [own]
}

/** Returns the name of the order's sales channel if no publishable key includes it, so no storefront could open the link. Otherwise null. */
async function unreachable(scope: MedusaContainer, { sales_channel_id: id }: CartInput): Promise<string | null> {
  type Channel = { name: string; publishable_api_keys?: ({ revoked_at: string | Date | null } | undefined)[] }
  const fields = ["id", "name", "publishable_api_keys.revoked_at"]
  const channel = id ? await readRow<Channel>(queryOf(scope), "sales_channel", id, fields) : null
  const opens = channel?.publishable_api_keys?.some((key) => key && !key.revoked_at)
  return channel && !opens ? channel.name : null
}

/** Creates a lease by link for an order, or finds the current one, and returns its link. Throws LedgerRefusal. */
export async function linkOrder(
  scope: MedusaContainer,
  { orderId, actor, permitted }: { orderId: string; actor: Actor; permitted: boolean },
): Promise<ActionAnswer> {
  const deps = ledgerDepsOf(scope)
  if (!permitted) throw new LedgerRefusal("not_permitted", {}, { kind: "forbidden" })
  const found = await readUnpaid(scope, orderId)
  if (!found) throw new LedgerRefusal("lease_link_none")
  const channel = await unreachable(scope, found.cart)
  if (channel) throw new LedgerRefusal("lease_link_channel", { channel })
  const lease = await openByLink(deps, found, actor)
  await takeTaxOutOfDraft(scope, orderId)
  const link = await signingLink(deps, lease, actor)
  const sources = await readSources(scope, { lease, order: found.order }, permitted)
  return { result: "done", code: "signing_link", lease: adminLeaseView(deps, sources), link }
}
