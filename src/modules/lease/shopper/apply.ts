import {
  type ApplicationAnswer,
  type ApplicationRequest,
  CONTRACT_LANGUAGES,
  describeIssues,
  LeaseRefused,
  LeaseServiceError,
} from "../../../client"
import type { CartInput } from "../../../lease-cart"
import { type AccountDeps, ago, type LedgerDeps, reread, SERVICE, SHOPPER, SYSTEM, textParams } from "../accounts/deps"
import { accountOfCartOrRefuse, mayApplyAgain } from "../cart/account-of-cart"
import { mapCartOrRefuse } from "../cart/cart"
import { serviceFailure } from "../lease-service/errors"
import { acceptedConsent } from "../options/consent"
import { endOfApproval, isOtherApplicant, limitOf } from "../rules/approval"
import { hashIdempotencyKey, hashLeaseKey, isLeaseKey, newLeaseKey } from "../rules/keys"
import { isDenied, isNew, isUnsigned } from "../rules/lease-predicates"
import { DAY_MS } from "../rules/moments"
import type { ConsentGiven, LeaseRecord, OtherMailbox } from "../rules/records"
import { mailboxOf, requesterOf } from "../rules/requester"
import { LEASE_STATUSES, whyNot } from "../rules/state-machine"
import { throughFailover } from "../tables/failover"
import type { LeaseStore } from "../tables/lease-store"
import { type Guard, isUniqueViolation } from "../tables/table"
import { LedgerRefusal } from "../texts/messages"
import { openLease } from "./cart-lease"
import { refuseExcludedHome } from "./home-state"
import {
  bindingFor,
  isOpenToAll,
  leaseToBegin,
  limitSubmissions,
  mustWait,
  refuseFor,
  refuseStranger,
  type Shopper,
} from "./owner"

/**
 * `application` is the unparsed form, which is sent once and never stored. `consent.accepted` has the IDs of the accepted items, and
 * `consent.language` defaults to the first configured language.
 */
type ApplyInput = {
  cart: CartInput
  application: unknown
  consent: { accepted: readonly string[]; version: string; language?: string | undefined }
  idempotencyKey: string
  shopper: Shopper
}

/**
 * Sends a cart's application to the service (spec 4.1, POST application) once per idempotency key. Returns the lease (approved, denied, pending or
 * undecided) and a new lease key. That key replaces the keys and the customer of an earlier application, because a key opens only the application it
 * was issued for. The sender's own key stays valid for a second look, or if the service rejects the form.
 * Throws LedgerRefusal without sending anything if the cart can't be leased, the form or consent is invalid, the applicant lives in an excluded
 * state, an application is already open or belongs to somebody else, there were too many submissions, or the service is unreachable.
 */
export async function apply(deps: LedgerDeps, input: ApplyInput): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const { cart, shopper } = input
  const leaseKey = newLeaseKey()
  const keyHash = hashIdempotencyKey(input.idempotencyKey)
  const sent = await deps.store.submissions.leaseOf(cart.id, keyHash)
  if (sent) return repeated(deps, sent, keyHash, leaseKey)

  // This also updates a lease whose status has lapsed, even if the application is refused below.
  const current = await leaseToBegin(deps, cart.id, shopper)
  const accountDeps = accountOfCartOrRefuse(deps, cart, bindingFor(deps, current, shopper))
  mapCartOrRefuse(accountDeps, cart)
  const consent = checkConsent(accountDeps, input.consent)
  const parsed = accountDeps.service.readForm(input.application)
  if (!parsed.success)
    throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", fields: describeIssues(parsed.error) })
  refuseExcludedHome(accountDeps, current, parsed.data)
  const detail = { ...consent, ...otherMailbox(parsed.data, cart) }
  let lease: LeaseRecord
  try {
    lease = await recordIntent(accountDeps, input, { keyHash, leaseKey, detail })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const first = await deps.store.submissions.leaseOf(cart.id, keyHash)
    if (first) return repeated(deps, first, keyHash, leaseKey)
    // The concurrent request never reached the service and has removed its submission.
    throw new LedgerRefusal("busy")
  }
  return { lease: await send(accountDeps, lease, inContractLanguage(accountDeps, parsed.data)), leaseKey }
}

/** Issues a new key for a repeated submission without another call to the service. Throws LedgerRefusal if there was a later application. */
async function repeated(
  deps: LedgerDeps,
  { id }: LeaseRecord,
  keyHash: string,
  leaseKey: string,
): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const lease = await deps.store.addLeaseKey(id, hashLeaseKey(leaseKey), {
    status: SENT,
    idempotency_key_hash: keyHash,
  })
  if (!lease) throw new LedgerRefusal("attempt_refused", {}, { kind: "invalid" })
  return { lease, leaseKey }
}

const SENT = LEASE_STATUSES.filter((status) => !isNew({ status }))

function checkConsent({ options: { consent } }: AccountDeps, given: ApplyInput["consent"]): ConsentGiven {
  const read = acceptedConsent(consent, given)
  if ("fields" in read) throw new LedgerRefusal("consent_required", {}, { kind: "invalid", fields: read.fields })
  return { consent_version: consent.version, consent_language: read.language, consent_texts: read.texts }
}

/** Requests a contract in one of the operator's languages. If the operator has all of them, the service chooses for any other language. */
function inContractLanguage({ options }: AccountDeps, application: ApplicationRequest): ApplicationRequest {
  const { contractLanguages } = options
  const has = (language?: string) => contractLanguages.some((each) => each === language)
  if (has(application.languagePreference) || CONTRACT_LANGUAGES.every(has)) return application
  return { ...application, languagePreference: contractLanguages[0] }
}

function otherMailbox({ customer }: Partial<ApplicationRequest>, { email }: CartInput): OtherMailbox {
  const isSame = mailboxOf(String(customer?.emailAddress ?? "")) === mailboxOf(email ?? "")
  return isSame ? {} : { other_mailbox: true }
}

/** Records and counts the submission in one transaction, before the call. Throws a unique violation for a repeated submission. */
function recordIntent(
  accountDeps: AccountDeps,
  { cart, shopper }: ApplyInput,
  { keyHash, leaseKey, detail }: { keyHash: string; leaseKey: string; detail: ConsentGiven & OtherMailbox },
): Promise<LeaseRecord> {
  const requester = requesterOf(shopper.address ?? "", cart.email ?? "", accountDeps.secret)
  const refuse = (lease: LeaseRecord) => refuseUnlessOpen(accountDeps, lease, cart, shopper)
  return accountDeps.store.transaction(async (store) => {
    await store.submissions.lock(requester)
    const { lease, before } = await openLease({ ...accountDeps, store }, cart, { flow: "api", shopper, refuse })
    // Add the submission first, or a repeated submission would be refused as a second application.
    await store.submissions.add({ leaseId: lease.id, cartId: cart.id, idempotencyKeyHash: keyHash, requester })
    refuse(lease)
    const earlier = before ?? lease
    const counts = await store.submissions.count(cart.id, requester, ago(accountDeps, DAY_MS))
    limitSubmissions(accountDeps, earlier, shopper, counts)
    const account = accountDeps.account_id === null ? {} : { account_id: accountDeps.account_id }
    const moved = await store.move(lease.id, "application_sent", {
      actor: SHOPPER,
      set: {
        email: cart.email ?? null,
        customer_id: shopper.customerId ?? null,
        application_id: null,
        idempotency_key_hash: keyHash,
        lease_key_hashes: [...keyThatStays(earlier, cart, shopper), hashLeaseKey(leaseKey)],
      },
      history: [{ type: "application_sent", detail: { ...detail, attempt: counts.ofCart, ...account } }],
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

/** Keeps the sender's key to an earlier application, because a rejected form gets no new key and the sender would lose access. */
function keyThatStays(earlier: LeaseRecord, cart: CartInput, { leaseKey }: Shopper): string[] {
  const isRetry = isDenied(earlier) || isNew(earlier)
  if (!isRetry || isOtherApplicant(earlier, cart)) return []
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
    // The service decides only once, so a database failover must not lose its response.
    return await throughFailover(async () => (await take(accountDeps.store)) ?? (await reread(accountDeps, lease)))
  } catch (error) {
    if (!isUniqueViolation(error) || !answer.applicationId) throw error
    return takeOver(accountDeps, lease, answer.applicationId, take)
  }
}

/** An earlier approval that the service returns again keeps its end date. */
async function approvedUntil(
  accountDeps: AccountDeps,
  answer: ApplicationAnswer,
  { email, account_id }: LeaseRecord,
): Promise<Date> {
  const { applicationId: application_id, approvedUntil: reported } = answer
  // A failure here must not lose the service's only response.
  const unknown = (error: unknown) => {
    accountDeps.log.warn(`lease-to-own: an earlier approval could not be read: ${error}`)
    return null
  }
  const { approvals } = accountDeps.store
  const earlier =
    application_id && email ? await approvals.endOf({ application_id, account_id }, email).catch(unknown) : null
  return endOfApproval({ reported, earlier }, { ...accountDeps.options, now: accountDeps.now() })
}

/** Guards against recording a late response for a later submission. */
function ownOf({ idempotency_key_hash }: LeaseRecord): Guard {
  return { idempotency_key_hash: idempotency_key_hash ?? undefined }
}

/** An ID or an unknown status alone doesn't mean approval (reference 3). Without an ID, the status can't be read later. */
function eventOf(answer: ApplicationAnswer) {
  if (answer.status === "denied") return "application_denied"
  if (!answer.applicationId) return "application_unanswered"
  return answer.status === "approved" ? "application_approved" : "application_pending"
}

/**
 * Supersedes the lease that has this application, or throws LedgerRefusal. The service may return an earlier approval for a new form (reference 3).
 */
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
    // The holder's contract may be signed, or an order may be waiting for it, so refuse.
    if (holder?.contract_at || holder?.order_id)
      return holder.order_id || !isUnsigned(holder) ? "application_other_order" : "application_other_cart"
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

/** Handles a failed call. If the form may have arrived, the lease becomes `undecided`. Otherwise, reopens the lease and throws LedgerRefusal. */
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
    // A rejected form counts as a submission, but an unavailable service doesn't.
    if (failure.kind === "unavailable") await store.submissions.remove(lease.cart_id, lease.idempotency_key_hash ?? "")
    const history = [{ type: "application_not_taken", detail: { reason: error.name } } as const]
    await store.move(lease.id, "application_not_taken", { ...change, history })
  })
  const wrong = error instanceof LeaseRefused ? Object.keys(error.errors ?? {}) : []
  if (!wrong.length) throw failure
  const message = "The lease service did not accept this."
  const fields = wrong.map((field) => ({ field, rule: "service", message }))
  throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", cause: error, fields })
}
