import type { LeaseOfOrder, LeaseOrderOptions, OrderWords, UnreadLease } from "lease-to-own-storefront/order"
import { useEffect, useRef, useState } from "react"
import { leaseParts } from "./parts.js"
import { PlainBlock } from "./plain-block.js"

type Shown = Pick<LeaseOfOrder, "summary"> | UnreadLease

/**
 * Props of {@link LeaseStatus}. Pass `lease`, or `orderId` and `transport`. A guest sees the payments only with the latter, because the lease key is
 * in the browser.
 */
export type LeaseStatusProps = OrderWords & {
  /** The lease, as read with `createLeaseOrder` or a `LeaseServer`. */
  lease?: Shown | null
  /** The order's ID. With `transport`, the browser reads the lease itself, with its lease key, and shows `lease` in the meantime. */
  orderId?: string
  /** A transport, or the path of a proxy on your own site, such as `/api/lease`. */
  transport?: LeaseOrderOptions["transport"]
}

/** Returns the lease as read by this browser. Until then, or if the browser can't read it, returns the given lease. */
function useLeaseOfOrder({ lease = null, orderId, ...options }: LeaseStatusProps): Shown | null {
  const latest = useRef(options)
  latest.current = options
  const [read, keep] = useState<{ orderId: string; found: Shown | null }>()
  const { locale } = options
  useEffect(() => {
    const { transport, ...words } = latest.current
    if (!orderId || !transport) return undefined
    let isWanted = true
    import("lease-to-own-storefront/order")
      .then(({ createLeaseOrder }) => createLeaseOrder({ transport, ...words, locale }).read(orderId))
      .then((found) => isWanted && keep({ orderId, found }))
      .catch((error) => console.error("<LeaseStatus> could not read the lease:", error))
    return () => {
      isWanted = false
    }
  }, [orderId, locale])
  return (read?.orderId === orderId && read?.found) || lease
}

/**
 * The lease on its order's page: the payment method, its status, what the customer agreed to pay, and to whom. If the lease couldn't be read, shows
 * an error and a link that reloads the page. Renders nothing without a lease.
 */
export function LeaseStatus(props: LeaseStatusProps) {
  const lease = useLeaseOfOrder(props)
  if (!lease) return null
  if (!lease.summary) return <Unread {...lease} />
  const { method, offer, figures, messages, payments, sign, separate } = lease.summary
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
      {separate && <p data-lease-text="note">{separate.text}</p>}
      {separate?.link && (
        <a href={separate.link.href} data-lease-button="plain">
          {separate.link.label}
        </a>
      )}
      {payments && <p data-lease-text="plain">{payments}</p>}
      {[...offer, { kind: "figures", variant: "plain", rows: figures } as const].map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks' order never changes
        <PlainBlock key={at} block={block} parts={leaseParts} />
      ))}
    </div>
  )
}

function Unread({ message, retry }: UnreadLease) {
  return (
    <div data-lease-status="">
      <p data-lease-text="note">{message}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: an empty URL reloads the page without a script */}
      <a href="" data-lease-button="plain">
        {retry}
      </a>
    </div>
  )
}
