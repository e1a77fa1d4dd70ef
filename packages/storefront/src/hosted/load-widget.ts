import { LeaseError } from "../client/errors.js"

export type LoadWidgetOptions = {
  /** Address of the operator's script. */
  src: string
  /** For pages whose security policy asks for one. */
  nonce?: string | undefined
  /** Wait for the script (ms), 15000 by default. */
  timeoutMs?: number | undefined
}

const loads = new Map<string, Promise<void>>()

/**
 * Puts the operator's script into the page, once for each address, however often it is asked for. Rejects with a LeaseError
 * (`widget_blocked`, retryable) when it does not come in time; the next call tries again.
 */
export function loadWidget(options: LoadWidgetOptions): Promise<void> {
  const { src } = options
  const known = loads.get(src)
  if (known) return known
  const load = insert(options).catch((error) => {
    loads.delete(src)
    throw error
  })
  loads.set(src, load)
  return load
}

function insert({ src, nonce, timeoutMs = 15_000 }: LoadWidgetOptions): Promise<void> {
  const script = document.createElement("script")
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(blocked("The script did not come in time.")), timeoutMs)
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = () => {
      clearTimeout(timer)
      reject(blocked("The script could not be loaded."))
    }
    script.async = true
    if (nonce) script.nonce = nonce
    script.src = src
    document.head.append(script)
  }).catch((error) => {
    script.remove()
    throw error
  })
}

/** The widget cannot be opened: its script is blocked or slow, or has no start function. `cause` tells developers which. */
export function blocked(cause: unknown): LeaseError {
  const message = "The application could not be opened. Try again or choose another payment method."
  return new LeaseError({ code: "widget_blocked", message, status: 0, retryable: true }, { cause })
}
