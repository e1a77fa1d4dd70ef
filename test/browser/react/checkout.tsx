import { StrictMode } from "react"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { LeaseCheckout } from "../../../packages/react/src/index"
import { type FakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import type { Step } from "../../../packages/storefront/src/index"

/** A shop's checkout, the same on its server and in the browser. `step`: of a view that was read on the server. */
export function Checkout({ client, step, tell = () => undefined }: CheckoutProps) {
  return (
    <StrictMode>
      <LeaseCheckout
        client={client}
        view={step && fakeLeaseView(step)}
        cart={{ total: 500, currency_code: "usd", email: "ana@example.com" }}
        dictionary={en}
        onPlaced={(orderId) => tell(`placed ${orderId}`)}
        onOther={() => tell("other")}
        onCart={() => tell("cart")}
      />
    </StrictMode>
  )
}

type CheckoutProps = { client: FakeLeaseClient; step?: Step; tell?: (event: string) => void }
