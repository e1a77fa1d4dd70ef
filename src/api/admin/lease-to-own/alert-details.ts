import { articleDifferences } from "../../../lease-cart"
import { markOf } from "../../../modules/lease/alert-mark"
import { raisedAs } from "../../../modules/lease/card/alerts-of"
import type { CardOrder } from "../../../modules/lease/card/facts"
import type LeaseModuleService from "../../../modules/lease/service"
import type { LeaseAlert } from "../../admin-types"
import type { Sources } from "./card/lease-sources"

/** What an alert says of the order as it is now: see {@link LeaseAlert}. */
export function detailsOf(
  ledger: LeaseModuleService,
  { lease, order }: Pick<Sources, "lease" | "order">,
  { code, sums }: { code: string; sums: CardOrder | null },
): Pick<LeaseAlert, "mark" | "differences"> {
  if (!order || !sums) return {}
  const raised = raisedAs(code)
  const mark = markOf(raised, { ...sums, recipient: ledger.recipientHash(order.asCart) })
  const signed = raised === "amount_differs" || raised === "cart_mismatch" ? lease.snapshot?.articles : undefined
  const variants = new Map(order.asCart.items?.map(({ variant_id, variant_title }) => [variant_id, variant_title]))
  const differences = signed?.length
    ? articleDifferences(signed, order.asCart).map(({ variant_id, title, ...counts }) => ({
        title: [title, variants.get(variant_id)].filter(Boolean).join(", "),
        ...counts,
      }))
    : undefined
  return { ...(mark && { mark }), ...(differences && { differences }) }
}
