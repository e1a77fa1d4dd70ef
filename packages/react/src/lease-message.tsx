import type { Transport } from "lease-to-own-storefront"
import {
  createLeaseMessage,
  type LeaseMessageOptions,
  type LeaseMessage as MessageInWords,
} from "lease-to-own-storefront/message"
import { useEffect, useId, useRef, useState } from "react"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"

type MessageParts = Pick<LeaseParts, "Button" | "Dialog" | "Figures" | "Points" | "Text">

type MessageSource = Omit<LeaseMessageOptions, "transport" | "storage"> & {
  /** A message read with `createLeaseMessage`, on a server or in the page. Null reserves the space until there is one. */
  message?: MessageInWords | null
  /**
   * The ID of the browser's cart. Requires `transport`. With `message`, the shopper's approval, if any, replaces its headline. Without `message`, the
   * message shown is about the cart.
   */
  cartId?: string | null | undefined
  /** A transport, or the path of a proxy on your own site, such as `/api/lease`. */
  transport?: Transport | string
}

export type LeaseMessageProps = MessageSource & {
  /** Your own components, each replacing one of the package's. */
  components?: Partial<MessageParts>
}

/** Returns the message combined with the cart's. Returns null while it's being read, and undefined if there is none. */
function useMessage({ message, cartId, ...options }: MessageSource): MessageInWords | null | undefined {
  const latest = useRef(options)
  latest.current = options
  const [read, keep] = useState<{ cartId: string; given: typeof message; found: typeof message }>()
  const { locale } = options
  const [returns, count] = useState(0)
  useEffect(() => {
    // Read the message again if the Back button restores the page, because it may be out of date.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && count((before) => before + 1)
    addEventListener("pageshow", comeBack)
    return () => removeEventListener("pageshow", comeBack)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is restored reads again
  useEffect(() => {
    const { transport, words } = latest.current
    if (!cartId || !transport || message === null) return undefined
    let isWanted = true
    const show = (found: typeof message) => isWanted && keep({ cartId, given: message, found })
    createLeaseMessage({ transport, ...(locale && { locale }), ...(words && { words }) })
      .read({ cartId, ...(message && { product: message.product }) })
      .then(show, (error) => {
        console.error("<LeaseMessage> shows nothing:", error)
        show(message)
      })
    return () => {
      isWanted = false
    }
  }, [cartId, message, locale, returns])
  if (read && read.cartId === cartId && read.given === message) return read.found
  return message === undefined && cartId ? null : message
}

/**
 * A message next to a price, in a cart, or for a region. Says whether lease-to-own is available or how much the shopper is approved for, and that
 * leasing costs more. A dialog has the steps and the required disclosure. Renders nothing if nothing can be leased.
 */
export function LeaseMessage({ components, ...source }: LeaseMessageProps) {
  const [isOpen, setOpen] = useState(false)
  const message = useMessage(source)
  if (message === null) return <div data-lease-message="waiting" />
  if (!message?.available) return null
  const parts = { ...leaseParts, ...components }
  const { headline, costs, limits, learnMore } = message
  const { Button, Text } = parts
  return (
    <div data-lease-message="">
      <p data-lease-headline="">{headline}</p>
      <Text tone="hint" text={limits ? `${costs} ${limits}` : costs} />
      <Estimate message={message} parts={parts} />
      <Button kind="link" aria-label={`${learnMore.button}: ${learnMore.title}`} onClick={() => setOpen(true)}>
        {learnMore.button}
      </Button>
      {isOpen && <LearnMore message={message} parts={parts} close={() => setOpen(false)} />}
    </div>
  )
}

type Shown = { message: MessageInWords; parts: MessageParts }

/** Always shows the figures together with their disclosure. */
function Estimate({ message: { estimate }, parts: { Figures } }: Shown) {
  if (!estimate) return null
  return (
    <div data-lease-estimate="">
      <Figures variant="totals" rows={estimate.figures.map((figure) => ({ name: "estimate", ...figure }))} />
      <p lang={estimate.language} data-lease-text="hint">
        {estimate.disclosure}
      </p>
    </div>
  )
}

function LearnMore({ message, parts, close }: Shown & { close: () => void }) {
  const { title, how, disclosure, close: closeWord } = message.learnMore
  const { Button, Dialog, Points, Text } = parts
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <Dialog titleId={titleId} askToClose={close} onClosed={close}>
      <div data-lease-learn-more="">
        <h2 ref={heading} id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <Points points={how} />
        {disclosure.map((text) => (
          <Text key={text} tone="plain" text={text} />
        ))}
        <Button kind="main" onClick={close}>
          {closeWord}
        </Button>
      </div>
    </Dialog>
  )
}
