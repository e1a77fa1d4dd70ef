import { LeaseError } from "../client/errors.js"

export type LoadWidgetOptions = {
  src: string
  nonce: string | undefined
  timeoutMs: number
}

const loads = new Map<string, Promise<void>>()

/** Loads the operator's script, once per URL. Rejects with LeaseError (`widget_blocked`), and the next call tries again. */
export function loadWidget(options: LoadWidgetOptions): Promise<void> {
  const { src } = options
  const load = loads.get(src) ?? insert(options)
  loads.set(src, load)
  return load
}

async function insert({ src, nonce, timeoutMs }: LoadWidgetOptions): Promise<void> {
  const script = document.createElement("script")
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(blocked("The script did not load in time.")), timeoutMs)
      script.onload = resolve
      script.onerror = () => reject(blocked("The script could not be loaded."))
      script.async = true
      if (nonce) script.nonce = nonce
      script.src = src
      document.head.append(script)
    })
  } catch (error) {
    script.remove()
    loads.delete(src)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates the error for a widget that can't be opened, because its script is blocked, slow or lacks its start function. Logs `cause` for developers.
 */
export function blocked(cause: unknown): LeaseError {
  console.error("Lease-to-own: the widget could not be opened.", cause)
  const message = "The application could not be opened. Try again or choose another payment method."
  return new LeaseError({ code: "widget_blocked", message, status: 0, retryable: true }, { cause })
}
