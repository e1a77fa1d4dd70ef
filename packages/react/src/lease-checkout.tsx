import { LeaseContract } from "./lease-contract.js"
import { LeaseProvider, type LeaseProviderProps } from "./lease-provider.js"
import { LeaseScreen } from "./lease-screen.js"

export type LeaseCheckoutProps = LeaseProviderProps

/** Lease-to-own from application to order. `children` come below the screen, and may use `useLease`. */
export function LeaseCheckout({ children, ...options }: LeaseCheckoutProps) {
  return (
    <LeaseProvider {...options}>
      <LeaseScreen />
      <LeaseContract />
      {children}
    </LeaseProvider>
  )
}
