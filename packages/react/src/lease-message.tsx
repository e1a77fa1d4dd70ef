import type { LeaseMessage as MessageInWords } from "lease-to-own-storefront/message"
import { useEffect, useId, useRef, useState } from "react"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"

type MessageParts = Pick<LeaseParts, "Button" | "Dialog" | "Figures" | "Points" | "Text">

export type LeaseMessageProps = {
  /** The message as `createLeaseMessage` reads it, on a server or in the page. Null keeps its place until it is there. */
  message: MessageInWords | null
  /** Parts of the shop's own in place of the package's. */
  components?: Partial<MessageParts>
}

/**
 * Lease-to-own beside the price of a product: that it is available, that it costs more, and a dialog with how it works and the disclosure, which belongs
 * to it. Shows nothing where the product cannot be leased.
 */
export function LeaseMessage({ message, components }: LeaseMessageProps) {
  const [isOpen, setOpen] = useState(false)
  if (!message) return <div data-lease-message="waiting" />
  if (!message.available) return null
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

/** Figures never stand without their disclosure. */
function Estimate({ message: { estimate }, parts: { Figures } }: Shown) {
  if (!estimate) return null
  return (
    <div data-lease-estimate="">
      <Figures look="totals" rows={estimate.figures.map((figure) => ({ name: "estimate", ...figure }))} />
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
