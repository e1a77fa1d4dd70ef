import { LeaseAuthError, LeaseHeldBack, LeaseOverRate, LeaseRefused, LeaseServiceError } from "../../../client"
import { type AccountDeps, isRemoved, textParams } from "../accounts/deps"
import { staffParams } from "../options/operator"
import { isNewer } from "../rules/newer"
import type { LeaseRecord } from "../rules/records"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { because, reasonTexts, serviceReason } from "../texts/reasons"

export function reasonOf({ code }: LeaseRefused): string {
  return reasonTexts[serviceReason(code)]
}

/** Throws LedgerRefusal if the lease's account is no longer in the options. Call this before recording anything about a call. */
export function refuseRemoved(accountDeps: AccountDeps): void {
  if (isRemoved(accountDeps)) throw removedRefusal(accountDeps)
}

function removedRefusal({ account_id }: AccountDeps, cause?: LeaseServiceError): LedgerRefusal {
  const params = { account: account_id ?? "the one at the top of the options" }
  return new LedgerRefusal("account_removed", params, { kind: "unavailable", cause })
}

/** Throws LedgerRefusal if the lease has a value that only a newer version of the plugin knows. */
export function refuseNewer(accountDeps: AccountDeps, lease: LeaseRecord, reader: Reader = "merchant"): void {
  if (!isNewer(lease)) return
  if (reader === "shopper") throw new LedgerRefusal("lease_checking", textParams(accountDeps, lease))
  throw new LedgerRefusal("lease_newer")
}

/**
 * Throws LedgerRefusal if the lease is newer or held, or the whole store has been held since the lease began. Call this before anything but a reading is sent
 * for the lease, or its order is placed.
 */
export async function refuseHeld(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  reader: Reader = "merchant",
): Promise<void> {
  refuseNewer(accountDeps, lease, reader)
  if (!(await accountDeps.store.holds.isHeld(lease))) return
  if (reader === "shopper") throw new LedgerRefusal("lease_checking", textParams(accountDeps, lease))
  throw new LedgerRefusal(lease.held_at ? "lease_held" : "store_held", staffParams(accountDeps, lease))
}

/** Only the merchant's message mentions the credentials, because a shopper can't do anything about them. */
export type Reader = "shopper" | "merchant"

const CODES: Record<Reader, Record<"refused" | "lost" | "credentials", MessageCode>> = {
  shopper: { refused: "service_refused", lost: "answer_lost", credentials: "service_unreachable" },
  merchant: { refused: "call_refused", lost: "result_unknown", credentials: "service_credentials" },
}

/**
 * Returns the refusal for a failed call, and rethrows other errors. `refused` is the code for a clear refusal. `lease` is the lease that staff should
 * ask the operator about.
 */
export function serviceFailure(
  accountDeps: AccountDeps,
  error: unknown,
  { reader, refused = CODES[reader].refused, lease }: { reader: Reader; refused?: MessageCode; lease?: LeaseRecord },
): LedgerRefusal {
  if (!(error instanceof LeaseServiceError)) throw error
  // Don't log calls that were held back: the breaker has logged the outage once, and reaching the rate limit isn't an error.
  if (!(error instanceof LeaseHeldBack)) accountDeps.log.error(`lease-to-own: ${error.message}`)
  const codes = CODES[reader]
  if (isRemoved(accountDeps) && reader === "merchant") return removedRefusal(accountDeps, error)
  if (error.effect === "unknown") return new LedgerRefusal(codes.lost, {}, { kind: "unknown", cause: error })
  if (error.httpStatus === 429 || error instanceof LeaseOverRate)
    return new LedgerRefusal("service_busy", {}, { kind: "unavailable", cause: error })
  if (error instanceof LeaseRefused) {
    const whom = reader === "merchant" && lease ? staffParams(accountDeps, lease) : textParams(accountDeps)
    return new LedgerRefusal(refused, { ...whom, ...because(serviceReason(error.code)) }, { cause: error })
  }
  const code = error instanceof LeaseAuthError ? codes.credentials : "service_unreachable"
  return new LedgerRefusal(code, {}, { kind: "unavailable", cause: error })
}
