import type { WidgetAnswer, WidgetEventBody } from "lease-to-own-storefront"

export type FakeWidgetEnd = "success" | "canceled" | "denied" | "pending" | "failed"

type Callbacks = Record<WidgetEventBody["event"], (payload: object) => void>

/** The URL of an empty script, so that tests don't download anything. */
const ADDRESS = "data:text/javascript,"
const NAME = "fakeLeaseWidget"
const REFERENCE = "L-FAKE-00001"
const CARD: Record<string, string> = {
  cardNumber: "4242424242424242",
  cvv: "123",
  expiration: "12/49",
  name: "Robin Sample",
  address: "1 Sandbox Way",
  city: "Austin",
  state: "TX",
  zip: "78701",
}

/** Creates an invisible widget that does what the test requests. `siteConfig` has selectors for the card form's inputs. */
export function fakeWidget(siteConfig: Record<string, string>) {
  let callbacks: Callbacks | null = null

  function fill(): void {
    for (const [name, selector] of Object.entries(siteConfig)) {
      const input = document.querySelector<HTMLInputElement>(selector)
      if (input) input.value = CARD[name] ?? ""
    }
  }

  return {
    answer(): WidgetAnswer {
      const open = (config: Callbacks) => {
        callbacks = config
        const close = () => {
          callbacks = null
        }
        return { close }
      }
      Object.assign(globalThis, { [NAME]: { open } })
      loadAtOnce()
      const config = { cart: { deliveryCost: 0, deliveryCostSalesTax: 0, items: [] }, siteConfig }
      return { token: "fake", scriptUrl: ADDRESS, startFunction: `${NAME}.open`, config, reference: REFERENCE }
    },
    finish(how: FakeWidgetEnd): void {
      if (!callbacks) throw new Error("No widget is open. Press the button that opens it first.")
      const { onApplicationSubmitResponse, onSuccess, onCancel, onFailure } = callbacks
      callbacks = null
      if (how === "success") fill()
      if (how === "denied") onApplicationSubmitResponse({ status: "APP_DENIED" })
      if (how === "pending") onApplicationSubmitResponse({ status: "APP_PENDING" })
      if (how === "success") onSuccess({ id: "fake" })
      else if (how === "failed") onFailure({ message: "The fake widget failed as requested." })
      else onCancel({})
    },
  }
}

/** Fires the script's load event, because jsdom doesn't load scripts. */
function loadAtOnce(): void {
  const observer = new MutationObserver(() => {
    const script = document.head.querySelector(`script[src="${ADDRESS}"]`)
    if (!script) return
    observer.disconnect()
    script.dispatchEvent(new Event("load"))
  })
  observer.observe(document.head, { childList: true })
}
