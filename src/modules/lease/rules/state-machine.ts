import type { MessageCode } from "../texts/messages"
import type { LeaseEventName } from "./announcements"

export const LEASE_STATUSES = [
  "open",
  "submitting",
  "approved",
  "denied",
  "pending",
  "undecided",
  "offered",
  "signing",
  "signed",
  "placing",
  "placed",
  "delivered",
  "returning",
  "returned",
  "canceling",
  "canceled",
  "expired",
  "superseded",
] as const
export type LeaseStatus = (typeof LEASE_STATUSES)[number]

/** Statuses in which another lease may be opened for the cart. */
export const CLOSED: readonly LeaseStatus[] = ["canceled", "expired", "superseded"]
/** Statuses in which the service no longer has a lease, so only Medusa's books are left to update. */
export const ENDED: readonly LeaseStatus[] = [...CLOSED, "returned"]
/** Statuses in which another lease may use the same application. */
export const WITHOUT_APPLICATION: readonly LeaseStatus[] = ["denied", ...ENDED]
/** Statuses in which no contract can be signed. If a lease ends in one of them, its cart, or the order waiting for it, is available again. */
export const WITHOUT_CONTRACT = ["open", "approved", "denied", "pending", "undecided", "offered"] as const
/** Statuses in which a contract exists or may be signed at any time, and calls to the service may still follow. */
export const UNFINISHED = ["signing", "signed", "placing", "placed", "canceling", "returning"] as const
/** Statuses in which a lease may be erased, because no remaining work depends on whose lease it is. */
export const ERASABLE: readonly LeaseStatus[] = [...ENDED, "delivered", ...WITHOUT_CONTRACT]

/** `announces` is the event to send if the status changes. */
type Transition = { from: readonly LeaseStatus[]; to: LeaseStatus; announces?: LeaseEventName }

/**
 * The transition for each event. Intermediate statuses (`submitting`, `placing`, …) are entered before a call, so that only one process makes the
 * call.
 */
export const transitions = {
  /** The form is being sent: from `undecided`, only if the shopper knowingly sends it again; from `denied`, only for another person. */
  application_sent: { from: ["open", "undecided", "denied"], to: "submitting", announces: "lease.applied" },
  application_approved: { from: ["submitting", "undecided"], to: "approved", announces: "lease.approved" },
  application_denied: { from: ["submitting", "undecided"], to: "denied", announces: "lease.denied" },
  application_pending: { from: ["submitting", "undecided"], to: "pending" },
  /** The application was sent, but the service didn't respond, so the outcome is unknown. */
  application_unanswered: { from: ["submitting"], to: "undecided" },
  /** The service is known not to have processed the application. */
  application_not_taken: { from: ["submitting"], to: "open" },
  /** The service has priced the cart. */
  offer_made: { from: ["approved", "pending", "offered", "signing"], to: "offered" },
  /** The eSign URL is about to be fetched, so the contract may be signed from now on. */
  contract_requested: { from: ["offered", "signing"], to: "signing", announces: "lease.signing" },
  signature_verified: { from: ["offered", "signing", "signed"], to: "signed", announces: "lease.signed" },
  /** The browser reported the signature, and the service gives no status to check it against. */
  signature_reported: { from: ["signing"], to: "signed", announces: "lease.signed" },
  /** The hosted widget reported success: the lease exists, and its card has been issued. */
  widget_succeeded: { from: ["open"], to: "signed", announces: "lease.signed" },
  order_started: { from: ["signed", "placing"], to: "placing" },
  /** Five minutes passed without an order, so the process that was placing it has died. */
  order_start_lapsed: { from: ["placing"], to: "signed" },
  order_placed: { from: ["signed", "placing"], to: "placed", announces: "lease.placed" },
  /** A hosted lease was approved, and its cart became an order without the widget reporting success. */
  order_placed_unreported: { from: ["open"], to: "placed", announces: "lease.placed" },
  delivery_confirmed: { from: ["placed"], to: "delivered", announces: "lease.delivered" },
  return_started: { from: ["placed", "delivered"], to: "returning" },
  return_done: { from: ["returning"], to: "returned", announces: "lease.returned" },
  /** The goods are known not to have been returned, so the lease goes back to its former status. */
  return_refused: { from: ["returning"], to: "delivered" },
  return_refused_undelivered: { from: ["returning"], to: "placed" },
  /** A contract can also be canceled before its order is placed, if the order won't be placed. */
  cancel_started: { from: ["signing", "signed", "placed"], to: "canceling" },
  cancel_done: { from: ["canceling"], to: "canceled", announces: "lease.canceled" },
  /** The contract is known not to have been canceled, so the lease goes back to its former status. */
  cancel_refused: { from: ["canceling"], to: "placed" },
  cancel_refused_unplaced: { from: ["canceling"], to: "signed" },
  cancel_refused_unsigned: { from: ["canceling"], to: "signing" },
  /** Staff entered how the lease ended elsewhere, with a note. */
  resolved_as_canceled: { from: [...UNFINISHED, "delivered"], to: "canceled", announces: "lease.canceled" },
  resolved_as_returned: {
    from: ["placed", "delivered", "canceling", "returning"],
    to: "returned",
    announces: "lease.returned",
  },
  resolved_as_delivered: { from: ["placed", "canceling", "returning"], to: "delivered", announces: "lease.delivered" },
  /** The service reports that the approval or the contract is no longer valid. */
  lease_expired: {
    from: ["approved", "pending", "offered", "signing", "signed"],
    to: "expired",
    announces: "lease.expired",
  },
  /** The approval of another cart's application moved to this cart. The other lease ended in the same transaction (`approval_moved`). */
  approval_taken: { from: ["open"], to: "approved", announces: "lease.approved" },
  approval_moved: { from: ["approved", "offered", "signing"], to: "superseded" },
  /** An order was edited after signing and its contract canceled, so the same approval gets a new contract for the current order. */
  contract_replaced: { from: ["open"], to: "approved", announces: "lease.contract_replaced" },
  /** Another lease took over the application ID, or the shopper chose the other flow. */
  lease_superseded: { from: WITHOUT_CONTRACT, to: "superseded" },
} as const satisfies Record<string, Transition>

export type LeaseEventType = keyof typeof transitions

/** The announcement for this event, if any. */
export function newsOf(event: LeaseEventType): LeaseEventName | undefined {
  const { announces }: Transition = transitions[event]
  return announces
}

type Reasons = Partial<Record<LeaseStatus, MessageCode>>
type Rule = { from: readonly LeaseStatus[]; otherwise: Reasons; default: MessageCode }

const unapplied: Reasons = { open: "no_application", denied: "denied" }
const unoffered: Reasons = { ...unapplied, approved: "no_offer" }
const undecided: Reasons = { pending: "pending", undecided: "undecided" }
const signed: Reasons = { signed: "already_signed", placing: "already_signed" }
const ordered: Reasons = {
  placed: "order_placed",
  delivered: "order_placed",
  returning: "order_placed",
  returned: "order_placed",
}
const busy: Reasons = { submitting: "busy", canceling: "busy" }
const ending: Reasons = { canceling: "open_unknown", returning: "open_unknown" }
const ended: Reasons = { ...ending, canceled: "already_closed", returned: "already_closed" }

/** The statuses that allow each action, and the text of each refusal. */
const rules = {
  apply: {
    from: ["open", "undecided"],
    otherwise: { ...ordered, ...busy, denied: "denied" },
    default: "application_open",
  },
  offer: {
    from: transitions.offer_made.from,
    otherwise: { ...unapplied, ...signed, ...ordered, ...busy, undecided: "undecided", expired: "expired" },
    default: "not_approved",
  },
  move: {
    from: transitions.approval_moved.from,
    otherwise: {
      ...undecided,
      submitting: "busy",
      signed: "application_other_order",
      placing: "application_other_order",
      expired: "expired",
    },
    default: "no_approval",
  },
  contract: {
    from: transitions.contract_requested.from,
    otherwise: { ...unoffered, ...undecided, ...signed, ...ordered, canceling: "busy", expired: "expired" },
    default: "not_approved",
  },
  signature: {
    from: [...transitions.signature_verified.from, "placing"],
    otherwise: { ...unoffered, ...ordered, canceling: "busy", expired: "expired" },
    default: "not_approved",
  },
  place: {
    from: transitions.order_started.from,
    otherwise: {
      ...unoffered,
      ...undecided,
      ...ordered,
      canceling: "lease_dead",
      canceled: "lease_dead",
      expired: "lease_dead",
      superseded: "lease_dead",
    },
    default: "not_signed",
  },
  capture: { from: ["placed", "delivered"], otherwise: ended, default: "capture_before_placed" },
  cancel: {
    from: [...transitions.cancel_started.from, "canceling"],
    otherwise: {
      ...ended,
      placing: "busy",
      delivered: "cancel_after_delivery",
      expired: "already_closed",
      superseded: "already_closed",
    },
    default: "cancel_before_signing",
  },
  deliver: {
    from: transitions.delivery_confirmed.from,
    otherwise: { ...ended, delivered: "already_delivered" },
    default: "deliver_before_placed",
  },
  return: {
    from: [...transitions.return_started.from, "returning"],
    otherwise: ended,
    default: "return_before_placed",
  },
  reduce: {
    from: ["delivered"],
    otherwise: { ...ended, placed: "reduction_undelivered" },
    default: "refund_before_placed",
  },
  attest: {
    from: ["signing", "signed", "placing", "placed"],
    otherwise: { ...ended, delivered: "already_confirmed" },
    default: "attest_before_contract",
  },
  tell_order: { from: ["placed", "delivered"], otherwise: ended, default: "order_id_before_placed" },
} satisfies Record<string, Rule>

export type LeaseAction = keyof typeof rules
export const ACTIONS = Object.keys(rules) as LeaseAction[]

/** Why `action` is not possible in `status`; null if it is. */
export function whyNot(action: LeaseAction, status: LeaseStatus): MessageCode | null {
  const rule: Rule = rules[action]
  if (rule.from.includes(status)) return null
  return rule.otherwise[status] ?? rule.default
}

/** Why the status of a lease can't be read from the service; null if it can. */
export function whyNotRead(status: LeaseStatus): MessageCode | null {
  if (ENDED.includes(status)) return "already_closed"
  return whyNot("attest", status) === "attest_before_contract" ? "check_before_contract" : null
}

type ShopFacts = {
  /** Whether lease-to-own can be used for this cart at all. */
  available: boolean
  /** Whether the cart is the one that was offered or signed. */
  inSync: boolean
  hasOrder: boolean
  /** Whether the lease is held. */
  held?: boolean
  /** Whether placing the order was refused, with reasons, after the contract was signed. */
  orderFailed: boolean
  hosted?: boolean
  /** Whether only the browser reported the signature, and the service gives no status to check it against. */
  reported?: boolean
  /** Whether the contract is signed, but the service hasn't received the first payment. */
  firstPaymentPending?: boolean
  overLimit?: boolean
  /** Whether somebody may apply again after a denial: another person, or the same person through another account. */
  mayApplyAgain?: boolean
  /** Whether the order already exists, because it was edited or staff offered its lease by link. */
  orderExists?: boolean
}

export type ShopStep =
  | "unavailable"
  | "intro"
  | "deciding"
  | "undecided"
  | "denied"
  | "over_limit"
  | "offer"
  | "cart_changed"
  | "first_payment_pending"
  | "confirming"
  | "ready"
  | "order_failed"
  | "contract_mismatch"
  | "card"
  | "placed"

/** The screen to show the shopper (`step` of `LeaseView`). A null status means that there is no lease yet. */
export function shopStep(status: LeaseStatus | null, facts: ShopFacts): ShopStep {
  if (facts.hasOrder) return "placed"
  if (facts.held) return "unavailable"
  const intro = facts.available ? "intro" : "unavailable"
  switch (status) {
    case "submitting":
      return "deciding"
    case "pending":
    case "undecided":
      return "undecided"
    case "denied":
      return facts.mayApplyAgain ? intro : "denied"
    case "approved":
      if (!facts.available) return "unavailable"
      return facts.overLimit ? "over_limit" : "offer"
    case "offered":
    case "signing":
      if (facts.firstPaymentPending) return "first_payment_pending"
      if (!facts.available) return "unavailable"
      if (!facts.inSync) return facts.overLimit ? "over_limit" : "cart_changed"
      if (facts.reported && facts.orderExists) return "confirming"
      return facts.reported ? "ready" : "offer"
    case "signed":
      if (facts.hosted) return "card"
      // Only Medusa's books are left to update, so there is nothing for the shopper to do.
      if (facts.orderExists) return "confirming"
      if (!facts.inSync) return "contract_mismatch"
      return facts.orderFailed ? "order_failed" : "ready"
    case "placing":
      return "confirming"
    case "placed":
    case "delivered":
    case "returning":
    case "returned":
      return "placed"
    case "canceling":
      return "unavailable"
    case "open":
      return intro
    default:
      return facts.orderExists ? "placed" : intro
  }
}

export const EVIDENCE = ["none", "reported", "verified", "attested"] as const
/** Who vouches for the signature: nobody, the shopper's browser, the service, or staff. */
export type Evidence = (typeof EVIDENCE)[number]

export const FLOWS = ["api", "hosted"] as const
/** How a lease was made: through the store's own form, or in the operator's widget. */
export type Flow = (typeof FLOWS)[number]

export const ACTORS = ["shopper", "merchant", "service", "system"] as const

/** Formats constants as an SQL list. Not for user input, because the values aren't escaped. */
export function listed(constants: readonly string[]): string {
  return constants.map((one) => `'${one}'`).join(", ")
}
