import type { ScreenWords } from "lease-to-own-storefront/screens"
import { type FormEvent, type ReactNode, useMemo } from "react"
import { useDictionary } from "./lease-source.js"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"
import { PlainBlock } from "./plain-block.js"
import { ScreenFrame } from "./screen-frame.js"
import { type HostedOptions, useHostedCheckout } from "./use-hosted-checkout.js"

export type HostedLeaseProps = HostedOptions & {
  /** Parts of the shop's own in place of the package's. Define them outside of other components. */
  components?: Partial<LeaseParts>
  /** The shop's own card form, whose inputs the widget fills in. Give them no value: it is theirs alone. */
  children: ReactNode
}

/** Enter in a form sends its inputs, in a page's address for example: a card goes to its provider alone. */
const neverSend = (event: FormEvent) => event.preventDefault()

/**
 * Lease-to-own by the operator's hosted widget, from its opening to the order that the virtual card pays. The card form is in the page all the time,
 * hidden until the card is there.
 */
export function HostedLease(props: HostedLeaseProps) {
  const dictionary = useDictionary(props)
  const { Waiting } = { ...leaseParts, ...props.components }
  if (!dictionary) return <Waiting />
  return <Running {...props} dictionary={dictionary} />
}

function Running({ components, children, ...options }: HostedLeaseProps & ScreenWords) {
  const { state, press } = useHostedCheckout(options)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const { blocks } = state.screen
  const shown = blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place
    <PlainBlock key={`${block.kind} ${at}`} block={block} parts={parts} />
  ))
  return (
    <ScreenFrame state={state} parts={parts} press={press} blocks={shown}>
      <div
        data-lease-card={state.card}
        hidden={state.card === "hidden"}
        aria-busy={state.card === "busy"}
        onSubmit={neverSend}
      >
        {children}
      </div>
    </ScreenFrame>
  )
}
