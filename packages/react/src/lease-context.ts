import type { Dictionary, LeaseClient } from "lease-to-own-storefront"
import type { LeaseState } from "lease-to-own-storefront/flow"
import type { CheckoutState, Confirmed, FormBinding, ScreenAction, ScreenCart } from "lease-to-own-storefront/screens"
import { createContext, useContext } from "react"
import type { LeaseParts } from "./part-props.js"

/** The lease of the surrounding checkout: its current state, its actions, and the components it's rendered with. */
export type Lease = {
  /** The screen, its messages, and the open contract. */
  readonly state: CheckoutState
  /** The store's view, its step, and the running action. */
  readonly flow: LeaseState<ScreenCart>
  readonly client: LeaseClient
  readonly form: FormBinding
  readonly dictionary: Dictionary
  /**
   * Performs a button's action. `given` is the one-time code or, for a button with `needsConsent`, the values of the checked checkboxes. Rejects with
   * whatever a shop's own function threw.
   */
  readonly press: (action: ScreenAction, given?: string | Confirmed) => Promise<void>
  readonly parts: LeaseParts
}

export const LeaseContext = createContext<Lease | null>(null)

/**
 * Returns the lease of the surrounding checkout.
 *
 * @throws if there is no surrounding LeaseCheckout
 */
export function useLease(): Lease {
  const lease = useContext(LeaseContext)
  if (!lease) throw new Error("There is no lease here. Use this component inside <LeaseCheckout>.")
  return lease
}
