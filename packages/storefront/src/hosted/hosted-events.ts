import type { LeaseClient } from "../client/client.js"
import { LeaseError } from "../client/errors.js"
import type { LeaseView, WidgetEventBody } from "../wire.js"

/** The first pause between attempts to store a success report. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/**
 * Creates a function that sends the widget's callbacks to the store, in order, one at a time. It repeats a success report until the store accepts or
 * refuses it (LeaseError). Until then, the browser asks the shopper before closing the page. Other events are sent only once, because they matter
 * only for the history.
 */
export function eventTeller(client: Pick<LeaseClient, "widgetEvent">) {
  let line: Promise<unknown> = Promise.resolve()

  function inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }

  return {
    tell: (event: WidgetEventBody): void => void inLine(() => client.widgetEvent(event)).catch(() => undefined),
    store(success: WidgetEventBody): Promise<LeaseView> {
      addEventListener("beforeunload", askBeforeLeaving)
      return inLine(() => untilStored(() => client.widgetEvent(success))).finally(() =>
        removeEventListener("beforeunload", askBeforeLeaving),
      )
    },
  }
}

async function untilStored(send: () => Promise<LeaseView>): Promise<LeaseView> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await send()
    } catch (error) {
      const isTransient = error instanceof LeaseError && (error.retryable || error.code === "busy")
      if (!isTransient) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Older browsers need this in addition to `preventDefault`.
  event.returnValue = true
}
