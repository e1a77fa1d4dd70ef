import { type LeaseEventName, LeaseEvents } from "./announcements"
import {
  awaitsFirstPayment,
  awaitsOrder,
  hasEvidence,
  isApproved,
  isCanceled,
  isDelivered,
  isForExistingOrder,
  isOffered,
  isPlacing,
  isSigning,
  orderAwaitsSignature,
} from "./lease-predicates"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./moments"
import type { LeaseRecord } from "./records"

/** The emails that shoppers get. */
export const NOTICES = ["approved", "ending", "sign", "unfinished", "began", "canceled", "new_contract"] as const
export type Notice = (typeof NOTICES)[number]

/** How long after the approval to send a reminder (ms). A shopper who continues without a break doesn't need one. */
const APPROVED_AFTER = 15 * MINUTE_MS
/** How long after the contract was handed out to send a reminder (ms). */
const SIGN_AFTER = HOUR_MS
/** How long to wait after the plugin's own attempt to place the order before sending the email (ms). */
const UNFINISHED_AFTER = 5 * MINUTE_MS
/** How long before an unused approval ends to send the reminder (ms). Shorter approvals get no reminder. */
const ENDING_BEFORE = 3 * DAY_MS

type Rule = {
  notice: Notice
  /** How long after the event the email is due (ms). If undefined, it is due immediately. */
  after?: (options: { placeOrderAfter: number }) => number
  /** Whether the email still applies when it is due; `wait` if that isn't clear yet. */
  still: (lease: LeaseRecord) => boolean | "wait"
}

const rules: Partial<Record<LeaseEventName, Rule>> = {
  [LeaseEvents.APPROVED]: {
    notice: "approved",
    after: () => APPROVED_AFTER,
    still: (lease) => isApproved(lease) || (isOffered(lease) && !lease.contract_at),
  },
  [LeaseEvents.SIGNING]: {
    notice: "sign",
    after: () => SIGN_AFTER,
    still: (lease) => isSigning(lease) && !awaitsFirstPayment(lease) && !hasEvidence(lease),
  },
  [LeaseEvents.SIGNED]: {
    notice: "unfinished",
    after: ({ placeOrderAfter }) => placeOrderAfter + UNFINISHED_AFTER,
    still: (lease) => (isPlacing(lease) ? "wait" : awaitsOrder(lease) && !isForExistingOrder(lease)),
  },
  [LeaseEvents.CONTRACT_REPLACED]: { notice: "new_contract", still: orderAwaitsSignature },
  [LeaseEvents.DELIVERED]: { notice: "began", still: isDelivered },
  [LeaseEvents.CANCELED]: {
    notice: "canceled",
    still: (lease) => isCanceled(lease) && lease.signed_at !== null,
  },
}

/** Events that can trigger an email to shoppers, or an entry in the staff's digest. */
export const MAILED: ReadonlySet<LeaseEventName> = new Set([
  ...(Object.keys(rules) as LeaseEventName[]),
  LeaseEvents.NEEDS_ATTENTION,
])

/** `next` is when another email about the same event may be due. */
type Due = { notice: Notice; at: Date; next?: Date }

/** The shopper's email for an event and when it is due; null if there is none, or if it no longer applies. */
export function noticeOf(
  { name, created_at }: { name: LeaseEventName; created_at: Date },
  lease: LeaseRecord,
  options: { placeOrderAfter: number; now: Date },
): Due | null {
  if (!lease.email) return null
  const begins = name === LeaseEvents.APPROVED || name === LeaseEvents.CONTRACT_REPLACED
  const ending = begins ? endingOf(lease, created_at) : null
  if (ending && ending.at <= options.now) return ending
  const rule = rules[name]
  if (!rule) return null
  const still = rule.still(lease)
  if (!still) return ending
  const due = new Date(created_at.getTime() + (rule.after?.(options) ?? 0))
  const later = new Date(options.now.getTime() + UNFINISHED_AFTER)
  const at = still === "wait" && due <= options.now ? later : due
  return { notice: rule.notice, at, ...(ending && { next: ending.at }) }
}

/** The reminder that an approval is about to end; null if the end is unknown or too near, or the shopper has signed. */
function endingOf(lease: LeaseRecord, approvedAt: Date): Due | null {
  const { approved_until: end, contracts_received_at } = lease
  if (!end) return null
  const at = new Date(end.getTime() - ENDING_BEFORE)
  const unsigned = isApproved(lease) || (isOffered(lease) && !hasEvidence(lease) && !contracts_received_at)
  return unsigned && at > approvedAt ? { notice: "ending", at } : null
}
