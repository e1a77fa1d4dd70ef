import { fingerprint } from "../../../src/lease-cart"
import type { LeaseRecord, Order } from "../../../src/modules/lease/ledger"
import type { HistoryEntry, HistoryRecord } from "../../../src/modules/lease/rules/records"
import { anOrder, aPayment, LEASE_ID } from "../../support/order"
import type { Left, Moment } from "./moment"
import { AMOUNT, amountOf, CART, OTHER_CART, SESSION } from "./process"
import { newLease } from "./rows"

const NOW = Date.parse("2026-11-20T12:00:00.000Z")
const AT = new Date(NOW)
const SERVICE = {
  application: "",
  applied: 0,
  cart: null,
  signed: null,
  isOut: false,
  parts: [],
  effects: [],
  repeated: [],
}

/** A shopper's untouched cart. `talks`: the service's responses have a status. */
export function opened(talks: boolean, left: Left): Moment {
  return {
    ...{
      now: NOW,
      lease: newLease({ id: LEASE_ID, cart_id: CART.id, status_at: AT }),
      former: [],
      pendingCalls: [],
      history: [],
    },
    ...{
      submissions: [],
      forms: 0,
      cart: CART,
      order: null,
      isDraft: false,
      key: null,
      soldOut: false,
      lock: null,
      lockEnds: 0,
      processes: [],
      ids: 0,
      left,
    },
    ...{ unseen: false, resolvedByHand: null, sentAgain: false, wrong: [] },
    service: { ...SERVICE, talks, state: "none", elsewhere: false },
  }
}

const past = (...entries: HistoryEntry[]) =>
  entries.map(
    (entry) =>
      ({ detail: {}, ...entry, lease_id: LEASE_ID, actor: "system", created_at: AT }) as unknown as HistoryRecord,
  )
const OFFERED = past(
  { type: "application_sent", detail: {} as never },
  { type: "application_answered", detail: { status: "approved" } },
  { type: "offer_made", detail: { amount: AMOUNT, currency_code: "usd" } },
)
const ORDERED = past(
  { type: "order_starting" },
  { type: "order_placed", detail: { order_id: "order_1", display_id: 1 } },
)

/** A contract is handed out but not signed. */
export function handedOut(talks: boolean, left: Left): Moment {
  const m = opened(talks, left)
  const mark = fingerprint(CART) as string
  const lease: LeaseRecord = {
    ...{ ...m.lease, session_id: SESSION, application_id: "app_0", customer_id: "cus_1", status: "signing" },
    ...{ amount: AMOUNT, fingerprint: mark, reconcile_at: AT, contract_at: AT },
    snapshot: {
      ...{ cart: { items: [] }, fingerprint: mark, total: AMOUNT, invoiceTotal: AMOUNT, tax: 0 },
      ...{ articles: [], lines: [] },
    } as never,
  }
  const known = { application: "app_0", cart: AMOUNT, isOut: true }
  const history = [...OFFERED, ...past({ type: "contract_handed_out" })]
  return { ...m, lease, history, service: { ...m.service, ...known, state: "contracts" } }
}

/** A placed order, edited afterward. */
export function edited(talks: boolean, left: Left): Moment {
  const m = placed(talks, left)
  const order = m.order && { ...m.order, asCart: OTHER_CART, total: amountOf(OTHER_CART) }
  return { ...m, order }
}

/** A placed order whose goods have left, and which nobody has marked as delivered. */
export function shipped(talks: boolean, left: Left): Moment {
  const m = placed(talks, left)
  const order = m.order && { ...m.order, shipped: true, cancelable: false, shippedAt: AT }
  return { ...m, order }
}

/** An unpaid order or a draft: staff may send its customer a link. */
export function unpaid(isDraft: boolean, left: Left): Moment {
  const order = anOrder({
    ...{
      status: isDraft ? "draft" : "pending",
      createdAt: AT,
      total: AMOUNT,
      cartId: CART.id,
      asCart: CART,
      pieces: 1,
    },
    ...{ sessions: [], payments: [] },
  })
  return { ...opened(true, left), order, isDraft }
}

/** An order placed on a verified signature or on one that only the browser reported. Nothing is captured. */
export function placed(talks: boolean, left: Left): Moment {
  const m = handedOut(talks, left)
  const order: Order = anOrder({
    ...{ createdAt: AT, total: AMOUNT, cartId: CART.id, asCart: CART, pieces: 1 },
    sessions: [{ id: SESSION, status: talks ? "authorized" : "pending_authorization", leaseId: LEASE_ID }],
    payments: talks ? [aPayment({ captured: 0 })] : [],
  })
  const dates = { status_at: AT, checked_at: AT, signed_at: AT, placed_at: AT }
  const evidence = talks
    ? { evidence: "verified" as const, service_status: "Lease Accepted", verified_at: AT }
    : { evidence: "reported" as const, service_status: "" }
  const ordered = { status: "placed" as const, order_id: order.id, order_display_id: order.displayId }
  const lease = { ...m.lease, ...dates, ...evidence, ...ordered }
  const signed = talks ? past({ type: "signature_verified", detail: { status: "Lease Accepted" } }) : []
  const history = [...m.history, ...signed, ...ORDERED]
  return { ...m, lease, order, history, service: { ...m.service, state: "lease_accepted", signed: AMOUNT } }
}
