import { type CartInput, describeReason, type MappedCart, type Reason, toLeaseCart } from "../../../lease-cart"
import type { Ledger } from "../ledger"
import { LedgerRefusal } from "../refusal"

export type CartReason = { code: Reason["code"]; params: Record<string, string>; message: string }

/** The cart as the service would get it, or every reason why it cannot be leased, in words. Nothing is changed or sent. */
export function mapCart(
  ledger: Ledger,
  cart: CartInput,
  reference?: string,
): { ok: true; mapped: MappedCart } | { ok: false; reasons: CartReason[] } {
  const result = toLeaseCart(cart, ledger.options, reference ? { orderId: reference } : {})
  if (result.ok) return result
  const names = { operator: ledger.options.operator.name }
  return {
    ok: false,
    reasons: result.reasons.map((reason) => ({
      code: reason.code,
      params: { ...names, ...reason.params },
      message: describeReason(reason, {}, names),
    })),
  }
}

/** As `mapCart`, but throws the first reason as a refusal, its message naming all of them. */
export function mapCartOrRefuse(ledger: Ledger, cart: CartInput, reference?: string): MappedCart {
  const result = mapCart(ledger, cart, reference)
  if (result.ok) return result.mapped
  const [first] = result.reasons
  throw new LedgerRefusal(first?.code ?? "unavailable_off", first?.params, {
    message: result.reasons.map((reason) => reason.message).join(" "),
  })
}
