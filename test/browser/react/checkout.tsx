import { StrictMode } from "react"
import { fakeLeaseView } from "../../../packages/react/src/fake-view"
import { LeaseCheckout, type LeaseCheckoutProps } from "../../../packages/react/src/index"
import type { FakeLeaseClient } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import type { LeaseStep } from "../../../packages/storefront/src/index"

/** A shop's checkout, the same on its server and in the browser. `step`: of a view read on the server. */
export function Checkout({ client, step, ...ways }: CheckoutProps) {
  return (
    <StrictMode>
      <LeaseCheckout
        {...(client ? { client } : { cartId: "cart_1", transport: "" })}
        view={step && fakeLeaseView(step)}
        cart={{ total: 500, currency_code: "usd", email: "ana@example.com" }}
        dictionary={en}
        onPlaced={() => undefined}
        onOther="#"
        onCart="#"
        {...ways}
      />
    </StrictMode>
  )
}

/** Without `client`, it uses the page's own server. */
type CheckoutProps = Partial<Pick<LeaseCheckoutProps, "onPlaced" | "onOther" | "onCart">> & {
  client: FakeLeaseClient | null
  step?: LeaseStep
}
