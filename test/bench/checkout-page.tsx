import { useState } from "react"
import { createRoot } from "react-dom/client"
import { LeaseCheckout } from "../../packages/react/src/index"
import { en } from "../../packages/storefront/src/en"
import { createLeaseClient, fetchTransport, type LeaseView } from "../../packages/storefront/src/index"

/** Set by the bundler, which leaves the other page out. */
declare const WITH_LEASE: boolean
/** Read on the shop's server. */
declare const view: LeaseView

const nothing = () => undefined

const FIELDS = ["First name", "Last name", "Company", "Address", "Apartment", "City", "State", "ZIP", "Phone", "E-mail"]

/** The address form of a checkout: each field knows what was typed. */
function Address({ title }: { title: string }) {
  const [values, setValues] = useState<Record<string, string>>({})
  return (
    <fieldset>
      <legend>{title}</legend>
      {FIELDS.map((name) => (
        <label key={name}>
          {name}
          <input
            value={values[name] ?? ""}
            onChange={({ target }) => setValues((before) => ({ ...before, [name]: target.value }))}
          />
        </label>
      ))}
    </fieldset>
  )
}

function Lease() {
  const transport = fetchTransport({ baseUrl: location.origin, publishableKey: "pk_1" })
  const client = createLeaseClient({ cartId: "cart_1", transport, dictionary: en })
  const cart = { total: 500, currency_code: "usd", email: "ana@example.com" }
  return (
    <LeaseCheckout {...{ client, view, cart }} dictionary={en} onPlaced={nothing} onOther={nothing} onCart={nothing} />
  )
}

/** A shop's checkout, on which the shopper picks a way to pay. */
function Checkout() {
  const [picked, pick] = useState(false)
  return (
    <>
      <h1>Checkout</h1>
      <Address title="Shipping" />
      <Address title="Billing" />
      <button type="button" id="pick" onClick={() => pick(true)}>
        Pay another way
      </button>
      {picked && (WITH_LEASE ? <Lease /> : <h2>Pay on delivery</h2>)}
    </>
  )
}

createRoot(document.body).render(<Checkout />)
