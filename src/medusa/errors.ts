import { MedusaError } from "@medusajs/framework/utils"
import { cleanText, mask } from "../client"
import type { CartInput } from "../lease-cart"
import { isDatabaseGone, type LeaseRecord, type ORDER_PROBLEMS } from "../modules/lease/ledger"
import { LedgerRefusal, type MessageParams, staffTextOf } from "../modules/lease/texts/messages"

/** Why Medusa can't create an order from a cart, as the code and parameters of a message. */
export type OrderProblem = { code: (typeof ORDER_PROBLEMS)[number]; params: MessageParams }

/** The types of errors that recur until someone fixes the cause. Any other error may be temporary. */
const LASTING: unknown[] = [MedusaError.Types.NOT_ALLOWED, MedusaError.Types.INVALID_DATA, MedusaError.Types.NOT_FOUND]

const LONGEST_REASON = 300

/**
 * Returns the reason for staff, without the shopper's data, if the error is a lasting refusal by Medusa or a store's hook. Otherwise returns null.
 */
export function refusedByStore(thrown: unknown, cart?: CartInput | null): OrderProblem | null {
  const { type, message } = (thrown ?? {}) as { type?: unknown; message?: unknown }
  if (!LASTING.includes(type) || typeof message !== "string") return null
  const values = [cart?.email, ...Object.values(cart?.shipping_address ?? {})]
  const personal = values.filter((value) => typeof value === "string")
  const reason = cleanText(mask(message.slice(0, 5000), personal), LONGEST_REASON)
  return { code: "store_refused", params: { reason } }
}

/** Rewords a lasting refusal for staff. Returns other errors unchanged. */
export function withStoreReason(error: unknown): unknown {
  const problem = error instanceof LedgerRefusal ? null : refusedByStore(error)
  return problem ? forStaff(problem, error) : error
}

export function forShopper({ code, params }: OrderProblem, { reference }: LeaseRecord): LedgerRefusal {
  return new LedgerRefusal(code, code === "store_refused" ? { reference } : params)
}

export function forStaff({ code, params }: OrderProblem, cause: unknown): LedgerRefusal {
  return new LedgerRefusal(code, params, { cause, message: staffTextOf(code, params) })
}

/** Turns a lost database connection into a refusal, because no data is lost and the caller may retry. Returns other errors unchanged. */
export function toLedgerRefusal(error: unknown): unknown {
  if (error instanceof LedgerRefusal || !isDatabaseGone(error)) return error
  return new LedgerRefusal("store_unavailable", {}, { kind: "unavailable", cause: error })
}

/**
 * Turns a refusal into an error whose text Medusa passes on. Returns other errors unchanged. The table shows how Medusa 2.21.2 responds to each type
 * of error. A storefront must handle a refused completion both as 200 and as 400, because the guard before it (`checkLeaseBeforeCompletion`)
 * responds with 400.
 *
 * | thrown                      | `POST /store/carts/:id/complete`    | other routes       |
 * |-----------------------------|-------------------------------------|--------------------|
 * | PAYMENT_AUTHORIZATION_ERROR | 200, `type: "cart"`, our text       | 422, our text      |
 * | NOT_ALLOWED, INVALID_DATA   | 400, our text                       | 400, our text      |
 * | UNEXPECTED_STATE            | 500, our text                       | 500, our text      |
 * | CONFLICT                    | –                                   | 409, text lost     |
 * | a plain Error               | 200, `type: "cart"`, Medusa's text  | 500, text lost     |
 */
export function toMedusaError(thrown: unknown, method?: "authorize"): unknown {
  const error = toLedgerRefusal(thrown)
  if (!(error instanceof LedgerRefusal)) return error
  if (method === "authorize")
    return new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.message, error.code)
  // Don't invite a retry if the account was removed.
  const mayPass = error.code !== "account_removed" && (error.kind === "unavailable" || error.kind === "unknown")
  const type = mayPass ? MedusaError.Types.UNEXPECTED_STATE : MedusaError.Types.NOT_ALLOWED
  return new MedusaError(type, error.message, error.code)
}
