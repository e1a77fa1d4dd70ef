import { CheckoutBlocks } from "../../../packages/storefront/src/elements/checkout-element"
import { ScreenPart } from "../../../packages/storefront/src/elements/screen-part"
import { en } from "../../../packages/storefront/src/en"
import { createLeaseFlow } from "../../../packages/storefront/src/flow"
import type { LeaseView } from "../../../packages/storefront/src/index"
import { type CheckoutState, createLeaseCheckout, type ScreenWords } from "../../../packages/storefront/src/screens"
import { applicationFields } from "../../../src/client/messages/application-fields"
import { clientOf, fakeTransport } from "./fake-transport"
import { aConsent, aView } from "./local-store"
import { cart } from "./moments"

export const fields = applicationFields.map((field) => {
  return { ...field, required: !field.label.includes("optional"), group: "You" }
})
export const consent = aConsent("7", { en: "Yes", es: "Sí" })
export const intro = aView({ form: { fields }, consent })

export let store: ReturnType<typeof fakeTransport>
let end = () => {}

/** Creates a store and a checkout's page, for each test. */
export function openPage(): void {
  store = fakeTransport()
  history.replaceState(null, "", "/checkout")
}

export const closePage = () => end()

export const flush = () => new Promise((resolve) => setTimeout(resolve))

/** A checkout rendered with its elements. */
export function aCheckout(
  view: LeaseView | null,
  { dictionary = en, locale, onTotalChange }: Partial<ScreenWords> & { onTotalChange?: () => unknown } = {},
) {
  const client = clientOf(store.transport, { dictionary })
  const onPlaced = jest.fn()
  const flow = createLeaseFlow({
    client,
    view: view && dictionary.view(view),
    cart,
    dictionary,
    onPlaced,
    onTotalChange,
  })
  const onOther = jest.fn()
  const checkout = createLeaseCheckout({ flow, client, dictionary, locale, onOther, onCart: jest.fn() })
  const { form, press } = checkout
  const screen = new ScreenPart({ press, blocks: new CheckoutBlocks({ form, press, dictionary }) }, checkout.state)
  document.body.replaceChildren(screen.element)
  const heard: CheckoutState[] = []
  checkout.subscribe((state) => {
    heard.push(state)
    screen.show(state)
  })
  end = checkout.stop
  checkout.start()
  return { checkout, client, flow, heard, onOther, onPlaced, state: () => checkout.state }
}
