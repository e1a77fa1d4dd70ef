/* The ledger's internal interface, grouped by who uses it. Code outside this folder imports only this file, index.ts and texts/. */

/* Types and predicates for leases, calls and orders */

export { cleanText } from "../../client"
export { type AccountOverview, isRemoved, SYSTEM, settingsOf, sumsTests, unsentLeases } from "./accounts/deps"
export { forShoppers, type OperatorContact, operatorsId, type ServiceAddress, staffParams } from "./options/operator"
export type { AccountSettings } from "./options/options"
export { type LeaseEventData, LeaseEvents } from "./rules/announcements"
export { type DeliveryState, dayIn, deliveryStateOf, type LastParcel, last } from "./rules/delivery"
export * from "./rules/lease-predicates"
export { DAY_MS } from "./rules/moments"
export type { ORDER_PROBLEMS } from "./rules/order"
export {
  acceptsUntaxed,
  awaitingSession,
  capturedAt,
  isOpenPayment,
  isOwn,
  isPaidFor,
  type Order,
  type Payment,
  paidBy,
  toCapture,
} from "./rules/order"
export {
  type CallDetail,
  type CallKind,
  type CallState,
  isOpen,
  type Outcome,
  type PendingCall,
} from "./rules/pending-calls"
export type { Actor, HistoryRecord, LeaseRecord } from "./rules/records"
export { compareRestored, type Finding, type ServiceHas, serviceHasByText } from "./rules/restored"
export { type BackLine, decideReversal, goodsOf, reducedBy, restOf } from "./rules/reversal"
export { type Evidence, FLOWS, type Flow, LEASE_STATUSES, UNFINISHED } from "./rules/state-machine"
export type { default as LeaseModuleService } from "./service"

/* The shopper, before the order is placed */

export { currentLease, ofCart, ofLease } from "./accounts/deps"
export { settingsAt } from "./cart/account-of-cart"
export { checkCart, checkProduct } from "./cart/cart"
export { disclosuresAt } from "./options/disclosures"
export { type EstimateInput, estimateFor, FREQUENCIES } from "./options/estimate"
export { LARGEST } from "./options/options"
export { sendCodes } from "./outbox/codes"
export { CODE_LASTS_MS } from "./rules/codes"
export { isBeforeTax, summaryOf, withoutBalances } from "./rules/offer-summary"
export { decideCartTax } from "./rules/sales-tax"
export { apply } from "./shopper/apply"
export { requestCode } from "./shopper/approval-elsewhere"
export {
  accountThatTaxes,
  isCartUntaxed,
  isChosen,
  isOrderUntaxed,
  mayTaxByOperator,
  recordChoice,
} from "./shopper/choice"
export { contract, type Preflight, SIGNATURE_HINTS, verifySignature } from "./shopper/contract"
export { formFields } from "./shopper/home-state"
export { takeWidgetEvent, WIDGET_STATUSES } from "./shopper/hosted/event"
export { openWidget } from "./shopper/hosted/open"
export { offer } from "./shopper/offer"
export { afterOrder, orderLeaseMessage } from "./shopper/order-messages"
export { isOwner, type Shopper, UNDECIDED_WAIT_MS } from "./shopper/owner"
export { allRefused, message } from "./shopper/shop-actions"
export { type Approvals, leaseFor, shopView } from "./shopper/shop-view"
export { takeApproval } from "./shopper/take-approval"

/* Medusa: payments and orders */

export { recipientDiffers } from "./cart/recipient"
export { checkCapturable } from "./merchant/capture"
export { checkHostedShippable, checkShippable } from "./merchant/deliver"
export { checkCanAuthorize, endBeforeOrder, isBeingReplaced, otherTotal } from "./merchant/existing-order"
export { recordOrder } from "./outbox/record-order"
export { attachSession, detachSession } from "./shopper/cart-lease"
export { checkPlaceable, completionFailed, orderFailure, orderRefused, startOrder } from "./shopper/start-order"
export { isDatabaseGone, throughFailover } from "./tables/failover"

/* The merchant: actions on a lease, and the setup */

export { refuseHeld, refuseNewer } from "./lease-service/errors"
export { checkStatus, isVoid } from "./lease-service/read-status"
export { alertGroups, checkAll, stopCheck } from "./merchant/check-all"
export { type ConnectionResult, checkConnections } from "./merchant/check-connection"
export { confirmDelivery, markDelivered, sendOrderId } from "./merchant/deliver"
export { type OrderToLink, openByLink, replaceContract, withdrawLink } from "./merchant/existing-order"
export { type ReadBack, readBack, releaseHold } from "./merchant/release-hold"
export { attest, markResolved, retry } from "./merchant/resolve"
export { checkReturn, reduceLease, returnLease } from "./merchant/return"
export { consentLanguages, DEFAULT_CONSENT, missingConsents } from "./options/consent"
export { UNNAMED_OPERATOR } from "./options/wording"
export { cancelContract } from "./outbox/cancel"
export { checkStore, holdUnfinished, recordCopy, recordRestore, recordSameStore } from "./outbox/hold"
export { signingLink } from "./outbox/order-to-sign"

/* The dashboard: cards and lists */

export type { CardAlert } from "./card/alerts-of"
export { ACTION_KEYS, type ActionKey, isActionKey } from "./card/allowed-actions"
export { type NextStep, sameRemedy } from "./card/card"
export { cardFacts, type ReceivedReturn, rowCard } from "./card/card-facts"
export { historyFacts, NEEDED_ENTRIES, whoActed } from "./card/history-facts"
export { type CardSources, checkAllowed, leaseCard, stillRaised } from "./card/lease-card"
export type { CardState } from "./card/state"
export { type Explanation, explain, inEnglish } from "./explanation/explain"
export { fetchInHalves } from "./outbox/reconcile"
export { RAISED_ALERT_CODES, type RaisedAlertCode } from "./rules/alert-codes"
export { isAbout } from "./rules/alerts"
export { mayMove } from "./rules/approval"
export { type Funnel, type FunnelStep, funnelsOf, mondaysUntil } from "./rules/funnel"
export {
  COUNTED,
  type ExportedLease,
  LEASE_ORDERS,
  LEASE_TABS,
  type LeaseFilters,
  type ListedLease,
  type PageCursor,
  type Sum,
  sortColumn,
} from "./tables/lease-list"
export { readSearch } from "./tables/lease-search"
export { columns } from "./tables/table"

/* The job, and what it needs from Medusa */

export type { CartState, MedusaFacts } from "./decide/decision"
export { timer, wrapEach } from "./outbox/ceiling"
export { heartbeat } from "./outbox/heartbeat"
export type { MedusaSide } from "./outbox/medusa"
export type { RunOptions } from "./outbox/run"
export { handleWebhook } from "./shopper/push"

/* Privacy */

export { countAged, countPerson, eraseAged, erasePerson, exportPerson, planErasure } from "./privacy/personal-data"
export type { Hindrance } from "./rules/erasure"
export type { Person } from "./tables/person-store"

/* Payouts */

export { currentOf, dueOf } from "./rules/payout"
export type { PayoutLease } from "./tables/payout-reader"
