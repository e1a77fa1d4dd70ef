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
 * Props of {@link HostedLease}. Functions and `amount` may change on each render. Changing `cartId`, `client`, `dictionary.language` or `locale`
 * starts over, and only then are `view`, `nonce` and `timeoutMs` read again. `view` may be in the store's English or in the dictionary's language.
 */
export type HostedLeaseProps = Omit<HostedCheckoutOptions, "client" | "onOther" | "onCart" | keyof ScreenWords> &
  LeaseWords &
  LeaseSource & {
    /** Where to take a shopper who chooses another payment method or closes the widget. */
    onOther: Way
    /** Where to take a shopper who goes back to the cart. */
    onCart: Way
    /** Your own components, each replacing one of the package's. Define them outside other components. */
    components?: Partial<LeaseParts>
    /** Your own card form, whose inputs the widget fills in. Don't set their values. */
    children: ReactNode
  }

/** Keeps Enter from submitting the card form, which could put the card data in the page's URL. Card data may go only to the card provider. */
const neverSend = (event: FormEvent) => event.preventDefault()

/**
 * Lease-to-own with the operator's hosted widget, from the application to the order paid with the virtual card. The card form is always in the page,
 * but hidden until there is a card. Rendering sends no requests.
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
  // This must be a layout effect, because `stop` clears the card form while it's still in the page.
  useBrowserEffect(() => {
    checkout.start()
    return checkout.stop
  }, [checkout])
  const state = useStateOf(checkout, first)
  const parts = useMemo(() => ({ ...leaseParts, ...components }), [components])
  const { blocks } = state.screen
  const shown = blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
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

/** Creates the checkout. `first` is the state that a server renders and hydration starts from. */
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
    onTotalChange: () => latest.current.onTotalChange?.(),
  })
  return { checkout, first: checkout.state }
}
