import type { FieldIssue } from "../../../client"
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
import type { AccountCart } from "../options/accounts"
import type { LeaseRecord } from "../rules/records"
import { type Desk, type Ledger, ofCart } from "../status/ledger"
import { textOf } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { ledgerOfCart } from "./cart-account"

/** `fields`: for staff, which field of which line prevents a lease (`items[0].brand`). */
type ReasonInWords = {
  code: Reason["code"] | "unavailable_account"
  params: Record<string, string>
  message: string
  fields?: FieldIssue[]
}

/** The cart as it would be sent to the service, or every reason why it can't be leased, in words. Changes and sends nothing. */
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

function inWords(ledger: Ledger, reason: Reason): Omit<ReasonInWords, "fields"> {
  const names = { operator: ledger.options.operator.name }
  return { code: reason.code, params: { ...names, ...reason.params }, message: describeReason(reason, names) }
}

function toField({ id, title, field, rule, message }: ItemProblem, cart: CartInput): FieldIssue {
  const index = (cart.items ?? []).findIndex((line) => line.id === id)
  return { field: index < 0 ? field : `items[${index}].${field}`, rule, message: `${title}: ${message}` }
}

/** The same as `mapCart`, but throws the first reason as a refusal, whose message has all of them. */
export function mapCartOrRefuse(ledger: Ledger, cart: CartInput, reference?: string): MappedCart {
  const result = mapCart(ledger, cart, reference)
  if (result.ok) return result.mapped
  const [first] = result.reasons
  throw new LedgerRefusal(first?.code ?? "unavailable_off", first?.params, {
    message: result.reasons.map((reason) => reason.message).join(" "),
  })
}

const NO_ACCOUNT: ReasonInWords = { code: "unavailable_account", params: {}, message: textOf("unavailable_account") }

/** Whether and how a cart can be leased with its account. Asks, changes and sends nothing. */
export function judgeCart(desk: Desk, cart: CartInput, lease: LeaseRecord | null): ReturnType<typeof mapCart> {
  const ledger = ledgerOfCart(desk, cart, lease)
  return ledger ? mapCart(ledger, cart, lease?.reference) : { ok: false, reasons: [NO_ACCOUNT] }
}

/** Why no cart with this product can be leased where it would be sold; empty if one may be. Reads, changes and sends nothing. */
export function judgeProduct(
  desk: Desk,
  product: Parameters<typeof reasonsOfProduct>[0],
  { where, region }: { where: AccountCart; region: SaleRegion },
): Omit<ReasonInWords, "fields">[] {
  const ledger = ofCart(desk, where)
  if (!ledger) return [NO_ACCOUNT]
  return reasonsOfProduct(product, region, ledger.options).map((reason) => inWords(ledger, reason))
}
