import { fingerprint } from "../../../src/lease-cart"
import type { LeaseRecord, Order } from "../../support/ledger"
import { AWAITING, anOrder, aPayment, LEASE_ID } from "../../support/order"
import type { Left, Moment } from "./moment"
import { AMOUNT, CART, SESSION } from "./process"

const NOW = Date.parse("2026-11-20T12:00:00.000Z")
const AT = new Date(NOW)

/** A contract was handed out and is not signed. `talks`: the service's answers carry a status. */
export function handedOut(talks: boolean, left: Left): Moment {
  const mark = fingerprint(CART)
  const lease = {
    ...{ id: LEASE_ID, reference: "LTO-1", cart_id: CART.id, session_id: SESSION, way: "application", account: null },
    ...{ application_id: "app_1", customer_id: "cus_1", status: "signing", evidence: "none", amount: AMOUNT },
    ...{ currency_code: "usd", fingerprint: mark, lease_key_hashes: [], attention: [], look_at: AT, look_failures: 0 },
    ...{ status_at: AT, contract_at: AT, created_at: AT, service_status: null, checked_at: null, verified_at: null },
    ...{ order_id: null, order_display_id: null, signed_at: null, placed_at: null, delivered_at: null, sent: null },
    ...{ snapshot: { cart: { items: [] }, fingerprint: mark, total: AMOUNT, invoiceTotal: AMOUNT, tax: 0 } },
    ...{
      recipient_hash: null,
      approved_until: null,
      contracts_received_at: null,
      accepted_order: null,
      reductions: null,
    },
    ...{ to_confirm_since: null, delivery_date: null, completions: null, claim_token: null, claimed_until: null },
  } as unknown as LeaseRecord
  return {
    ...{ now: NOW, lease, tasks: [], order: null, soldOut: false, lock: null, processes: [], ids: 0, left },
    ...{ unseen: false, settled: false, sentAgain: false, wrong: [] },
    service: { talks, state: "contracts", took: [], repeated: [], elsewhere: false },
  }
}

/** Its order was placed: verified, or on the word of the shopper's browser alone. Nothing is captured. */
export function placed(talks: boolean, left: Left): Moment {
  const m = handedOut(talks, left)
  const order: Order = anOrder({
    ...{ createdAt: AT, total: AMOUNT, cartId: CART.id, asCart: CART, pieces: 1 },
    ...(talks ? { payments: [aPayment({ captured: 0 })] } : { ...AWAITING, payments: [] }),
  })
  const dates = { status_at: AT, checked_at: AT, signed_at: AT, placed_at: AT }
  const evidence = talks
    ? { evidence: "verified" as const, service_status: "Lease Accepted", verified_at: AT }
    : { evidence: "reported" as const, service_status: "" }
  const ordered = { status: "placed" as const, order_id: order.id, order_display_id: order.displayId }
  const lease = { ...m.lease, ...dates, ...evidence, ...ordered }
  return { ...m, lease, order, service: { ...m.service, state: "lease_accepted" } }
}
