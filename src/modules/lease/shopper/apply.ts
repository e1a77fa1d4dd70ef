import {
  type ApplicationAnswer,
  type ApplicationRequest,
  describeIssues,
  LeaseRefused,
  LeaseServiceError,
} from "../../../client"
import type { CartInput } from "../../../lease-cart"
import { ledgerOfCartOrRefuse, mapCartOrRefuse, mayApplyAgain } from "../cart/cart"
import { shownConsent } from "../options/consent"
import { endOfApproval, isOtherApplicant, limitOf } from "../rules/approval"
import { hashAttempt, hashLeaseKey, isLeaseKey, mailboxOf, newLeaseKey, requesterOf } from "../rules/keys"
import type { ConsentGiven, LeaseRecord, OtherMailbox } from "../rules/records"
import { isDenied, isNew, isUnsigned } from "../rules/standing"
import { LEASE_STATUSES, whyNot } from "../rules/state-machine"
import { ago, DAY_MS, type Desk, type Ledger, reread, SERVICE, SHOPPER, SYSTEM, textParams } from "../status/ledger"
import { serviceFailure } from "../status/service-failure"
import type { LeaseStore } from "../tables/lease-store"
import { type Guard, isUniqueViolation, throughFailover } from "../tables/table"
import { LedgerRefusal, type MessageCode } from "../texts/messages"
import { openLease } from "./cart-lease"
import {
  bindingFor,
  isOpenToAll,
  leaseToBegin,
  limitAttempts,
  mustWait,
  refuseFor,
  refuseStranger,
  type Shopper,
} from "./owner"

/** `application`: the form, parsed here, sent once, stored nowhere. `consent`: the text shown, default in the first language. `shopper`: new owner. */
type ApplyInput = {
  cart: CartInput
  application: unknown
  consent: { version: string; language?: string | undefined }
  attemptId: string
  shopper: Shopper
}

/**
 * Sends the application of a cart to the service (spec 4.1, POST application), once per attempt id. Returns the lease afterward, approved, denied,
 * pending or undecided, and a new lease key. The keys and the customer of an earlier application are replaced, because a key opens only the
 * application for which it was handed out. The sender's own key stays in a second look, and after a form that the service did not take.
 * Throws LedgerRefusal and sends nothing: cart not leasable, form or consent invalid, an application already open or somebody else's, too
 * many attempts, service unreachable.
 */
export async function apply(desk: Desk, input: ApplyInput): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const { cart, shopper } = input
  const leaseKey = newLeaseKey()
  const attempt = hashAttempt(input.attemptId)
  const sent = await desk.store.attempts.leaseOf(cart.id, attempt)
  if (sent) return repeatedAttempt(desk, sent, attempt, leaseKey)

  // A lapsed lease stays lapsed, even if this application is refused.
  const current = await leaseToBegin(desk, cart.id, shopper)
  const ledger = ledgerOfCartOrRefuse(desk, cart, bindingFor(desk, current, shopper))
  mapCartOrRefuse(ledger, cart)
  const consent = checkConsent(ledger, input.consent)
  const parsed = ledger.service.readForm(input.application)
  if (!parsed.success)
    throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", fields: describeIssues(parsed.error) })
  const said = { ...consent, ...otherMailbox(parsed.data, cart) }
  let lease: LeaseRecord
  try {
    lease = await recordIntent(ledger, input, { attempt, leaseKey, said })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const first = await desk.store.attempts.leaseOf(cart.id, attempt)
    if (first) return repeatedAttempt(desk, first, attempt, leaseKey)
    // The other request has taken its attempt back, because the service was not reached.
    throw new LedgerRefusal("busy")
  }
  return { lease: await send(ledger, lease, parsed.data), leaseKey }
}

/** Repeats an attempt, as after a lost answer: no second call, one more key. Only while its own application holds, not a later one. */
async function repeatedAttempt(
  desk: Desk,
  { id }: LeaseRecord,
  attempt: string,
  leaseKey: string,
): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const lease = await desk.store.addLeaseKey(id, hashLeaseKey(leaseKey), { status: SENT, attempt_hash: attempt })
  if (!lease) throw new LedgerRefusal("attempt_refused", {}, { kind: "invalid" })
  return { lease, leaseKey }
}

const SENT = LEASE_STATUSES.filter((status) => !isNew({ status }))

/** The text to which the shopper agreed. Throws LedgerRefusal unless it is the current one. */
function checkConsent({ options: { consent } }: Ledger, given: ApplyInput["consent"]): ConsentGiven {
  const shown = shownConsent(consent, given.language)
  if (shown && given.version === consent.version)
    return { consent_version: consent.version, consent_language: shown.language, consent_text: shown.text }
  const fields = [{ field: "consent", rule: "version", message: "Read and accept the current text." }]
  throw new LedgerRefusal("consent_required", {}, { kind: "invalid", fields })
}

/** Notes a form that names another mailbox than the cart. */
function otherMailbox({ customer }: Partial<ApplicationRequest>, { email }: CartInput): OtherMailbox {
  const isSame = mailboxOf(String(customer?.emailAddress ?? "")) === mailboxOf(email ?? "")
  return isSame ? {} : { other_mailbox: true }
}

/** Records before the call that the form is sent, and counts the attempt, all or nothing. Throws a unique violation if it was counted before. */
function recordIntent(
  ledger: Ledger,
  { cart, shopper }: ApplyInput,
  { attempt, leaseKey, said }: { attempt: string; leaseKey: string; said: ConsentGiven & OtherMailbox },
): Promise<LeaseRecord> {
  const requester = requesterOf(shopper.address ?? "", cart.email ?? "", ledger.secret)
  const refuse = (lease: LeaseRecord) => refuseUnlessOpen(ledger, lease, cart, shopper)
  return ledger.store.transaction(async (store) => {
    await store.attempts.lock(requester)
    const { lease, before } = await openLease({ ...ledger, store }, cart, { way: "application", shopper, refuse })
    // First, so that the same attempt arriving twice at once isn't taken for a second application.
    await store.attempts.add({ leaseId: lease.id, cartId: cart.id, attempt, requester })
    refuse(lease)
    const earlier = before ?? lease
    const counts = await store.attempts.count(cart.id, requester, ago(ledger, DAY_MS))
    limitAttempts(ledger, earlier, shopper, counts)
    const account = ledger.account === null ? {} : { account: ledger.account }
    const moved = await store.move(lease.id, "application_sent", {
      actor: SHOPPER,
      set: {
        email: cart.email ?? null,
        customer_id: shopper.customerId ?? null,
        application_id: null,
        attempt_hash: attempt,
        lease_key_hashes: [...keyThatStays(earlier, cart, shopper), hashLeaseKey(leaseKey)],
      },
      history: [{ type: "application_sent", detail: { ...said, attempt: counts.ofCart, ...account } }],
    })
    if (!moved) throw new LedgerRefusal("busy")
    return moved
  })
}

function refuseUnlessOpen(ledger: Ledger, lease: LeaseRecord, cart: CartInput, shopper: Shopper): void {
  if (!isOpenToAll(ledger, lease)) refuseStranger(lease, shopper)
  refuseFor(mayApplyAgain(ledger, cart, lease) ? null : whyNot("apply", lease.status), ledger, lease)
  if (mustWait(ledger, lease)) throw new LedgerRefusal("wait_before_retry")
}

/** The sender's key to the earlier application. A refused form brings no new key, and without one the sender would be a stranger. */
function keyThatStays(earlier: LeaseRecord, cart: CartInput, { leaseKey }: Shopper): string[] {
  const goesOn = isDenied(earlier) || isNew(earlier)
  if (!goesOn || isOtherApplicant(earlier, cart)) return []
  return leaseKey && isLeaseKey(leaseKey, earlier.lease_key_hashes) ? [hashLeaseKey(leaseKey)] : []
}

async function send(ledger: Ledger, lease: LeaseRecord, application: ApplicationRequest): Promise<LeaseRecord> {
  let answer: ApplicationAnswer
  try {
    answer = await ledger.service.submitApplication(application)
  } catch (error) {
    return notAnswered(ledger, lease, error)
  }
  const set = {
    application_id: answer.applicationId ?? null,
    service_status: answer.statusText,
    ...(answer.status === "approved" && {
      approval_amount: limitOf(answer.approvalAmount),
      approved_until: await approvedUntil(ledger, answer, lease),
    }),
    checked_at: ledger.now(),
  }
  const take = (store: LeaseStore) =>
    store.move(lease.id, eventOf(answer), {
      actor: SERVICE,
      set,
      history: [{ type: "application_answered", detail: { status: answer.status } }],
      guard: ownOf(lease),
    })
  try {
    // The service won't decide a second time, so its answer must outlast a database failover.
    return await throughFailover(async () => (await take(ledger.store)) ?? (await reread(ledger, lease)))
  } catch (error) {
    if (!isUniqueViolation(error) || !answer.applicationId) throw error
    return takeOver(ledger, lease, answer.applicationId, take)
  }
}

/** The service may return an earlier approval, which ends when it would have ended. */
async function approvedUntil(
  ledger: Ledger,
  answer: ApplicationAnswer,
  { email, account }: LeaseRecord,
): Promise<Date> {
  const { applicationId: application_id, approvedUntil: told } = answer
  // The answer comes only once and doesn't depend on this.
  const unknown = (error: unknown) => {
    ledger.log.warn(`lease-to-own: an earlier approval could not be looked for: ${error}`)
    return null
  }
  const { approvals } = ledger.store
  const earlier =
    application_id && email ? await approvals.endOf({ application_id, account }, email).catch(unknown) : null
  return endOfApproval({ told, earlier }, { ...ledger.options, now: ledger.now() })
}

/** An answer that comes after another attempt was sent isn't that attempt's. */
function ownOf({ attempt_hash }: LeaseRecord): Guard {
  return { attempt_hash: attempt_hash ?? undefined }
}

/** An id is no approval, and neither is an unknown status (reference 3); without an id, nothing can be read later. */
function eventOf(answer: ApplicationAnswer) {
  if (answer.status === "denied") return "application_denied"
  if (!answer.applicationId) return "application_unanswered"
  return answer.status === "approved" ? "application_approved" : "application_pending"
}

/** The service answers a repeated application with the earlier approval (reference 3), so another lease of ours may hold that id. */
async function takeOver(
  ledger: Ledger,
  lease: LeaseRecord,
  applicationId: string,
  take: (store: LeaseStore) => Promise<LeaseRecord | null>,
): Promise<LeaseRecord> {
  const taken = await ledger.store.transaction(async (store) => {
    const known = await store.liveOfApplication(applicationId, lease.account)
    if (known) await store.lock([known.id, lease.id])
    const holder = known && (await store.liveOfApplication(applicationId, lease.account))
    // It may be signed, or an order waits for its new contract.
    if (holder?.contract_at || holder?.order_id) return whereUsed(holder)
    const change = { actor: SYSTEM, guard: { unclaimed: true }, history: [{ type: "lease_superseded" } as const] }
    if (holder && !(await store.move(holder.id, "lease_superseded", change))) return "busy"
    return (await take(store)) ?? "busy"
  })
  if (typeof taken !== "string") return taken
  await ledger.store.move(lease.id, "application_not_taken", {
    actor: SYSTEM,
    guard: ownOf(lease),
    history: [{ type: "application_not_taken", detail: { reason: taken } }],
  })
  throw new LedgerRefusal(taken, textParams(ledger, lease))
}

/** Where the approval of a lease is used whose contract may be signed, or whose order exists. */
function whereUsed(holder: LeaseRecord): MessageCode {
  return holder.order_id || !isUnsigned(holder) ? "application_other_order" : "application_other_cart"
}

/** No clear answer: `undecided` if the form may have arrived; open again, and not counted, if it certainly did not. */
async function notAnswered(ledger: Ledger, lease: LeaseRecord, error: unknown): Promise<LeaseRecord> {
  const change = { actor: SYSTEM, guard: ownOf(lease) }
  const known = error instanceof LeaseServiceError
  if (!known || error.effect === "unknown") {
    ledger.log.error(`lease-to-own: ${known ? error.message : "the application could not be sent"}`)
    const history = [{ type: "application_unanswered", detail: { reason: known ? error.name : "internal" } } as const]
    const moved = await ledger.store.move(lease.id, "application_unanswered", { ...change, history })
    return moved ?? reread(ledger, lease)
  }
  const failure = serviceFailure(ledger, error, { reader: "shopper" })
  await ledger.store.transaction(async (store) => {
    // A clear refusal of the service was an attempt; a service that took nothing was none.
    if (failure.kind === "unavailable") await store.attempts.remove(lease.cart_id, lease.attempt_hash ?? "")
    const history = [{ type: "application_not_taken", detail: { reason: error.name } } as const]
    await store.move(lease.id, "application_not_taken", { ...change, history })
  })
  // What the service found wrong, by name only.
  const wrong = error instanceof LeaseRefused ? Object.keys(error.errors ?? {}) : []
  if (!wrong.length) throw failure
  const message = "The lease service did not accept this."
  const fields = wrong.map((field) => ({ field, rule: "service", message }))
  throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", cause: error, fields })
}
