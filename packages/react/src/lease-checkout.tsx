import type { ScreenWords } from "lease-to-own-storefront/screens"
import { type ReactNode, useMemo } from "react"
import { LeaseContext } from "./lease-context.js"
import { LeaseScreen } from "./lease-screen.js"
import { useDictionary } from "./lease-source.js"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"
import { type LeaseOptions, useLeaseCheckout } from "./use-lease-checkout.js"

export type LeaseCheckoutProps = LeaseOptions & {
  /** Parts of the shop's own in place of the package's. Define them outside of other components, or the form forgets what was typed. */
  components?: Partial<LeaseParts>
  /** A layout of the shop's own, with `<LeaseScreen />` in it. Its components may use `useLease`. */
  children?: ReactNode
}

/** Lease-to-own from application to order. */
export function LeaseCheckout(props: LeaseCheckoutProps) {
  const dictionary = useDictionary(props)
  const { Waiting } = { ...leaseParts, ...props.components }
  if (!dictionary) return <Waiting />
  return <Running {...props} dictionary={dictionary} />
}

function Running({ components, children = <LeaseScreen />, ...options }: LeaseCheckoutProps & ScreenWords) {
  const { state, flow, client, form, dictionary, press } = useLeaseCheckout(options)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const lease = useMemo(
    () => ({ state, flow, client, form, dictionary, press, parts }),
    [state, flow, client, form, dictionary, press, parts],
  )
  return <LeaseContext.Provider value={lease}>{children}</LeaseContext.Provider>
}
