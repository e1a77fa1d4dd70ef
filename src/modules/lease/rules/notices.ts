import { type LeaseEventName, LeaseEvents } from "./announcements"
import type { LeaseRecord } from "./records"
import { awaitsFirstPayment, awaitsOrder, isDelivered, isOffered, isPlacing, isSigning } from "./standing"

/** E-mails to shoppers. */
export const NOTICES = ["approved", "sign", "unfinished", "began", "canceled"] as const
export type Notice = (typeof NOTICES)[number]

const MINUTE = 60_000

/** Whoever goes on without a break needs no reminder (ms). */
const APPROVED_AFTER = 15 * MINUTE
const SIGN_AFTER = 60 * MINUTE

/** So long after the plugin's own attempt to place an order (ms). */
const UNFINISHED_AFTER = 5 * MINUTE

type Rule = {
  notice: Notice
  /** When it is due, in ms after the event. */
  after: (lease: LeaseRecord, options: { placeOrderAfter: number }) => number
  /** Whether it is still true when it is due. `wait`: that is being decided. */
  still: (lease: LeaseRecord) => boolean | "wait"
}

const rules: Partial<Record<LeaseEventName, Rule>> = {
  [LeaseEvents.APPROVED]: {
    notice: "approved",
    after: () => APPROVED_AFTER,
    still: (lease) => lease.status === "approved" || (isOffered(lease) && !lease.contract_at),
  },
  [LeaseEvents.SIGNING]: {
    notice: "sign",
    after: ({ stock_held_until: until, contract_at: out }) =>
      until && out ? Math.min(SIGN_AFTER, (until.getTime() - out.getTime()) / 2) : SIGN_AFTER,
    still: (lease) => isSigning(lease) && !awaitsFirstPayment(lease) && lease.evidence === "none",
  },
  [LeaseEvents.SIGNED]: {
    notice: "unfinished",
    after: (_lease, { placeOrderAfter }) => placeOrderAfter + UNFINISHED_AFTER,
    still: (lease) => (isPlacing(lease) ? "wait" : awaitsOrder(lease)),
  },
  [LeaseEvents.DELIVERED]: { notice: "began", after: () => 0, still: isDelivered },
  [LeaseEvents.CANCELED]: {
    notice: "canceled",
    after: () => 0,
    // A contract that was never signed ended without the shopper having to know.
    still: ({ status, signed_at }) => status === "cancelled" && signed_at !== null,
  },
}

/** Events about which an e-mail may be sent: those to shoppers, and the staff's digest. */
export const MAILED: ReadonlySet<LeaseEventName> = new Set([
  ...(Object.keys(rules) as LeaseEventName[]),
  LeaseEvents.NEEDS_ATTENTION,
])

/** The shopper's e-mail about an event: which one and when, or null when there is none, or no more. */
export function noticeOf(
  { name, created_at }: { name: LeaseEventName; created_at: Date },
  lease: LeaseRecord,
  options: { placeOrderAfter: number; now: Date },
): { notice: Notice; at: Date } | null {
  const rule = rules[name]
  const still = rule?.still(lease)
  if (!rule || !still || !lease.email) return null
  const due = new Date(created_at.getTime() + rule.after(lease, options))
  const later = new Date(options.now.getTime() + UNFINISHED_AFTER)
  return { notice: rule.notice, at: still === "wait" && due <= options.now ? later : due }
}
