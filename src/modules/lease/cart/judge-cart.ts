import type { CartInput } from "../../../lease-cart"
import type { AccountCart } from "../options/accounts"
import type { LeaseRecord } from "../rules/records"
import { type Desk, ofCart } from "../status/ledger"
import { textOf } from "../texts/messages"
import { ledgerOfCart } from "./cart-account"
import { explainProduct, mapCart } from "./map-cart"

/** The reason where no account takes such carts. */
const NO_ACCOUNT = { code: "unavailable_account", params: {}, message: textOf("unavailable_account") } as const

/** Whether and how a cart can be leased with the account with which it goes on. Nothing is asked, changed or sent. */
export function judgeCart(
  desk: Desk,
  cart: CartInput,
  lease: LeaseRecord | null,
): ReturnType<typeof mapCart> | { ok: false; reasons: (typeof NO_ACCOUNT)[] } {
  const ledger = ledgerOfCart(desk, cart, lease)
  return ledger ? mapCart(ledger, cart, lease?.reference) : { ok: false, reasons: [NO_ACCOUNT] }
}

/** Why no cart with this product can be leased where it would be sold; none where one may be. */
export function judgeProduct(
  desk: Desk,
  product: Parameters<typeof explainProduct>[1],
  { where, region }: { where: AccountCart; region: Parameters<typeof explainProduct>[2] },
): ReturnType<typeof explainProduct> | (typeof NO_ACCOUNT)[] {
  const ledger = ofCart(desk, where)
  return ledger ? explainProduct(ledger, product, region) : [NO_ACCOUNT]
}
