import {
  type ApplicationAnswer,
  type ApplicationRequest,
  describeIssues,
  LeaseRefused,
  LeaseServiceError,
} from "../../../client"
import type { CartInput } from "../../../lease-cart"
import {
  type AccountDeps,
  ago,
  DAY_MS,
  type LedgerDeps,
  reread,
  SERVICE,
  SHOPPER,
  SYSTEM,
  textParams,
} from "../accounts/deps"
import { accountOfCartOrRefuse, mapCartOrRefuse, mayApplyAgain } from "../cart/cart"
import { serviceFailure } from "../lease-service/errors"
import { shownConsent } from "../options/consent"
import { endOfApproval, isOtherApplicant, limitOf } from "../rules/approval"
import { hashAttempt, hashLeaseKey, isLeaseKey, mailboxOf, newLeaseKey, requesterOf } from "../rules/keys"
import { isDenied, isNew, isUnsigned } from "../rules/lease-predicates"
import type { ConsentGiven, LeaseRecord, OtherMailbox } from "../rules/records"
import { LEASE_STATUSES, whyNot } from "../rules/state-machine"
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
  idempotencyKey: string
  shopper: Shopper
}

/**
 * Sends the application of a cart to the service (spec 4.1, POST application), once per attempt id. Returns the lease afterward, approved, denied,
 * pending or undecided, and a new lease key. The keys and the customer of an earlier application are replaced, because a key opens only the
 * application for which it was handed out. The sender's own key stays in a second look, and after a form that the service did not take.
 * Throws LedgerRefusal and sends nothing: cart not leasable, form or consent invalid, an application already open or somebody else's, too
 * many attempts, service unreachable.
 */
export async function apply(deps: LedgerDeps, input: ApplyInput): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const { cart, shopper } = input
  const leaseKey = newLeaseKey()
  const attempt = hashAttempt(input.idempotencyKey)
  const sent = await deps.store.submissions.leaseOf(cart.id, attempt)
  if (sent) return repeatedAttempt(deps, sent, attempt, leaseKey)

  // A lapsed lease stays lapsed, even if this application is refused.
  const current = await leaseToBegin(deps, cart.id, shopper)
  const accountDeps = accountOfCartOrRefuse(deps, cart, bindingFor(deps, current, shopper))
  mapCartOrRefuse(accountDeps, cart)
  const consent = checkConsent(accountDeps, input.consent)
  const parsed = accountDeps.service.readForm(input.application)
  if (!parsed.success)
    throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", fields: describeIssues(parsed.error) })
  const said = { ...consent, ...otherMailbox(parsed.data, cart) }
  let lease: LeaseRecord
  try {
    lease = await recordIntent(accountDeps, input, { attempt, leaseKey, said })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const first = await deps.store.submissions.leaseOf(cart.id, attempt)
    if (first) return repeatedAttempt(deps, first, attempt, leaseKey)
    // The other request has taken its attempt back, because the service was not reached.
    throw new LedgerRefusal("busy")
  }
  return { lease: await send(accountDeps, lease, parsed.data), leaseKey }
}

/** Repeats an attempt, as after a lost answer: no second call, one more key. Only while its own application holds, not a later one. */
async function repeatedAttempt(
  deps: LedgerDeps,
  { id }: LeaseRecord,
  attempt: string,
  leaseKey: string,
): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const lease = await deps.store.addLeaseKey(id, hashLeaseKey(leaseKey), {
    status: SENT,
    idempotency_key_hash: attempt,
  })
  if (!lease) throw new LedgerRefusal("attempt_refused", {}, { kind: "invalid" })
  return { lease, leaseKey }
}

const SENT = LEASE_STATUSES.filter((status) => !isNew({ status }))

/** The text to which the shopper agreed. Throws LedgerRefusal unless it is the current one. */
function checkConsent({ options: { consent } }: AccountDeps, given: ApplyInput["consent"]): ConsentGiven {
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
  accountDeps: AccountDeps,
  { cart, shopper }: ApplyInput,
  { attempt, leaseKey, said }: { attempt: string; leaseKey: string; said: ConsentGiven & OtherMailbox },
): Promise<LeaseRecord> {
  const requester = requesterOf(shopper.address ?? "", cart.email ?? "", accountDeps.secret)
  const refuse = (lease: LeaseRecord) => refuseUnlessOpen(accountDeps, lease, cart, shopper)
  return accountDeps.store.transaction(async (store) => {
    await store.submissions.lock(requester)
    const { lease, before } = await openLease({ ...accountDeps, store }, cart, { flow: "api", shopper, refuse })
    // First, so that the same attempt arriving twice at once isn't taken for a second application.
    await store.submissions.add({ leaseId: lease.id, cartId: cart.id, attempt, requester })
    refuse(lease)
    const earlier = before ?? lease
    const counts = await store.submissions.count(cart.id, requester, ago(accountDeps, DAY_MS))
    limitAttempts(accountDeps, earlier, shopper, counts)
    const account = accountDeps.account_id === null ? {} : { account_id: accountDeps.account_id }
    const moved = await store.move(lease.id, "application_sent", {
      actor: SHOPPER,
      set: {
        email: cart.email ?? null,
        customer_id: shopper.customerId ?? null,
        application_id: null,
        idempotency_key_hash: attempt,
        lease_key_hashes: [...keyThatStays(earlier, cart, shopper), hashLeaseKey(leaseKey)],
      },
      history: [{ type: "application_sent", detail: { ...said, attempt: counts.ofCart, ...account } }],
    })
    if (!moved) throw new LedgerRefusal("busy")
    return moved
  })
}

function refuseUnlessOpen(accountDeps: AccountDeps, lease: LeaseRecord, cart: CartInput, shopper: Shopper): void {
  if (!isOpenToAll(accountDeps, lease)) refuseStranger(lease, shopper)
  refuseFor(mayApplyAgain(accountDeps, cart, lease) ? null : whyNot("apply", lease.status), accountDeps, lease)
  if (mustWait(accountDeps, lease)) throw new LedgerRefusal("wait_before_retry")
}

/** The sender's key to the earlier application. A refused form brings no new key, and without one the sender would be a stranger. */
function keyThatStays(earlier: LeaseRecord, cart: CartInput, { leaseKey }: Shopper): string[] {
  const goesOn = isDenied(earlier) || isNew(earlier)
  if (!goesOn || isOtherApplicant(earlier, cart)) return []
  return leaseKey && isLeaseKey(leaseKey, earlier.lease_key_hashes) ? [hashLeaseKey(leaseKey)] : []
}

async function send(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  application: ApplicationRequest,
): Promise<LeaseRecord> {
  let answer: ApplicationAnswer
  try {
    answer = await accountDeps.service.submitApplication(application)
  } catch (error) {
    return notAnswered(accountDeps, lease, error)
  }
  const set = {
    application_id: answer.applicationId ?? null,
    service_status: answer.statusText,
    ...(answer.status === "approved" && {
      approval_amount: limitOf(answer.approvalAmount),
      approved_until: await approvedUntil(accountDeps, answer, lease),
    }),
    checked_at: accountDeps.now(),
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
    return await throughFailover(async () => (await take(accountDeps.store)) ?? (await reread(accountDeps, lease)))
  } catch (error) {
    if (!isUniqueViolation(error) || !answer.applicationId) throw error
    return takeOver(accountDeps, lease, answer.applicationId, take)
  }
}

/** The service may return an earlier approval, which ends when it would have ended. */
async function approvedUntil(
  accountDeps: AccountDeps,
  answer: ApplicationAnswer,
  { email, account_id }: LeaseRecord,
): Promise<Date> {
  const { applicationId: application_id, approvedUntil: told } = answer
  // The answer comes only once and doesn't depend on this.
  const unknown = (error: unknown) => {
    accountDeps.log.warn(`lease-to-own: an earlier approval could not be looked for: ${error}`)
    return null
  }
  const { approvals } = accountDeps.store
  const earlier =
    application_id && email ? await approvals.endOf({ application_id, account_id }, email).catch(unknown) : null
  return endOfApproval({ told, earlier }, { ...accountDeps.options, now: accountDeps.now() })
}

/** An answer that comes after another attempt was sent isn't that attempt's. */
function ownOf({ idempotency_key_hash }: LeaseRecord): Guard {
  return { idempotency_key_hash: idempotency_key_hash ?? undefined }
}

/** An id is no approval, and neither is an unknown status (reference 3); without an id, nothing can be read later. */
function eventOf(answer: ApplicationAnswer) {
  if (answer.status === "denied") return "application_denied"
  if (!answer.applicationId) return "application_unanswered"
  return answer.status === "approved" ? "application_approved" : "application_pending"
}

/** The service answers a repeated application with the earlier approval (reference 3), so another lease of ours may hold that id. */
async function takeOver(
  accountDeps: AccountDeps,
  lease: LeaseRecord,
  applicationId: string,
  take: (store: LeaseStore) => Promise<LeaseRecord | null>,
): Promise<LeaseRecord> {
  const taken = await accountDeps.store.transaction(async (store) => {
    const known = await store.liveOfApplication(applicationId, lease.account_id)
    if (known) await store.lock([known.id, lease.id])
    const holder = known && (await store.liveOfApplication(applicationId, lease.account_id))
    // It may be signed, or an order waits for its new contract.
    if (holder?.contract_at || holder?.order_id) return whereUsed(holder)
    const change = { actor: SYSTEM, guard: { unclaimed: true }, history: [{ type: "lease_superseded" } as const] }
    if (holder && !(await store.move(holder.id, "lease_superseded", change))) return "busy"
    return (await take(store)) ?? "busy"
  })
  if (typeof taken !== "string") return taken
  await accountDeps.store.move(lease.id, "application_not_taken", {
    actor: SYSTEM,
    guard: ownOf(lease),
    history: [{ type: "application_not_taken", detail: { reason: taken } }],
  })
  throw new LedgerRefusal(taken, textParams(accountDeps, lease))
}

/** Where the approval of a lease is used whose contract may be signed, or whose order exists. */
function whereUsed(holder: LeaseRecord): MessageCode {
  return holder.order_id || !isUnsigned(holder) ? "application_other_order" : "application_other_cart"
}

/** No clear answer: `undecided` if the form may have arrived; open again, and not counted, if it certainly did not. */
async function notAnswered(accountDeps: AccountDeps, lease: LeaseRecord, error: unknown): Promise<LeaseRecord> {
  const change = { actor: SYSTEM, guard: ownOf(lease) }
  const known = error instanceof LeaseServiceError
  if (!known || error.effect === "unknown") {
    accountDeps.log.error(`lease-to-own: ${known ? error.message : "the application could not be sent"}`)
    const history = [{ type: "application_unanswered", detail: { reason: known ? error.name : "internal" } } as const]
    const moved = await accountDeps.store.move(lease.id, "application_unanswered", { ...change, history })
    return moved ?? reread(accountDeps, lease)
  }
  const failure = serviceFailure(accountDeps, error, { reader: "shopper" })
  await accountDeps.store.transaction(async (store) => {
    // A clear refusal of the service was an attempt; a service that took nothing was none.
    if (failure.kind === "unavailable") await store.submissions.remove(lease.cart_id, lease.idempotency_key_hash ?? "")
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
