import { createContext, type ReactNode, useContext, useMemo } from "react"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"
import { type LeaseController, type LeaseOptions, useLeaseCheckout } from "./use-lease-checkout.js"

/** The lease of the provider above, with the parts that it is made of. */
export type Lease = LeaseController & { readonly parts: LeaseParts }

export type LeaseProviderProps = LeaseOptions & {
  /** Parts of the shop's own in place of the package's. Define them outside of other components, or the form forgets what was typed. */
  components?: Partial<LeaseParts>
  children?: ReactNode
}

const LeaseContext = createContext<Lease | null>(null)

/** Runs the lease of a cart for the components below. */
export function LeaseProvider({ components, children, ...options }: LeaseProviderProps) {
  const { state, flow, client, form, dictionary, press } = useLeaseCheckout(options)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const lease = useMemo(
    () => ({ state, flow, client, form, dictionary, press, parts }),
    [state, flow, client, form, dictionary, press, parts],
  )
  return <LeaseContext.Provider value={lease}>{children}</LeaseContext.Provider>
}

/** @throws where no LeaseProvider or LeaseCheckout is above */
export function useLease(): Lease {
  const lease = useContext(LeaseContext)
  if (!lease) throw new Error("There is no lease here. Put the component into <LeaseProvider> or <LeaseCheckout>.")
  return lease
}
