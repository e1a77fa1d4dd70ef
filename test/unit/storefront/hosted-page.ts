import { en } from "../../../packages/storefront/src/en"
import { createHostedCheckout, type HostedState } from "../../../packages/storefront/src/hosted"
import type { LeaseView, WidgetEventBody } from "../../../packages/storefront/src/index"
import { clientOf, fakeTransport } from "./fake-transport"
import { aView } from "./local-store"

type Callbacks = Record<WidgetEventBody["event"], (payload?: unknown) => void>

export const operator = { name: "Harbor Leasing", contact: "555 0100" }
export const allowed: LeaseView["actions"] = { ...aView().actions, widget: { allowed: true } }
/** A view of a cart that can be leased in the operator's widget. */
export const hosted = (changes: Partial<LeaseView> = {}) =>
  aView({ status: null, flow: null, reference: null, operator, actions: allowed, ...changes })
const intro = hosted()
/** The lease is signed, and its card can pay. */
export const kept = hosted({ status: "signed", step: "card", flow: "hosted", reference: "L-1" })

let addresses = 0
/** The store's answer for a widget that fills in the page's one input. A new address each time, because a script loads once per address. */
export const aWidget = () => ({
  token: "t1",
  scriptUrl: `https://pay.test/${++addresses}.js`,
  startFunction: "Pay.open",
  config: { merchant: "m1", siteConfig: { cardNumber: "#number" } as Record<string, string> },
  reference: "L-1",
})
export const NUMBER = "4242424242424242"
export const SUCCESS = {
  id: "L1",
  deliveryConfirmationUrl: "https://pay.test/d",
  orderConfirmationUrl: "https://pay.test/o",
}

export let store: ReturnType<typeof fakeTransport>
/** The operator's widget. `heard`: its configuration, with the callbacks that a test calls. */
export let widget: { opened: number; closed: number; heard: Callbacks & Record<string, unknown> }
let stop = () => {}

/** Before each test: a store, and a page with a card form of one input. */
export function openPage(): void {
  jest.useFakeTimers()
  store = fakeTransport()
  store.on({ widget: aWidget(), "widget-events": kept, GET: intro })
  widget = { opened: 0, closed: 0, heard: {} as typeof widget.heard }
  const open = function (this: unknown, config: typeof widget.heard) {
    if (this !== (globalThis as { Pay?: unknown }).Pay) throw new Error("called without its owner")
    widget.opened++
    widget.heard = config
    return { close: () => void widget.closed++ }
  }
  Object.assign(globalThis, { Pay: { open } })
  document.head.innerHTML = ""
  document.body.innerHTML = '<input id="number">'
}

export function closePage(): void {
  stop()
  jest.useRealTimers()
}

export const input = () => document.querySelector("input") as HTMLInputElement
export const labels = ({ screen }: HostedState) => screen.buttons.map(({ label }) => label)
/** Runs everything that doesn't wait for a timer. */
export const flush = () => jest.advanceTimersByTimeAsync(0)
export const script = () => document.head.querySelector<HTMLScriptElement>("script:last-of-type")

type Given = { view?: LeaseView | null; dictionary?: typeof en; card?: { clear: jest.Mock } }

export function aCheckout({ view = intro, dictionary = en, card }: Given = {}) {
  const client = clientOf(store.transport, { dictionary })
  const shop = {
    pay: jest.fn(async (): Promise<string | null> => "order_1"),
    onOther: jest.fn(),
    onCart: jest.fn(),
    onTotalChange: jest.fn(),
  }
  const tokenize = jest.fn(async (): Promise<string | null> => "tok_1")
  const form = {
    isFilled: () => input().value !== "",
    mask: jest.fn(),
    clear: jest.fn(() => void Object.assign(input(), { value: "" })),
    tokenize,
    ...card,
  }
  const onPlaced = jest.fn()
  const options = { client, view: view && dictionary.view(view), dictionary, card: form, amount: "$500.00", onPlaced }
  const checkout = createHostedCheckout({ ...options, ...shop, nonce: "n1" })
  const heard: HostedState[] = []
  checkout.subscribe((state) => heard.push(state))
  stop = checkout.stop
  checkout.start()
  return { checkout, heard, form, tokenize, onPlaced, ...shop, state: () => checkout.state }
}

/** Presses start and loads the widget's script. Doesn't wait for `press`, which resolves only when the widget has ended. */
export async function open({ checkout }: Pick<ReturnType<typeof aCheckout>, "checkout">) {
  checkout.press("start").catch(() => undefined)
  await flush()
  script()?.onload?.(new Event("load"))
  await flush()
}
export async function opened() {
  const all = aCheckout()
  await open(all)
  return all
}
/** Signs the contract: the widget fills in the card and reports success. */
export async function sign() {
  input().value = NUMBER
  widget.heard.onSuccess(SUCCESS)
  await flush()
}
export async function atCard() {
  const all = await opened()
  await sign()
  return all
}
