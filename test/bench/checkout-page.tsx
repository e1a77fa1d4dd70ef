import { createRoot } from "react-dom/client"
import { LeaseCheckout } from "../../packages/react/src/index"
import { en } from "../../packages/storefront/src/en"
import { createLeaseClient, fetchTransport, type LeaseView } from "../../packages/storefront/src/index"

/** Set by the bundler, which leaves the other page out. */
declare const WITH_LEASE: boolean
/** Read on the shop's server. */
declare const view: LeaseView

const nothing = () => undefined

function Lease() {
  const transport = fetchTransport({ baseUrl: location.origin, publishableKey: "pk_1" })
  const client = createLeaseClient({ cartId: "cart_1", transport, dictionary: en })
  const cart = { total: 500, currency_code: "usd", email: "ana@example.com" }
  return (
    <LeaseCheckout {...{ client, view, cart }} dictionary={en} onPlaced={nothing} onOther={nothing} onCart={nothing} />
  )
}

createRoot(document.body).render(WITH_LEASE ? <Lease /> : <h1>Checkout</h1>)
