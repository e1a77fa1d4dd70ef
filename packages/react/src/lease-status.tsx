import type { LeaseView, Message } from "lease-to-own-storefront"
import { orderLease, type ScreenWords } from "lease-to-own-storefront/screens"

/** `lease`: as `GET /store/lease-to-own/orders/:id` answers it. `operator`: the one of the cart's view. */
export type LeaseStatusProps = ScreenWords & {
  lease: { reference: string; messages: Message[] }
  operator: LeaseView["operator"]
}

/** The lease on the page of its order: how it is paid, and to whom. Renders on a server, too. */
export function LeaseStatus({ lease, operator, ...words }: LeaseStatusProps) {
  const { method, messages, payments, reference } = orderLease(lease, operator, words)
  return (
    <div data-lease-status="">
      <p data-lease-method="">{method}</p>
      {messages.map((message) => (
        <p key={message} data-lease-text="note">
          {message}
        </p>
      ))}
      <p data-lease-text="plain">{payments}</p>
      <dl data-lease-figures="plain">
        <div data-lease-figure="reference">
          <dt>{reference.label}</dt>
          <dd>{reference.value}</dd>
        </div>
      </dl>
    </div>
  )
}
