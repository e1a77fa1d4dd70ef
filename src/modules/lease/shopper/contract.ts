import { LeaseServiceError } from "../../../client"
import { type CartInput, placeOf } from "../../../lease-cart"
import { type AccountDeps, type LedgerDeps, reread, SHOPPER, textParams } from "../accounts/deps"
import { applicationOf } from "../calls/service-call"
import { mapCartOrRefuse } from "../cart/cart"
import { isSameRecipient } from "../cart/recipient"
import { serviceFailure } from "../lease-service/errors"
import { checkStatus, isJustRead } from "../lease-service/read-status"
import { disclosuresAt } from "../options/disclosures"
import { awaitsOrder, hasEvidence, isSigning, isVerified } from "../rules/lease-predicates"
import { isTotalMissing } from "../rules/offer-summary"
import type { Acknowledgment, LeaseRecord } from "../rules/records"
import { whyNot } from "../rules/state-machine"
import { LedgerRefusal } from "../texts/messages"
import { enter } from "./cart-lease"
import { countRequest, type Shopper } from "./owner"

/**
 * Checks that a cart can be ordered before its contract is signed, and returns it. `isRepriced` reprices the cart first, which isn't allowed once the
 * shopper has a contract. Throws LedgerRefusal.
 */
export type Preflight = (isRepriced: boolean, lease: LeaseRecord | null) => Promise<CartInput>

/** The version and language of the operator's text that the shopper confirmed. `language` defaults to the text's own `language`. */
type Acknowledged = { version: string; language?: string | undefined }

/** `url` is the frame's src (spec 2.4), of which only the origin is stored. Messages are accepted from `origins`. */
type ContractAddress = { url: string; origins: string[] }

/**
 * Fetches the eSign URL for the offered cart (spec 4.1, GET contract). The lease becomes `signing` before the call, because the shopper can sign from
 * then on.
 * Throws LedgerRefusal if there is no offer, the cart isn't the offered one, `preflight` refuses it, the service stated no total cost and option
 * `requireTotal` is set, the shopper doesn't own the lease or hasn't confirmed the operator's text for the cart's state, or the service has no
 * contract to show.
 */
export async function contract(
  deps: LedgerDeps,
  given: CartInput,
  shopper: Shopper,
  {
    preflight = async () => given,
    acknowledged,
  }: { preflight?: Preflight; acknowledged?: Acknowledged | undefined } = {},
): Promise<ContractAddress> {
  return enter(deps, { cartId: given.id, shopper, action: "contract" }, async (accountDeps, lease) => {
    await countRequest(accountDeps, lease, shopper)
    const cart = await preflight(!isSigning(lease), lease)
    const { fingerprint } = mapCartOrRefuse(accountDeps, cart, lease.reference)
    if (!lease.fingerprint) throw new LedgerRefusal("no_offer")
    if (lease.fingerprint !== fingerprint || !isSameRecipient(accountDeps, lease, cart))
      throw new LedgerRefusal("cart_changed")
    if (isTotalMissing(accountDeps, lease)) throw new LedgerRefusal("no_total", textParams(accountDeps, lease))
    const detail = acknowledgment(accountDeps, cart, acknowledged)
    const signing = await accountDeps.store.move(lease.id, "contract_requested", {
      actor: SHOPPER,
      guard: { fingerprint, unclaimed: true },
      set: { contract_at: accountDeps.now() },
      history: [
        ...(detail ? [{ type: "disclosure_acknowledged" as const, detail }] : []),
        // An approval moved from another cart brings along that contract's `contract_at`, which is older than this lease.
        ...(lease.contract_at && lease.contract_at >= lease.created_at
          ? []
          : [{ type: "contract_handed_out" as const }]),
      ],
    })
    if (!signing) throw new LedgerRefusal("busy")
    return fetchAddress(accountDeps, signing)
  })
}

/** Returns the confirmation to record; null if none is required in the cart's state. Throws LedgerRefusal if it isn't for the current text. */
function acknowledgment({ options }: AccountDeps, cart: CartInput, given?: Acknowledged): Acknowledgment | null {
  const wanted = disclosuresAt(options, placeOf(cart)).offer
  if (!wanted?.version) return null
  const { version, language = wanted.language } = given ?? {}
  const text = Object.hasOwn(wanted.texts, language) ? wanted.texts[language] : undefined
  if (version === wanted.version && text !== undefined)
    return { disclosure_version: version, disclosure_language: language, disclosure_text: text }
  const fields = [{ field: "acknowledged", rule: "version", message: "Read and confirm the current text." }]
  throw new LedgerRefusal("disclosure_required", textParams({ options }), { kind: "invalid", fields })
}

/** If the service has no contract to show, reads the status and throws the reason as a LedgerRefusal. */
async function fetchAddress(accountDeps: AccountDeps, lease: LeaseRecord): Promise<ContractAddress> {
  try {
    const { url } = await accountDeps.service.getContract(applicationOf(lease))
    const now = await reread(accountDeps, lease)
    const isSame = now.fingerprint === lease.fingerprint && now.application_id === lease.application_id
    // Another tab may have offered or moved the lease in the meantime, and the URL would show that contract instead.
    if (!isSigning(now) || !isSame) throw new LedgerRefusal("cart_changed")
    await accountDeps.store.origins.keep(url)
    return { url, origins: [...new Set([new URL(url).origin, ...accountDeps.options.allowedOrigins])] }
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    if (error.httpStatus !== 409 && error.httpStatus !== 404) {
      serviceFailure(accountDeps, error, { reader: "shopper" })
      throw new LedgerRefusal("contract_unavailable", {}, { kind: "unavailable", cause: error })
    }
    const { lease: after } = await checkStatus(accountDeps, lease, { reader: "shopper" })
    const none = after.contracts_received_at ? "signature_pending" : "contract_unavailable"
    const reason = whyNot("contract", after.status) ?? (after.fingerprint ? none : "no_offer")
    throw new LedgerRefusal(reason, textParams(accountDeps, after))
  }
}

/** Who reported the signature in the browser: the contract's frame (`done`) or the shopper (`requested`). */
export const SIGNATURE_HINTS = ["done", "requested"] as const
type SignatureHint = (typeof SIGNATURE_HINTS)[number]

type SignatureOutcome = "verified" | "not_signed" | "no_status" | "unreachable"

/**
 * Checks with the service whether the contract is signed and paid (reference 8). The browser's `hint` isn't proof. Throws LedgerRefusal if the
 * shopper doesn't own the lease, there is no contract, or there are too many requests.
 */
export async function verifySignature(
  deps: LedgerDeps,
  cartId: string,
  shopper: Shopper,
  hint?: SignatureHint,
): Promise<{ lease: LeaseRecord; signature: SignatureOutcome }> {
  return enter(deps, { cartId, shopper, action: "signature" }, async (accountDeps, known) => {
    const lease = await recordHint(accountDeps, known, hint)
    if (isSignedForSure(lease)) return { lease, signature: "verified" }
    if (isJustRead(accountDeps, lease)) return { lease, signature: lease.service_status ? "not_signed" : "no_status" }
    await countRequest(accountDeps, lease, shopper)
    try {
      const { lease: after, reading } = await checkStatus(accountDeps, lease, { reader: "shopper" })
      if (isSignedForSure(after)) return { lease: after, signature: "verified" }
      return { lease: after, signature: reading.kind === "no_status" ? "no_status" : "not_signed" }
    } catch (error) {
      if (error instanceof LedgerRefusal && error.kind === "unavailable") return { lease, signature: "unreachable" }
      throw error
    }
  })
}

async function recordHint(deps: LedgerDeps, lease: LeaseRecord, hint: SignatureHint | undefined): Promise<LeaseRecord> {
  if (!hint || hasEvidence(lease)) return lease
  const history = [{ type: "signature_reported", detail: { hint } } as const]
  const guard = { status: ["signing"] as const }
  return (await deps.store.set(lease.id, { evidence: "reported" }, { actor: SHOPPER, guard, history })) ?? lease
}

function isSignedForSure(lease: LeaseRecord): boolean {
  return isVerified(lease) && awaitsOrder(lease)
}
