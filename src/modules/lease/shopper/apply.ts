import {
  type ApplicationAnswer,
  type ApplicationRequest,
  describeIssues,
  type FieldIssue,
  LeaseRefused,
  LeaseServiceError,
} from "../../../client"
import type { CartInput } from "../../../lease-cart"
import { ledgerOfCartOrRefuse, mayApplyAgain } from "../cart/cart-account"
import { mapCartOrRefuse } from "../cart/map-cart"
import { shownConsent } from "../options/consent"
import { endOfApproval, isOtherApplicant, limitOf } from "../rules/approval"
import { hashAttempt, hashLeaseKey, isLeaseKey, newLeaseKey } from "../rules/keys"
import type { LeaseRecord, OtherMailbox } from "../rules/records"
import { mailboxOf, requesterOf } from "../rules/requester"
import { isDenied, isNew } from "../rules/standing"
import { LEASE_STATUSES, whyNot } from "../rules/state-machine"
import { currentLease } from "../status/current-lease"
import { type Desk, type Ledger, reread, SERVICE, SHOPPER, SYSTEM, textParams } from "../status/ledger"
import { serviceFailure } from "../status/service-failure"
import type { Guard, LeasePatch } from "../tables/changes"
import { throughFailover } from "../tables/database-gone"
import type { LeaseStore } from "../tables/lease-store"
import { LedgerRefusal } from "../texts/refusal"
import { limitAttempts } from "./count-asking"
import { openLease } from "./open-lease"
import { bindingFor, isOpenToAll, mustWait, refuseStranger, type Shopper } from "./owner"

const DAY_MS = 24 * 3600_000

type ApplyInput = {
  cart: CartInput
  /** The form's answers. Parsed here, sent once, kept nowhere. */
  application: unknown
  consentVersion: string
  /** The language of the text that was shown; when left out, the first one that there is. */
  consentLanguage?: string
  attemptId: string
  /** Who sends it, and owns the lease from then on. */
  shopper: Shopper
}

/**
 * Sends the application of a cart to the service (spec 4.1, POST application), once per attempt id. Answers the lease as it stands
 * afterward, approved, denied, pending or undecided, and a fresh lease key. The keys and the customer of an application before it are replaced: each
 * opens the application for which it was handed out, and no other. The sender's own stays in a second look, and after a form that was not taken in.
 *
 * Throws LedgerRefusal and sends nothing: cart not leasable, form or consent not in order, an application already open or somebody else's, too
 * many attempts, service not reachable.
 */
export async function apply(desk: Desk, input: ApplyInput): Promise<{ lease: LeaseRecord; leaseKey: string }> {
  const leaseKey = newLeaseKey()
  const attempt = hashAttempt(input.attemptId)
  const earlier = await desk.store.attempts.leaseOf(input.cart.id, attempt)
  if (earlier) return { lease: await repeatedAttempt(desk, earlier, { attempt, leaseKey }), leaseKey }

  // A lease that has lapsed stays so, even if this application is refused.
  const lease = await currentLease(desk, input.cart.id)
  const ledger = ledgerOfCartOrRefuse(desk, input.cart, bindingFor(desk, lease, input.shopper))
  mapCartOrRefuse(ledger, input.cart)
  const application = parseApplication(ledger, input)
  const sent = await recordIntent(ledger, input, { leaseKey, ...otherMailbox(application, input) })
  if ("repeated" in sent)
    return { lease: await repeatedAttempt(ledger, sent.repeated, { attempt, leaseKey }), leaseKey }
  return { lease: await send(ledger, sent.lease, application, input), leaseKey }
}

/**
 * The same attempt again, as after a lost answer: no second call, and one more key. Only while its own application holds: an attempt that was
 * refused, or after which another was sent, opens nothing of what came since.
 */
async function repeatedAttempt(
  desk: Desk,
  { id }: LeaseRecord,
  { attempt, leaseKey }: { attempt: string; leaseKey: string },
): Promise<LeaseRecord> {
  const lease = await desk.store.addLeaseKey(id, hashLeaseKey(leaseKey), { status: SENT, attempt_hash: attempt })
  if (!lease) throw new LedgerRefusal("attempt_refused", {}, { kind: "invalid" })
  return lease
}

const SENT = LEASE_STATUSES.filter((status) => !isNew({ status }))

function parseApplication(ledger: Ledger, input: ApplyInput): ApplicationRequest {
  const { consent } = ledger.options
  if (input.consentVersion !== consent.version || !shownConsent(consent, input.consentLanguage))
    throw new LedgerRefusal(
      "consent_required",
      {},
      {
        kind: "invalid",
        fields: [{ field: "consent", rule: "version", message: "Read and accept the current text." }],
      },
    )
  const parsed = ledger.service.readForm(input.application)
  if (!parsed.success)
    throw new LedgerRefusal("form_invalid", {}, { kind: "invalid", fields: describeIssues(parsed.error) })
  return parsed.data
}

function refuseUnlessOpen(
  ledger: Ledger,
  lease: LeaseRecord,
  { cart, shopper }: Pick<ApplyInput, "cart" | "shopper">,
): void {
  if (!isOpenToAll(ledger, lease)) refuseStranger(lease, shopper)
  const reason = mayApplyAgain(ledger, cart, lease) ? null : whyNot("apply", lease.status)
  if (reason) throw new LedgerRefusal(reason, textParams(ledger, lease))
  if (mustWait(ledger, lease)) throw new LedgerRefusal("wait_before_retry")
}

/**
 * Writes down that the form goes out now, with the attempt that counts; all or nothing, before the call. The lease begins here, with the consent:
 * an application that is refused leaves none behind.
 */
async function recordIntent(
  ledger: Ledger,
  input: ApplyInput,
  { leaseKey, ...named }: { leaseKey: string } & OtherMailbox,
): Promise<{ lease: LeaseRecord } | { repeated: LeaseRecord }> {
  const attempt = hashAttempt(input.attemptId)
  const { cart, shopper } = input
  const requester = requesterOf(shopper.address ?? "", cart.email ?? "", ledger.secret)
  const { consent } = ledger.options
  const agreed = shownConsent(consent, input.consentLanguage)
  try {
    return await ledger.store.transaction(async (store) => {
      await store.attempts.lock(requester)
      const may = (lease: LeaseRecord) => refuseUnlessOpen(ledger, lease, input)
      const { lease, before } = await openLease({ ...ledger, store }, cart, { way: "application", shopper, may })
      // First, so that the same attempt arriving twice at once is told apart from a second application.
      await store.attempts.add({ leaseId: lease.id, cartId: cart.id, attempt, requester })
      may(lease)
      const since = new Date(ledger.now().getTime() - DAY_MS)
      const counts = await store.attempts.count(cart.id, requester, since)
      limitAttempts(ledger, before ?? lease, shopper, counts)
      const moved = await store.move(lease.id, "application_sent", {
        actor: SHOPPER,
        set: {
          email: cart.email ?? null,
          customer_id: shopper.customerId ?? null,
          application_id: null,
          attempt_hash: attempt,
          lease_key_hashes: [...keyThatStays(before ?? lease, input), hashLeaseKey(leaseKey)],
        },
        history: [
          {
            type: "application_sent",
            detail: {
              consent_version: consent.version,
              consent_language: agreed?.language ?? "",
              consent_text: agreed?.text ?? "",
              attempt: counts.ofCart,
              ...named,
              ...(ledger.account !== null && { account: ledger.account }),
            },
          },
        ],
      })
      if (!moved) throw new LedgerRefusal("busy")
      return { lease: moved }
    })
  } catch (error) {
    const repeated = isUniqueViolation(error) && (await ledger.store.attempts.leaseOf(input.cart.id, attempt))
    if (repeated) return { repeated }
    throw error
  }
}

/** Whether the form names the mailbox of the cart. */
function otherMailbox({ customer }: Partial<ApplicationRequest>, { cart }: ApplyInput): OtherMailbox {
  const isSame = mailboxOf(String(customer?.emailAddress ?? "")) === mailboxOf(cart.email ?? "")
  return isSame ? {} : { other_mailbox: true }
}

/**
 * The key with which the sender has shown that the application before is theirs, of which nothing goes on. Should the service not take the form in, the answer
 * brings no new key, and they would be strangers to what they have begun.
 */
function keyThatStays(earlier: LeaseRecord, { cart, shopper: { leaseKey } }: ApplyInput): string[] {
  const goesOn = isDenied(earlier) || isNew(earlier)
  if (!goesOn || isOtherApplicant(earlier, cart)) return []
  return leaseKey && isLeaseKey(leaseKey, earlier.lease_key_hashes) ? [hashLeaseKey(leaseKey)] : []
}

async function send(
  ledger: Ledger,
  lease: LeaseRecord,
  application: ApplicationRequest,
  input: ApplyInput,
): Promise<LeaseRecord> {
  let answer: ApplicationAnswer
  try {
    answer = await ledger.service.submitApplication(application)
  } catch (error) {
    return notAnswered(ledger, lease, input, error)
  }
  const history = [{ type: "application_answered", detail: { status: answer.status } } as const]
  const set: LeasePatch = {
    application_id: answer.applicationId ?? null,
    service_status: answer.statusText,
    ...(answer.status === "approved" && {
      approval_amount: limitOf(answer.approvalAmount),
      approved_until: await endOf(ledger, answer, lease),
    }),
    checked_at: ledger.now(),
  }
  const event = eventOf(answer)
  const take = (store: LeaseStore) => store.move(lease.id, event, { actor: SERVICE, set, history, guard: ownOf(lease) })
  try {
    // The service will not decide a second time: its answer outlasts a failover of the database.
    return await throughFailover(async () => (await take(ledger.store)) ?? (await reread(ledger, lease)))
  } catch (error) {
    if (!isUniqueViolation(error) || !answer.applicationId) throw error
    return takeOver(ledger, lease, answer.applicationId, take)
  }
}

/** The service may answer an earlier approval again: it ends when it would have ended. */
async function endOf(desk: Desk, answer: ApplicationAnswer, { email, account }: LeaseRecord): Promise<Date> {
  const { applicationId, approvedUntil: told } = answer
  const { store, now, options, log } = desk
  // The answer comes once. It does not depend on this.
  const earlier =
    applicationId && email
      ? await store.approvals.endOf({ application_id: applicationId, account }, email).catch((error) => {
          log.warn(`lease-to-own: an earlier approval could not be looked for: ${error}`)
          return null
        })
      : null
  return endOfApproval({ told, earlier }, { ...options, now: now() })
}

/** An answer that comes when another attempt was sent already is not that one's. */
function ownOf({ attempt_hash }: LeaseRecord): Guard {
  return { attempt_hash: attempt_hash ?? "" }
}

/** An id is no approval, and an unknown status is none either (reference 14.10); without an id nothing can be asked later. */
function eventOf(answer: ApplicationAnswer) {
  if (answer.status === "denied") return "application_denied"
  if (!answer.applicationId) return "application_unanswered"
  return answer.status === "approved" ? "application_approved" : "application_pending"
}

/** The service answers a repeated application with the earlier approval (reference 3): another lease of ours may hold that id. */
async function takeOver(
  desk: Desk,
  lease: LeaseRecord,
  applicationId: string,
  take: (store: LeaseStore) => Promise<LeaseRecord | null>,
): Promise<LeaseRecord> {
  const taken = await desk.store.transaction(async (store) => {
    const known = await store.liveOfApplication(applicationId, lease.account)
    if (known) await store.lock([known.id, lease.id])
    const holder = known && (await store.liveOfApplication(applicationId, lease.account))
    // It may be signed, or an order waits for its new contract.
    if (holder?.contract_at || holder?.order_id) return null
    if (holder) {
      const guard = { unclaimed: true }
      const history = [{ type: "lease_superseded" } as const]
      if (!(await store.move(holder.id, "lease_superseded", { actor: SYSTEM, guard, history }))) return null
    }
    return take(store)
  })
  if (taken) return taken
  await desk.store.move(lease.id, "application_not_taken", {
    actor: SYSTEM,
    guard: ownOf(lease),
    history: [{ type: "application_not_taken", detail: { reason: "application_other_order" } }],
  })
  throw new LedgerRefusal("application_other_order")
}

/** No clear answer: `undecided` when the form may have arrived; open again, attempt not counted, when it surely did not. */
async function notAnswered(
  ledger: Ledger,
  lease: LeaseRecord,
  input: ApplyInput,
  error: unknown,
): Promise<LeaseRecord> {
  const known = error instanceof LeaseServiceError
  if (!known || error.effect === "unknown") {
    ledger.log.error(`lease-to-own: ${known ? error.message : "the application could not be sent"}`)
    const history = [{ type: "application_unanswered", detail: { reason: known ? error.name : "internal" } } as const]
    const guard = ownOf(lease)
    const moved = await ledger.store.move(lease.id, "application_unanswered", { actor: SYSTEM, history, guard })
    return moved ?? reread(ledger, lease)
  }
  const failure = serviceFailure(ledger, error, { reader: "shopper" })
  await ledger.store.transaction(async (store) => {
    // A clear "no" of the service was an attempt; a service that took nothing in was none.
    if (failure.kind === "unavailable") await store.attempts.remove(input.cart.id, hashAttempt(input.attemptId))
    const history = [{ type: "application_not_taken", detail: { reason: error.name } } as const]
    await store.move(lease.id, "application_not_taken", { actor: SYSTEM, history, guard: ownOf(lease) })
  })
  const fields = serviceFields(error)
  throw fields.length ? new LedgerRefusal("form_invalid", {}, { kind: "invalid", cause: error, fields }) : failure
}

/** The fields that the service found wrong, by name only. */
function serviceFields(error: LeaseServiceError): FieldIssue[] {
  const errors = error instanceof LeaseRefused ? (error.errors ?? {}) : {}
  const message = "The lease service did not accept this."
  return Object.keys(errors).map((field) => ({ field, rule: "service", message }))
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505"
}
