import type { LeaseOfOrder, UnreadLease } from "lease-to-own-storefront/order"

/** `lease`: read with `createLeaseOrder` or a `LeaseServer`. */
export type LeaseStatusProps = { lease: Pick<LeaseOfOrder, "summary"> | UnreadLease }

/**
 * The lease on its order's page: the payment method, its status, what was agreed to pay, and to whom. If it couldn't be read, it says so,
 * with a link that loads the page again. Can be rendered on a server.
 */
export function LeaseStatus({ lease }: LeaseStatusProps) {
  if (!lease.summary) return <Unread {...lease} />
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

function Unread({ message, retry }: UnreadLease) {
  return (
    <div data-lease-status="">
      <p data-lease-text="note">{message}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own, and needs no script to load it again */}
      <a href="" data-lease-button="plain">
        {retry}
      </a>
    </div>
  )
}
