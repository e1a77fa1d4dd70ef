import { MedusaError } from "@medusajs/framework/utils"
import { LedgerRefusal } from "../modules/lease/refusal"

/**
 * A refusal of the ledger as the error type with which its text reaches the person (`docs/decisions.md`): at completion an authorisation
 * error, elsewhere NOT_ALLOWED for a "no", UNEXPECTED_STATE for a service that cannot be asked. Other errors pass unchanged.
 */
export function inMedusasWords(error: unknown, method?: "authorize"): unknown {
  if (!(error instanceof LedgerRefusal)) return error
  if (method === "authorize")
    return new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.message, error.code)
  const type =
    error.kind === "unavailable" || error.kind === "unknown"
      ? MedusaError.Types.UNEXPECTED_STATE
      : MedusaError.Types.NOT_ALLOWED
  return new MedusaError(type, error.message, error.code)
}
