import type { MedusaContainer } from "@medusajs/framework/types"
import { queryOf } from "../../../../../../medusa/read/carts"
import { ledgerDepsOf } from "../../../../../../modules/lease"
import { isHosted, isRemoved, settingsOf, staffParams } from "../../../../../../modules/lease/ledger"
import { type MessageCode, type MessageParams, staffTextOf } from "../../../../../../modules/lease/texts/messages"
import type { LeaseInvoiceAnswer } from "../../../../../admin-types"
import type { LeaseAndOrder } from "../../../card/lease-sources"
import { REDUCED } from "../../export/book-entries"
import { toInvoice } from "./to-invoice"

/** Returns the store's invoice to the operator for a lease, or a message that says why there is none. */
export async function leaseInvoice(
  scope: MedusaContainer,
  { lease, order }: LeaseAndOrder,
): Promise<LeaseInvoiceAnswer> {
  const deps = ledgerDepsOf(scope)
  const settings = settingsOf(deps, lease)
  const refuse = (code: MessageCode, params: MessageParams = staffParams({ options: settings }, lease)) => {
    return { invoice: null, refusal: { code, params, message: staffTextOf(code, params) } }
  }
  if (isHosted(lease)) return refuse("invoice_hosted")
  if (!lease.placed_at || !order) return refuse("invoice_no_order")
  if (lease.erased_at) return refuse("invoice_erased")
  // A removed account's stand-in options are another operator's.
  const account = lease.account_id ?? ""
  if (isRemoved(deps.accounts.of(lease.account_id))) return refuse("invoice_account_removed", { account })
  const [history, seller] = await Promise.all([
    deps.store.histories.allOf([lease.id], REDUCED),
    settings.invoiceFrom ?? readStoreName(scope),
  ])
  const invoice = toInvoice({ lease, order, history, seller, settings })
  return invoice ? { invoice } : refuse("invoice_cart_unknown")
}

async function readStoreName(scope: MedusaContainer): Promise<string> {
  const { data } = await queryOf(scope).graph({ entity: "store", fields: ["id", "name"], pagination: { take: 1 } })
  const [store] = data as { name: string | null }[]
  return store?.name ?? ""
}
