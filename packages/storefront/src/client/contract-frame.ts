import { type ContractEvent, contractEvent, type FrameMessage, frameMessage } from "./contract-message.js"

/** An `<iframe>` element as the watcher needs it. */
export type ContractFrame = {
  readonly contentWindow: object | null
  readonly ownerDocument: { readonly defaultView: MessageTarget | null }
}
type MessageListener = (event: FrameMessageEvent) => void
type FrameMessageEvent = { readonly data: unknown; readonly origin: string; readonly source: object | null }
type MessageTarget = {
  addEventListener(type: "message", listener: MessageListener): void
  removeEventListener(type: "message", listener: MessageListener): void
}

/** Why a message was passed over; `unknown` ones came from the contract, the others did not. */
export type IgnoredMessage = { reason: "origin" | "window" | "unreadable" | "unknown"; origin: string }

export type WatchOptions = {
  /** The origins that `contract()` answered. Compared exactly. */
  origins: readonly string[]
  onEvent: (event: ContractEvent) => void
  /** Reads the messages of an operator whose texts differ; null passes a message over, undefined leaves it to the default table. */
  map?: (message: FrameMessage) => ContractEvent | null | undefined
  /** For setting up a store: hears of each message that was passed over, without its text. */
  onIgnoredMessage?: (ignored: IgnoredMessage) => void
}

/**
 * Listens to the contract frame (reference 11) until the returned function is called. A message counts only when its origin is exactly one
 * of `origins` and its sender is this frame's window. `done` is told once, however often it comes.
 */
export function watchContractFrame(iframe: ContractFrame, options: WatchOptions): () => void {
  const { origins, onEvent, map, onIgnoredMessage } = options
  const page = iframe.ownerDocument.defaultView
  let isDone = false

  function read({ data, origin, source }: FrameMessageEvent): ContractEvent | IgnoredMessage["reason"] {
    // Any sandboxed page calls its origin "null".
    if (origin === "null" || !origins.includes(origin)) return "origin"
    // A removed frame has no window, and a made-up event no source: null must not equal null.
    if (!source || source !== iframe.contentWindow) return "window"
    const message = frameMessage(data)
    if (!message) return "unreadable"
    const own = map?.(message)
    return (own === undefined ? contractEvent(message) : own) ?? "unknown"
  }

  function listen(message: FrameMessageEvent) {
    const event = read(message)
    if (typeof event === "string") return onIgnoredMessage?.({ reason: event, origin: message.origin })
    if (event.type === "done" && isDone) return
    isDone ||= event.type === "done"
    onEvent(event)
  }

  page?.addEventListener("message", listen)
  return () => page?.removeEventListener("message", listen)
}
