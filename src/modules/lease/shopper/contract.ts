import { LeaseServiceError, toApplicationId } from "../../../client"
import type { CartInput } from "../../../lease-cart"
import { isSameRecipient } from "../cart/compare-cart"
import { mapCartOrRefuse } from "../cart/map-cart"
import type { LeaseRecord } from "../rules/records"
import { isSigning } from "../rules/standing"
import { whyNot } from "../rules/state-machine"
import { type Desk, type Ledger, reread, SHOPPER, textParams } from "../status/ledger"
import { applyReading, readStatus } from "../status/read-status"
import { serviceFailure } from "../status/service-failure"
import { LedgerRefusal } from "../texts/refusal"
import { countAsking } from "./count-asking"
import { enter } from "./enter"
import type { Shopper } from "./owner"

/**
 * Asks before a contract is signed whether the store could make an order of the cart now. `isRepriced`: no contract is out for
 * the cart yet, so its prices are brought up to date. Answers the cart as it is then. Throws LedgerRefusal.
 */
export type Preflight = (isRepriced: boolean, lease: LeaseRecord | null) => Promise<CartInput>

/** The address to set as the frame's src (spec 2.4), and the origins whose messages count. Nothing of the address but its origin is kept. */
export type ContractAddress = { url: string; origins: string[] }

/**
 * Fetches the eSign URL of the offered cart (spec 4.1, GET contract). From here on a signature is possible, so `signing` is entered before
 * the call, and only for the very cart that was offered, if an order could be made of it now.
 *
 * Throws LedgerRefusal: no offer, another cart, one that `preflight` refuses, a stranger, or the service has no contract to show.
 */
export async function contract(
  desk: Desk,
  asked: CartInput,
  shopper: Shopper,
  preflight: Preflight = async () => asked,
): Promise<ContractAddress> {
  return enter(desk, { cartId: asked.id, shopper, action: "contract" }, (ledger, lease) =>
    handOut(ledger, lease, shopper, preflight),
  )
}

async function handOut(
  ledger: Ledger,
  lease: LeaseRecord,
  shopper: Shopper,
  preflight: Preflight,
): Promise<ContractAddress> {
  await countAsking(ledger, lease, shopper)
  const fingerprint = await checked(ledger, lease, preflight)
  const signing = await ledger.store.move(lease.id, "contract_requested", {
    actor: SHOPPER,
    guard: { fingerprint, unclaimed: true },
    set: { contract_at: ledger.now() },
    // An earlier one was handed out for the cart from which the approval came.
    history: lease.contract_at && lease.contract_at >= lease.created_at ? [] : [{ type: "contract_handed_out" }],
  })
  if (!signing) throw new LedgerRefusal("busy")
  return fetchAddress(ledger, signing)
}

/** The fingerprint of the cart, which is the one that was offered. */
async function checked(ledger: Ledger, lease: LeaseRecord, preflight: Preflight): Promise<string> {
  const cart = await preflight(!isSigning(lease), lease)
  const { fingerprint } = mapCartOrRefuse(ledger, cart, lease.reference)
  if (!lease.fingerprint) throw new LedgerRefusal("no_offer")
  if (lease.fingerprint !== fingerprint || !isSameRecipient(ledger, lease, cart))
    throw new LedgerRefusal("cart_changed")
  return fingerprint
}

async function fetchAddress(ledger: Ledger, lease: LeaseRecord): Promise<ContractAddress> {
  try {
    const { url } = await ledger.service.getContract(toApplicationId(lease.application_id ?? ""))
    refuseAnother(lease, await reread(ledger, lease))
    await ledger.store.origins.keep(url)
    return { url, origins: [...new Set([new URL(url).origin, ...ledger.options.allowedOrigins])] }
  } catch (error) {
    if (!(error instanceof LeaseServiceError)) throw error
    if (error.httpStatus !== 409 && error.httpStatus !== 404) {
      serviceFailure(ledger, error, { reader: "shopper" })
      throw new LedgerRefusal("contract_unavailable", {}, { kind: "unavailable", cause: error })
    }
    const after = await applyReading(ledger, lease, await readStatus(ledger, lease))
    const none = after.contracts_received_at ? "signature_pending" : "contract_unavailable"
    const reason = whyNot("contract", after.status) ?? (after.fingerprint ? none : "no_offer")
    throw new LedgerRefusal(reason, textParams(ledger, after))
  }
}

/** While the answer was on its way another tab may have offered or brought elsewhere what is leased: the address would show that contract. */
function refuseAnother(asked: LeaseRecord, now: LeaseRecord): void {
  const isSame = now.fingerprint === asked.fingerprint && now.application_id === asked.application_id
  if (!isSigning(now) || !isSame) throw new LedgerRefusal("cart_changed")
}
