import type { Dictionary, LeaseClient } from "lease-to-own-storefront"
import type { LeaseState } from "lease-to-own-storefront/flow"
import type { CheckoutState, FormBinding, ScreenAction, ScreenCart } from "lease-to-own-storefront/screens"
import { createContext, useContext } from "react"
import type { LeaseParts } from "./part-props.js"

/** The lease of the checkout above: the moment that is rendered, the ways to act, and the parts that it is made of. */
export type Lease = {
  /** The screen, the words beside it, and the contract while it is open. */
  readonly state: CheckoutState
  /** The store's view, its step, and the task that runs. */
  readonly flow: LeaseState<ScreenCart>
  readonly client: LeaseClient
  readonly form: FormBinding
  readonly dictionary: Dictionary
  /** Does what a button of the screen says, with what was typed into a one-time code's form. Rejects with what a function of the shop's own threw. */
  readonly press: (action: ScreenAction, typed?: string) => Promise<void>
  readonly parts: LeaseParts
}

export const LeaseContext = createContext<Lease | null>(null)

/** @throws where no LeaseCheckout is above */
export function useLease(): Lease {
  const lease = useContext(LeaseContext)
  if (!lease) throw new Error("There is no lease here. Put the component into <LeaseCheckout>.")
  return lease
}
