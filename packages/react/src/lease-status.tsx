import type { LeaseOfOrder } from "lease-to-own-storefront/order"

/** `lease`: read with `createLeaseOrder` or a `LeaseServer`. */
export type LeaseStatusProps = { lease: Pick<LeaseOfOrder, "summary"> }

/** The lease on its order's page: the payment method, its status, what was agreed to pay, and to whom. Can be rendered on a server. */
export function LeaseStatus({ lease }: LeaseStatusProps) {
  const { method, figures, messages, payments, sign } = lease.summary
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
        {figures.map(({ name, label, value }) => (
          <div key={name} data-lease-figure={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
