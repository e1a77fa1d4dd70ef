import type { CartInput } from "../../../lease-cart"
import { ledgerOfCartOrRefuse } from "../cart/cart-account"
import { CODE_LASTS_MS, CODE_TRIES, GRANT_LASTS_MS } from "../rules/codes"
import { hashLeaseKey, isCode, newLeaseKey } from "../rules/keys"
import type { CodeRecord } from "../rules/records"
import { requesterOf } from "../rules/requester"
import { currentLease } from "../status/current-lease"
import type { Desk } from "../status/ledger"
import type { CodeCounts } from "../tables/requester-store"
import type { MessageCode } from "../texts/messages"
import { LedgerRefusal } from "../texts/refusal"
import { approvalQuery } from "./approval-elsewhere"
import { bindingFor, isFree, refuseStranger, type Shopper } from "./owner"

const DAY_MS = 24 * 3600_000

/**
 * A guest asks for a one-time code, to bring an approval to this cart: it is sent to the e-mail address of the cart, if a guest was approved with that. The answer
 * is the same in any case, and takes the same work: the e-mail is made and sent apart from this request. The lease key that is answered opens nothing before the code
 * was entered with it, so a code is worth nothing in another browser.
 *
 * Throws LedgerRefusal, for reasons that say nothing of an approval: no e-mail address, too many codes, a cart with an application.
 */
export async function askCode(desk: Desk, cart: CartInput, shopper: Shopper): Promise<{ leaseKey: string }> {
  const own = await currentLease(desk, cart.id)
  const ledger = ledgerOfCartOrRefuse(desk, cart, bindingFor(desk, own, shopper))
  if (own && !isFree(own)) {
    refuseStranger(own, shopper)
    throw new LedgerRefusal("application_open")
  }
  const email = cart.email?.trim()
  if (!email) throw new LedgerRefusal("code_no_email")
  const requester = requesterOf(shopper.address ?? "", email, ledger.secret)
  const leaseKey = newLeaseKey()
  await ledger.store.transaction(async (store) => {
    await store.attempts.lock(requester)
    limitCodes(ledger, await store.codes.count(requester, before(ledger, DAY_MS)))
    const lease = await store.approvals.ofGuest(email, approvalQuery(ledger, cart))
    await store.codes.add({
      ...requester,
      cartId: cart.id,
      leaseId: lease?.id ?? null,
      keyHash: hashLeaseKey(leaseKey),
    })
  })
  return { leaseKey }
}

/**
 * Counted like applications, of which a code spares one. `counts`: those before this one. What strangers ask for must not shut the mailbox's owner
 * out, who asks from where the application was sent.
 */
function limitCodes({ options }: Desk, { ofPerson, ofNetwork, ofMailbox, isUsedHere }: CodeCounts): void {
  const { maxAttempts, maxAttemptsPerDay } = options
  const refuse = (code: MessageCode) => {
    throw new LedgerRefusal(code, {}, { kind: "too_many" })
  }
  if (ofPerson >= maxAttempts || ofNetwork >= maxAttemptsPerDay) refuse("too_many_codes")
  if (ofMailbox >= maxAttemptsPerDay && !isUsedHere) refuse("too_many_codes_for_email")
}

/**
 * The shopper enters the code, in the browser that asked for it: from then on that browser may use the approval. Each entry counts, also where no code was
 * sent, so that a guess learns nothing. Throws LedgerRefusal: another browser, cart or e-mail address than asked, a wrong code, one that is old, used, or was tried too
 * often.
 */
export async function enterCode(
  desk: Desk,
  cart: CartInput,
  { shopper, code }: { shopper: Shopper; code: string },
): Promise<void> {
  const refused = await desk.store.transaction(async ({ codes }) => {
    const asked = await codes.lock(cart.id, hashLeaseKey(shopper.leaseKey ?? ""))
    if (!asked) return "code_not_asked"
    // The same entry again, as after a lost answer: it stands already.
    if (isSameEntry(desk, asked, code)) return null
    const reason = whyOver(desk, cart, asked)
    if (reason) return reason
    const isRight = isCode(asked.code_hash, asked.id, code, desk.secret)
    await codes.set(asked.id, { tries: asked.tries + 1, ...(isRight && { used_at: desk.now() }) })
    return isRight ? null : "code_wrong"
  })
  // Thrown behind the transaction: a wrong code counts.
  if (refused) throw new LedgerRefusal(refused, {}, { kind: refused === "code_tries" ? "too_many" : "not_allowed" })
}

/** The code that this browser has entered, as long as that holds. Another one is not tried on it. */
function isSameEntry(desk: Desk, { id, code_hash, used_at }: CodeRecord, code: string): boolean {
  const stands = used_at !== null && used_at > before(desk, GRANT_LASTS_MS)
  return stands && isCode(code_hash, id, code, desk.secret)
}

function whyOver(desk: Desk, cart: CartInput, asked: CodeRecord): MessageCode | null {
  if (asked.used_at) return "code_used"
  if (asked.created_at < before(desk, CODE_LASTS_MS)) return "code_expired"
  if (asked.tries >= CODE_TRIES) return "code_tries"
  return requesterOf("", cart.email ?? "", desk.secret).mailbox === asked.mailbox ? null : "code_other_email"
}

function before({ now }: Desk, ms: number): Date {
  return new Date(now().getTime() - ms)
}
