import { type ContractEvent, contractEvent, type FrameMessage, frameMessage } from "./contract-message.js"

export type ContractFrame = Pick<HTMLIFrameElement, "contentWindow" | "ownerDocument">

/** Why a message was ignored. Only `unknown` messages came from the contract. */
export type IgnoredMessage = { reason: "origin" | "window" | "unreadable" | "unknown"; origin: string }

export type WatchOptions = {
  /** The origins from `contract()`, matched exactly. */
  origins: readonly string[]
  onEvent: (event: ContractEvent) => void
  /** Interprets an operator's own messages. Return null to ignore a message, or undefined to fall back to the default table. */
  map?: (message: FrameMessage) => ContractEvent | null | undefined
  /** Called with each ignored message, without its text. Useful while you set up a store. */
  onIgnoredMessage?: (ignored: IgnoredMessage) => void
}

/**
 * Listens for the contract frame's messages (reference 11), accepting only its origins and its own window. Returns a function that stops listening.
 */
export function watchContractFrame(iframe: ContractFrame, options: WatchOptions): () => void {
  const { origins, onEvent, map, onIgnoredMessage } = options
  const page = iframe.ownerDocument.defaultView
  let isDone = false

  function read({ data, origin, source }: MessageEvent): ContractEvent | IgnoredMessage["reason"] {
    // Every sandboxed page has the origin "null", so that origin doesn't identify the contract.
    if (origin === "null" || !origins.includes(origin)) return "origin"
    // A removed frame has no window, and a synthetic event has no source. Two nulls must not count as a match.
    if (!source || source !== iframe.contentWindow) return "window"
    const message = frameMessage(data)
    if (!message) return "unreadable"
    const own = map?.(message)
    return (own === undefined ? contractEvent(message) : own) ?? "unknown"
  }

  function listen(message: MessageEvent) {
    const event = read(message)
    if (typeof event === "string") return onIgnoredMessage?.({ reason: event, origin: message.origin })
    if (event.type === "done" && isDone) return
    isDone ||= event.type === "done"
    onEvent(event)
  }

  page?.addEventListener("message", listen)
  return () => page?.removeEventListener("message", listen)
}
