import { createContext, useContext } from "react"
import type { LeaseParts } from "./part-props.js"
import type { LeaseController } from "./use-lease-checkout.js"

/** The lease of the checkout above, with the parts that it is made of. */
export type Lease = LeaseController & { readonly parts: LeaseParts }

export const LeaseContext = createContext<Lease | null>(null)

/** @throws where no LeaseCheckout is above */
export function useLease(): Lease {
  const lease = useContext(LeaseContext)
  if (!lease) throw new Error("There is no lease here. Put the component into <LeaseCheckout>.")
  return lease
}
