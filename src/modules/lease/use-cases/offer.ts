import { type CartInput, invoiceTotalAgrees, type MappedCart } from "../../../lease-cart"
import { LeaseServiceError, type Pricing, toApplicationId } from "../../../lease-service"
import { claim, type Ledger, released, SERVICE, SHOPPER, SYSTEM, serviceFailure } from "../ledger"
import type { LeaseRecord } from "../records"
import { LedgerRefusal } from "../refusal"
import { whyNot } from "../state-machine"
import { currentLease } from "./current-lease"
import { mapCartOrRefuse } from "./map-cart"
import { applyReading, readStatus } from "./read-status"

const OFFERABLE = ["approved", "pending", "offered", "signing"] as const

/**
 * Records the cart at the service and asks for the price of its lease (spec 4.1, POST cart, GET pricing). No call when the service holds
 * this very cart already. From `pending` it is the question "is there a decision now?".
 *
 * Throws LedgerRefusal: nothing to offer in this status, cart not leasable, refused by the service, priced differently from what was sent,
 * or the service not reached; the lease then has no offer, and asking again is safe.
 */
export async function offer(ledger: Ledger, cart: CartInput): Promise<LeaseRecord> {
  const lease = await currentLease(ledger, cart.id)
  const reason = lease ? whyNot("offer", lease.status) : "no_application"
  if (!lease || reason) throw new LedgerRefusal(reason ?? "no_application", textParams(ledger, lease))
  const mapped = mapCartOrRefuse(ledger, cart, lease.reference)
  if ((lease.status === "offered" || lease.status === "signing") && lease.fingerprint === mapped.fingerprint)
    return lease

  // The fingerprint is forgotten before the call: until the answer is here nobody knows which cart the service holds.
  const claimed = await claim(ledger, lease, OFFERABLE, {
    set: { fingerprint: null },
    history: [{ type: "cart_sent" }],
    actor: SHOPPER,
  })
  try {
    return await send(ledger, claimed, mapped)
  } finally {
    await ledger.store.set(lease.id, released, { guard: { claim: claimed.claim_token }, actor: SYSTEM })
  }
}

async function send(
  ledger: Ledger,
  lease: LeaseRecord & { claim_token: string },
  mapped: MappedCart,
): Promise<LeaseRecord> {
  const applicationId = toApplicationId(lease.application_id ?? "")
  let pricing: Pricing
  try {
    await ledger.service.recordCart(applicationId, mapped.cart)
    pricing = await ledger.service.getPricing(applicationId)
  } catch (error) {
    return refused(ledger, lease, error)
  }
  if (!invoiceTotalAgrees(mapped, pricing.invoiceTotal)) {
    await ledger.store.raise(lease.id, "invoice_differs")
    await ledger.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: "invoice_differs" } }])
    throw new LedgerRefusal("invoice_differs", textParams(ledger, lease))
  }
  const offered = await ledger.store.move(lease.id, "offer_made", {
    actor: SERVICE,
    guard: { claim: lease.claim_token },
    set: {
      ...released,
      amount: mapped.total,
      currency_code: mapped.currency,
      fingerprint: mapped.fingerprint,
      snapshot: { cart: mapped.cart, invoiceTotal: mapped.invoiceTotal, tax: mapped.tax },
      pricing: pricing.lines,
      priced_at: ledger.now(),
      service_status: pricing.appStatus?.statusText ?? null,
      checked_at: ledger.now(),
      attention: lease.attention.filter((entry) => entry.code !== "invoice_differs"),
    },
    history: [{ type: "offer_made", detail: { amount: mapped.total, currency_code: mapped.currency } }],
  })
  if (!offered) throw new LedgerRefusal("busy")
  return offered
}

/** The service did not take the cart. Where it says "wrong state", what it knows of the lease decides what is told. */
async function refused(ledger: Ledger, lease: LeaseRecord, error: unknown): Promise<LeaseRecord> {
  const wrongState = error instanceof LeaseServiceError && error.effect === "none" && error.httpStatus === 409
  if (!wrongState) {
    const failure = serviceFailure(ledger, error, "cart_refused")
    await ledger.store.append(lease.id, SERVICE, [{ type: "offer_refused", detail: { reason: failure.code } }])
    throw failure
  }
  if (lease.status === "pending") throw new LedgerRefusal("pending", textParams(ledger, lease))
  const after = await applyReading(ledger, lease, await readStatus(ledger, lease), { noContract: "expired" })
  throw new LedgerRefusal(whyNot("offer", after.status) ?? "not_approved", textParams(ledger, after))
}

function textParams(ledger: Ledger, lease: LeaseRecord | null): Record<string, string> {
  const { name: operator, contact } = ledger.options.operator
  return { operator, contact, reference: lease?.reference ?? "" }
}
