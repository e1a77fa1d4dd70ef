import {
  type CartInput,
  describeReason,
  type ItemProblem,
  type MappedCart,
  type Reason,
  reasonsOfProduct,
  type SaleRegion,
  toLeaseCart,
} from "../../../lease-cart"
import type { FieldIssue } from "../../../lease-service"
import type { Ledger } from "../status/ledger"
import { LedgerRefusal } from "../texts/refusal"

/** `fields`: for the people who run the store, which field of which line stands in the way (`items[0].brand`). */
export type ReasonInWords = {
  code: Reason["code"]
  params: Record<string, string>
  message: string
  fields?: FieldIssue[]
}

/** The cart as the service would get it, or every reason why it cannot be leased, in words. Nothing is changed or sent. */
export function mapCart(
  ledger: Ledger,
  cart: CartInput,
  reference?: string,
): { ok: true; mapped: MappedCart } | { ok: false; reasons: ReasonInWords[] } {
  const result = toLeaseCart(cart, ledger.options, { orderId: reference, now: ledger.now() })
  if (result.ok) return result
  return {
    ok: false,
    reasons: result.reasons.map((reason) => ({
      ...inWords(ledger, reason),
      ...(reason.items && { fields: reason.items.map((problem) => toField(problem, cart)) }),
    })),
  }
}

/** Why no cart with this product can be leased in this region, in words for shoppers; none where one may be. Nothing is read, changed or sent. */
export function explainProduct(
  ledger: Ledger,
  product: Parameters<typeof reasonsOfProduct>[0],
  region: SaleRegion,
): Omit<ReasonInWords, "fields">[] {
  return reasonsOfProduct(product, region, ledger.options).map((reason) => inWords(ledger, reason))
}

function inWords(ledger: Ledger, reason: Reason): Omit<ReasonInWords, "fields"> {
  const names = { operator: ledger.options.operator.name }
  return { code: reason.code, params: { ...names, ...reason.params }, message: describeReason(reason, names) }
}

function toField({ id, title, field, rule, message }: ItemProblem, cart: CartInput): FieldIssue {
  const index = (cart.items ?? []).findIndex((line) => line.id === id)
  return { field: index < 0 ? field : `items[${index}].${field}`, rule, message: `${title}: ${message}` }
}

/** The same as `mapCart`, but throws the first reason as a refusal, whose message names all of them. */
export function mapCartOrRefuse(ledger: Ledger, cart: CartInput, reference?: string): MappedCart {
  const result = mapCart(ledger, cart, reference)
  if (result.ok) return result.mapped
  const [first] = result.reasons
  throw new LedgerRefusal(first?.code ?? "unavailable_off", first?.params, {
    message: result.reasons.map((reason) => reason.message).join(" "),
  })
}
