import { LeaseAuthError, LeaseRefused, LeaseServiceError } from "../../lease-service"
import { type Ledger, textParams } from "./ledger"
import type { MessageCode } from "./messages"
import { LedgerRefusal } from "./refusal"

/**
 * The words for known answers of the service; anything else is not shown to people. Behaviour never depends on these codes
 * (reference 10), texts may.
 */
export const KNOWN_REASONS: Record<string, string> & { none: string } = {
  "cart-over-limit": "the total is above the approved amount",
  "cart-under-minimum": "the total is below the smallest lease",
  "item-not-leasable": "an item cannot be leased",
  "wrong-state": "the lease is in another state",
  "approval-expired": "the approval has expired",
  "contracts-expired": "the contract has expired",
  "return-refused": "this return is refused",
  "return-not-authorized": "this return is not authorized",
  none: "the service gave no reason",
}

/** The words for a code of the service. */
export function wordsFor(code: string | undefined): string {
  return KNOWN_REASONS[reasonCode(code)] ?? KNOWN_REASONS.none
}

/** Why the service refused, in words for a person. */
export function reasonOf(error: unknown): string {
  return KNOWN_REASONS[reasonCodeOf(error)] ?? KNOWN_REASONS.none
}

/** The code of these words, for other languages. */
function reasonCodeOf(error: unknown): string {
  return reasonCode(error instanceof LeaseRefused ? error.code : undefined)
}

function reasonCode(code: string | undefined): string {
  return code !== undefined && Object.hasOwn(KNOWN_REASONS, code) ? code : "none"
}

/** Who reads the words: a shopper can do nothing about credentials, a merchant can. */
export type Reader = "shopper" | "merchant"

const WORDS: Record<Reader, Record<"lost" | "credentials" | "unreachable", MessageCode>> = {
  shopper: { lost: "answer_lost", credentials: "service_unreachable", unreachable: "service_unreachable" },
  merchant: { lost: "result_unknown", credentials: "service_credentials", unreachable: "service_unreachable" },
}

/**
 * Turns a failed call into words for a person. The cause goes to the log, which the client has masked already. Errors that are not the
 * client's are thrown as they are.
 *
 * `refused` is the code for a clear "no" of the service.
 */
export function serviceFailure(
  ledger: Ledger,
  error: unknown,
  { reader, refused = "service_refused" }: { reader: Reader; refused?: MessageCode },
): LedgerRefusal {
  if (!(error instanceof LeaseServiceError)) throw error
  ledger.log.error(`lease-to-own: ${error.message}`)
  const words = WORDS[reader]
  if (error.effect === "unknown") return new LedgerRefusal(words.lost, {}, { kind: "unknown", cause: error })
  if (error.httpStatus === 429) return new LedgerRefusal("service_busy", {}, { kind: "unavailable", cause: error })
  if (error instanceof LeaseRefused) {
    const params = { ...textParams(ledger), reason: reasonOf(error), reason_code: reasonCodeOf(error) }
    return new LedgerRefusal(refused, params, { cause: error })
  }
  const code = error instanceof LeaseAuthError ? words.credentials : words.unreachable
  return new LedgerRefusal(code, {}, { kind: "unavailable", cause: error })
}
