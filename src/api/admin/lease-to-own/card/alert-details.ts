import { articleDifferences } from "../../../../lease-cart"
import type { Desk } from "../../../../modules/lease"
import { markOf } from "../../../../modules/lease/card/alerts-of"
import { recipientDifference, recipientHash } from "../../../../modules/lease/cart/compare-cart"
import { raisedAs } from "../../../../modules/lease/rules/alerts"
import type { MessageParams } from "../../../../modules/lease/texts/messages"
import { because } from "../../../../modules/lease/texts/reasons"
import type { ArticleChange } from "../../../admin-types"
import type { Sources } from "./lease-sources"

type Of = Pick<Sources, "lease" | "order">

/** The mark of a shown alert, see {@link markOf}. */
export function alertMark(desk: Desk, { order }: Of, code: string): string | undefined {
  return order ? markOf(raisedAs(code), order, recipientHash(desk, order.asCart)) : undefined
}

/** In which part the recipient of an order differs, for the alert about that. */
export function alertReason(desk: Desk, { lease, order }: Of, code: string): MessageParams {
  if (code !== "recipient_differs") return {}
  const part = order && recipientDifference(desk, lease, order.asCart)
  return because(`recipient_${part ?? "other"}`)
}

/** The articles whose number in the order differs from the signed one, for the alerts that are about that. */
export function alertDifferences({ lease, order }: Of, code: string): ArticleChange[] | undefined {
  const raised = raisedAs(code)
  const signed = raised === "amount_differs" || raised === "cart_mismatch" ? lease.snapshot?.articles : undefined
  if (!order || !signed?.length) return undefined
  const variants = new Map(order.asCart.items?.map(({ variant_id, variant_title }) => [variant_id, variant_title]))
  return articleDifferences(signed, order.asCart).map(({ variant_id, title, ...counts }) => ({
    title: [title, variants.get(variant_id)].filter(Boolean).join(", "),
    ...counts,
  }))
}
