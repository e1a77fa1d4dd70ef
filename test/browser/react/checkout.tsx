import { StrictMode } from "react"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { LeaseCheckout } from "../../../packages/react/src/index"
import type { FakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import type { Step } from "../../../packages/storefront/src/index"

/** A shop's checkout, the same on its server and in the browser. `step`: of a view that was read on the server. */
export function Checkout({ client, step, onPlaced = () => undefined }: CheckoutProps) {
  return (
    <StrictMode>
      <LeaseCheckout
        client={client}
        view={step && fakeLeaseView(step)}
        cart={{ total: 500, currency_code: "usd", email: "ana@example.com" }}
        dictionary={en}
        onPlaced={onPlaced}
        onOther="#"
        onCart="#"
      />
    </StrictMode>
  )
}

type CheckoutProps = { client: FakeLeaseClient; step?: Step; onPlaced?: (orderId: string | null) => void }
