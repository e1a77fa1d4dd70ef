import { StrictMode, useRef } from "react"
import { HostedLease } from "../../../packages/react/src/hosted"
import { type FakeLeaseClient, fakeLeaseView } from "../../../packages/react/src/testing"
import { en } from "../../../packages/storefront/src/en"
import type { Step } from "../../../packages/storefront/src/index"

const INPUTS = { cardnumber: "Card number", cvv: "Security code", expiration: "Expires" }

/** A shop's hosted way, with a card form of its own. */
export function Hosted({ client, step, tell = () => undefined }: HostedProps) {
  const form = useRef<HTMLFormElement>(null)
  const element = () => form.current as HTMLFormElement
  const card = {
    isFilled: () => (element().elements[0] as HTMLInputElement).value !== "",
    clear: () => element().reset(),
    tokenize: async () => "tok_1",
  }
  return (
    <StrictMode>
      <HostedLease
        client={client}
        view={step && fakeLeaseView(step)}
        dictionary={en}
        card={card}
        amount="$500.00"
        pay={async (token) => {
          tell(`paid ${token}`)
          return "order_1"
        }}
        onPlaced={(orderId) => tell(`placed ${orderId}`)}
        onOther={() => tell("other")}
        onCart={() => tell("cart")}
      >
        <form ref={form}>
          {Object.entries(INPUTS).map(([name, label]) => (
            <label key={name}>
              {label} <input id={`lease-card-${name}`} readOnly autoComplete="off" />
            </label>
          ))}
        </form>
      </HostedLease>
    </StrictMode>
  )
}

type HostedProps = { client: FakeLeaseClient; step?: Step; tell?: (event: string) => void }
