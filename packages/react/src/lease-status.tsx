import { type OrderWords, orderSummary, type SummedOrder } from "lease-to-own-storefront/screens"

/** `lease`: as `createLeaseOrder` reads it. */
export type LeaseStatusProps = OrderWords & { lease: SummedOrder }

/** The lease on the page of its order: how it is paid, where it stands, and who is paid. Renders on a server, too. */
export function LeaseStatus({ lease, ...words }: LeaseStatusProps) {
  const { method, messages, payments, reference, sign } = orderSummary(lease, words)
  return (
    <div data-lease-status="">
      <p data-lease-method="">{method}</p>
      {messages.map((message) => (
        <p key={message} data-lease-text="note">
          {message}
        </p>
      ))}
      {sign && (
        <a href={sign.href} data-lease-button="main">
          {sign.label}
        </a>
      )}
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
