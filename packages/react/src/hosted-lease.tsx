import type { LeaseView } from "lease-to-own-storefront"
import { createHostedCheckout, type HostedCheckoutOptions } from "lease-to-own-storefront/hosted"
import type { ScreenWords } from "lease-to-own-storefront/screens"
import { type FormEvent, type ReactNode, useMemo } from "react"
import { take, type Way } from "./addresses.js"
import {
  clientOf,
  type Latest,
  type LeaseSource,
  type LeaseWords,
  useBrowserEffect,
  useDictionary,
  useLeaseOf,
  useStateOf,
} from "./lease-source.js"
import type { LeaseParts } from "./part-props.js"
import { leaseParts } from "./parts.js"
import { PlainBlock } from "./plain-block.js"
import { ScreenFrame } from "./screen-frame.js"

/**
 * The lease of one cart by the operator's hosted widget. Functions and `amount` may be new ones at each render. Another `cartId`, `client`,
 * `dictionary.language` or `locale` starts over; `view`, `nonce` and `timeoutMs` are read only then. `view`: in the store's English or in the
 * dictionary's language.
 */
export type HostedLeaseProps = Omit<HostedCheckoutOptions, "client" | "onOther" | "onCart" | keyof ScreenWords> &
  LeaseWords &
  LeaseSource & {
    /** Another payment method is wanted, or the shopper closed the widget. */
    onOther: Way
    /** The shopper goes to the cart. */
    onCart: Way
    /** Parts of the shop's own in place of the package's. Define them outside of other components. */
    components?: Partial<LeaseParts>
    /** The shop's own card form, whose inputs the widget fills in. Give them no value: it is theirs alone. */
    children: ReactNode
  }

/** Enter in a form sends its inputs, in a page's address for example: a card goes to its provider alone. */
const neverSend = (event: FormEvent) => event.preventDefault()

/**
 * Lease-to-own by the operator's hosted widget, from its opening to the order that the virtual card pays. The card form is in the page all the time,
 * hidden until the card is there. Sends nothing while rendering.
 */
export function HostedLease(props: HostedLeaseProps) {
  const dictionary = useDictionary(props)
  const { Waiting } = { ...leaseParts, ...props.components }
  return dictionary ? <Running {...props} dictionary={dictionary} /> : <Waiting />
}

type Given = HostedLeaseProps & ScreenWords

function Running(props: Given) {
  const { components, children } = props
  const { checkout, first } = useLeaseOf(props, make)
  // Its end empties the card form, which has to be there then.
  useBrowserEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useStateOf(checkout, first)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const { blocks } = state.screen
  const shown = blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place
    <PlainBlock key={`${block.kind} ${at}`} block={block} parts={parts} />
  ))
  return (
    <ScreenFrame state={state} parts={parts} press={checkout.press} blocks={shown}>
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

/** `first`: the moment that a server has rendered, with which hydration begins. */
function make(options: Given, latest: Latest<Given>, view?: LeaseView | null) {
  const { dictionary, locale, nonce, timeoutMs } = options
  const checkout = createHostedCheckout({
    client: clientOf(options, latest),
    dictionary,
    locale,
    nonce,
    timeoutMs,
    view: view && dictionary.view(view),
    get amount() {
      return latest.current.amount
    },
    card: {
      isFilled: () => latest.current.card.isFilled(),
      mask: () => latest.current.card.mask?.(),
      clear: () => latest.current.card.clear(),
      tokenize: () => latest.current.card.tokenize(),
    },
    pay: (token) => latest.current.pay(token),
    onPlaced: (orderId) => latest.current.onPlaced(orderId),
    onOther: () => take(latest.current.onOther),
    onCart: () => take(latest.current.onCart),
  })
  return { checkout, first: checkout.state }
}
