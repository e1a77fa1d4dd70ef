import { MedusaError } from "@medusajs/framework/utils"
import { isDatabaseGone } from "../modules/lease/tables/database-gone"
import { LedgerRefusal } from "../modules/lease/texts/refusal"

/** A database that is gone for a moment is a refusal, too: nothing is lost, and asking again is right. Other errors are answered unchanged. */
export function inLedgersWords(error: unknown): unknown {
  if (error instanceof LedgerRefusal || !isDatabaseGone(error)) return error
  return new LedgerRefusal("store_unavailable", {}, { kind: "unavailable", cause: error })
}

/**
 * A refusal of the ledger as the error type with which its text reaches the person (`docs/decisions.md`): at completion an authorization
 * error, elsewhere NOT_ALLOWED for a "no", UNEXPECTED_STATE for a service that cannot be asked. Other errors pass unchanged.
 */
export function inMedusasWords(thrown: unknown, method?: "authorize"): unknown {
  const error = inLedgersWords(thrown)
  if (!(error instanceof LedgerRefusal)) return error
  if (method === "authorize")
    return new MedusaError(MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR, error.message, error.code)
  const type =
    error.kind === "unavailable" || error.kind === "unknown"
      ? MedusaError.Types.UNEXPECTED_STATE
      : MedusaError.Types.NOT_ALLOWED
  return new MedusaError(type, error.message, error.code)
}
