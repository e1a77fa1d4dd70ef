import type { EstimateInWords, LeaseMessage as MessageInWords } from "lease-to-own-storefront/message"
import { useEffect, useId, useRef, useState } from "react"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"
import { type MessageSource, useMessage } from "./use-message.js"
import { ZipCode } from "./zip-question.js"

type MessageParts = Pick<LeaseParts, "Button" | "Dialog" | "Points" | "Text">

export type LeaseMessageProps = MessageSource & {
  /** Your own components, each replacing one of the package's. */
  components?: Partial<MessageParts>
}

/**
 * A message next to a price, in a cart, or for a region. Says whether lease-to-own is available or how much the shopper is approved for, and what
 * leasing costs. A dialog has the steps and the required disclosure. Renders nothing if nothing can be leased.
 */
export function LeaseMessage({ components, ...source }: LeaseMessageProps) {
  const [isOpen, setOpen] = useState(false)
  const message = useMessage(source)
  const place = useRef<HTMLDivElement>(null)
  /** Whether the shopper has just entered the ZIP code here. If so, the updated message gets focus. */
  const answers = useRef(false)
  useEffect(() => {
    if (!message || !answers.current) return
    answers.current = false
    place.current?.focus()
  }, [message])
  if (message === null) return <div data-lease-message="waiting" />
  if (!message?.available && !message?.zip) return null
  const parts = { ...leaseParts, ...components }
  const { available, headline, costs, reasons, limits, estimate, zip, learnMore } = message
  const { Button, Text } = parts
  const hint = (available ? [!estimate && costs, limits] : reasons).filter(Boolean).join(" ")
  const answered = () => {
    answers.current = true
  }
  return (
    <div ref={place} data-lease-message="" tabIndex={-1}>
      <p data-lease-headline="">{headline}</p>
      {estimate && <Estimate estimate={estimate} />}
      {hint && <Text tone="hint" text={hint} />}
      {zip && source.transport && <ZipCode key={zip.text} zip={zip} parts={parts} answered={answered} />}
      {available && (
        <Button kind="link" aria-label={`${learnMore.button}: ${learnMore.title}`} onClick={() => setOpen(true)}>
          {learnMore.button}
        </Button>
      )}
      {isOpen && <LearnMore message={message} parts={parts} close={() => setOpen(false)} />}
    </div>
  )
}

/** Uses the package's own parts, so that a page's components can't drop a figure. */
function Estimate({ estimate: { line, rows, notes, disclosure, language } }: { estimate: EstimateInWords }) {
  const { Figures, Text } = leaseParts
  return (
    <div data-lease-estimate="">
      <Text tone="plain" text={line} />
      <Figures variant="estimate" rows={rows} />
      {notes.map((text) => (
        <Text key={text} tone="plain" text={text} />
      ))}
      <p lang={language} data-lease-text="plain">
        {disclosure}
      </p>
    </div>
  )
}

type Shown = { message: MessageInWords; parts: MessageParts }

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
