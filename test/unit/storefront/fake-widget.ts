import type { WidgetEventBody } from "../../../packages/storefront/src/index"

type Callbacks = Record<WidgetEventBody["event"], (payload?: unknown) => void>

/** What the store answers for a widget that fills in the page's one input. */
export const widgetAnswer = {
  token: "t1",
  scriptUrl: "https://pay.test/widget.js",
  startFunction: "Pay.open",
  config: { merchant: "m1", siteConfig: { cardNumber: "#number" } as Record<string, string> },
  reference: "L-1",
}
export const SUCCESS = {
  id: "L1",
  deliveryConfirmationUrl: "https://pay.test/d",
  orderConfirmationUrl: "https://pay.test/o",
}

/** The operator's widget, in a page with a card form of one input. `heard`: its configuration, with the callbacks by which a test says what happens in it. */
export function fakeWidget() {
  const widget = { opened: 0, closed: 0, heard: {} as Callbacks & Record<string, unknown> }
  const open = function (this: unknown, config: typeof widget.heard) {
    if (this !== (globalThis as { Pay?: unknown }).Pay) throw new Error("called without its owner")
    widget.opened++
    widget.heard = config
    return { close: () => void widget.closed++ }
  }
  Object.assign(globalThis, { Pay: { open } })
  document.body.innerHTML = '<input id="number">'
  return widget
}

/** Lets everything that waits for no timer happen. */
export const settle = () => jest.advanceTimersByTimeAsync(0)
export const script = () => document.head.querySelector<HTMLScriptElement>("script:last-of-type")

/** The browser has loaded the script that was asked for. */
export async function scriptLoaded(): Promise<void> {
  await settle()
  script()?.onload?.(new Event("load"))
  await settle()
}
