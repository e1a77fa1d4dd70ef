/**
 * The ledger, as tests outside of `unit` know it: its use cases, its rows and its pure decisions. No other file of these folders
 * imports a file of `src/modules/lease`, so that a file can move there without a change here but one.
 */

export { type Desk, deskOf, LEASE_MODULE } from "../../src/modules/lease"
export type { MedusaCall } from "../../src/modules/lease/calls"
export { noOnesApplication } from "../../src/modules/lease/calls/call"
export { openReduction } from "../../src/modules/lease/calls/return-lease"
export { ACTION_KEYS, mayDo } from "../../src/modules/lease/card/allowed-actions"
export { cardOf } from "../../src/modules/lease/card/card"
export type { CardFacts } from "../../src/modules/lease/card/state"
export { isSameRecipient, isWidgetElsewhere, ledgerOfCart } from "../../src/modules/lease/cart/cart"
export { checkConnection, checkConnections } from "../../src/modules/lease/merchant/check-connection"
export {
  checkCapturable,
  checkShippable,
  confirmDelivery,
  SHIPPING_FRESH_MS,
} from "../../src/modules/lease/merchant/deliver"
export {
  checkCanAuthorize,
  endBeforeOrder,
  isBeingReplaced,
  openByLink,
  replaceContract,
  withdrawLink,
} from "../../src/modules/lease/merchant/existing-order"
export { checkReturn, reduceLease, returnLease } from "../../src/modules/lease/merchant/return"
export { attest, retry, settle } from "../../src/modules/lease/merchant/settle"
export type { LeaseOptions } from "../../src/modules/lease/options/options"
export { parseOptions } from "../../src/modules/lease/options/parse-options"
export { Announcer, announce } from "../../src/modules/lease/outbox/announce"
export { cancelContract } from "../../src/modules/lease/outbox/call"
export { sendCodes } from "../../src/modules/lease/outbox/codes"
export { signingLink } from "../../src/modules/lease/outbox/existing-order"
export { heartbeat } from "../../src/modules/lease/outbox/heartbeat"
export { look } from "../../src/modules/lease/outbox/look"
export { make } from "../../src/modules/lease/outbox/make"
export type { CartState, FeedEntry, Mail, MedusaSide } from "../../src/modules/lease/outbox/medusa-side"
export { feedAlerts, sendNotices } from "../../src/modules/lease/outbox/notices"
export { owedOf } from "../../src/modules/lease/outbox/owed"
export { SECOND_LOOK_MS } from "../../src/modules/lease/outbox/owed-parts"
export { recordOrder } from "../../src/modules/lease/outbox/record-order"
export { type RunOptions, runPending } from "../../src/modules/lease/outbox/run"
export {
  cleanUp,
  countAged,
  countPerson,
  eraseAged,
  erasePerson,
  exportPerson,
  ORIGIN_KEPT_MS,
  planErasure,
} from "../../src/modules/lease/privacy/personal-data"
export { type AttentionCode, blockingOf, endedBy } from "../../src/modules/lease/rules/alerts"
export {
  type BusEvent,
  type LeaseEventData,
  type LeaseEventName,
  LeaseEvents,
} from "../../src/modules/lease/rules/announcements"
export { hashLeaseKey } from "../../src/modules/lease/rules/keys"
export {
  amountDiffers,
  isOpenPayment,
  isOwn,
  type Order,
  type Payment,
  paidBy,
} from "../../src/modules/lease/rules/order"
export { type Actor, EFFECT_COLUMNS, type HistoryRecord, type LeaseRecord } from "../../src/modules/lease/rules/records"
export {
  type BackLine,
  decideReversal,
  goodsDue,
  piecesBack,
  reducedBy,
  restOf,
} from "../../src/modules/lease/rules/reversal"
export {
  awaitsDelivery,
  isByLink,
  isClosed,
  isForExistingOrder,
  isHosted,
  isOver,
  isPlaced,
  isSigned,
  isSure,
  orderAwaits,
} from "../../src/modules/lease/rules/standing"
export {
  LEASE_STATUSES,
  type LeaseEventType,
  type LeaseStatus,
  OVER,
  transitions,
  whyNot,
} from "../../src/modules/lease/rules/state-machine"
export {
  type ClaimedTask,
  EXCLUSIVE_KINDS,
  isExclusive,
  isOpen,
  isUnderWay,
  type Outcome,
  outcomesOf,
  type TaskKind,
  type TaskRecord,
} from "../../src/modules/lease/rules/tasks"
export { default as LeaseModuleService } from "../../src/modules/lease/service"
export { apply } from "../../src/modules/lease/shopper/apply"
export { approvalFor, askCode } from "../../src/modules/lease/shopper/approval-elsewhere"
export { attachSession, detachSession } from "../../src/modules/lease/shopper/cart-lease"
export { contract, verifySignature } from "../../src/modules/lease/shopper/contract"
export { takeWidgetEvent, type WidgetEvent } from "../../src/modules/lease/shopper/hosted/event"
export { openWidget } from "../../src/modules/lease/shopper/hosted/open"
export { offer } from "../../src/modules/lease/shopper/offer"
export {
  ASKED_AT_MOST,
  ASKING_WINDOW_MS,
  bindingFor,
  isOpenToAll,
  type Shopper,
  UNDECIDED_IS_FREE_MS,
} from "../../src/modules/lease/shopper/owner"
export { heedPush } from "../../src/modules/lease/shopper/push"
export { checkPlaceable, completionFailed, startOrder } from "../../src/modules/lease/shopper/start-order"
export { takeApproval } from "../../src/modules/lease/shopper/take-approval"
export { OUTAGE_AFTER, OUTAGE_WITHIN_MS, probeAfterMs } from "../../src/modules/lease/status/breaker"
export {
  type Account,
  Accounts,
  claimMs,
  currentLease,
  type Ledger,
  ofCart,
  ofLease,
  settingsOf,
} from "../../src/modules/lease/status/ledger"
export { observe } from "../../src/modules/lease/status/metrics"
export { openLedger } from "../../src/modules/lease/status/open-ledger"
export { LONGEST_TURN_MS } from "../../src/modules/lease/status/rate"
export { checkStatus, READING_FRESH_MS } from "../../src/modules/lease/status/read-status"
export type { Answer, Asking } from "../../src/modules/lease/tables/counters"
export {
  COUNTED,
  type LeaseFilters,
  LeaseList,
  type LeasePage,
  type PageCursor,
  sortColumn,
} from "../../src/modules/lease/tables/lease-list"
export { isDatabaseGone } from "../../src/modules/lease/tables/table"
export { leftColumns } from "../../src/modules/lease/tables/task-store"
export { LedgerRefusal } from "../../src/modules/lease/texts/messages"
