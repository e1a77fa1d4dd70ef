/** A parsed message from the contract frame. `text` is trimmed. */
export type FrameMessage = { text: string; success?: boolean }

/**
 * The meaning of a frame's message (reference 11). Events are only hints: `signature()` checks whether the contract is signed. At `all_signed`, the
 * contract isn't finished, because the first payment is still due. `card` means that the first card was declined and the shopper is entering another.
 */
export type ContractEvent =
  | { type: "started" }
  | { type: "visible" }
  | { type: "consent"; consent: string }
  | { type: "signature"; signed: number; of: number }
  | { type: "all_signed" }
  | { type: "card" }
  | { type: "done" }
  | { type: "failed"; at: "loading" | "payment" }

const MAX_BYTES = 2048
const TEXT_PROPERTIES = ["text", "message", "event", "name", "type"]

/** Parses a message: plain text, JSON text, or an object with a text property. Returns null for anything else and for anything over 2 kB. */
export function frameMessage(data: unknown): FrameMessage | null {
  if (typeof data === "string") return fromText(data)
  if (typeof data === "object" && data !== null) return fromObject(data as Record<string, unknown>)
  return null
}

function fromText(data: string): FrameMessage | null {
  if (isTooLong(data)) return null
  const text = data.trim()
  if (!text.startsWith("{")) return text ? { text } : null
  try {
    return fromObject(JSON.parse(text))
  } catch {
    return { text }
  }
}

function fromObject(data: Record<string, unknown>): FrameMessage | null {
  const text = TEXT_PROPERTIES.map((name) => data[name]).find(
    (value) => typeof value === "string" && value.trim() !== "",
  )
  if (typeof text !== "string" || isTooLong(text)) return null
  const { success: given } = data
  const success = typeof given === "string" ? given.toLowerCase() : given
  const [isTrue, isFalse] = [success === true || success === "true", success === false || success === "false"]
  return { text: text.trim(), ...((isTrue || isFalse) && { success: isTrue }) }
}

function isTooLong(text: string): boolean {
  return text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES
}

/** Looks up a message in the default table (reference 11), ignoring case. Returns null for unknown text. */
export function contractEvent({ text, success }: FrameMessage): ContractEvent | null {
  const lower = text.toLowerCase()
  const [, signed, of] = /^signature: (\d+) of (\d+)$/.exec(lower) ?? []
  if (signed && of) return { type: "signature", signed: Number(signed), of: Number(of) }
  if (lower.startsWith("consent: ")) return { type: "consent", consent: text.slice("consent: ".length).trim() }
  switch (lower) {
    case "initialize: app loaded":
      return success === false ? { type: "failed", at: "loading" } : { type: "started" }
    case "lease summary loaded":
    case "initialize: lease summary loaded":
      return success === false ? { type: "failed", at: "loading" } : { type: "visible" }
    case "signature: all completed":
      return { type: "all_signed" }
    case "credit card collection":
      return { type: "card" }
    case "post process: complete":
      return success === false ? { type: "failed", at: "payment" } : { type: "done" }
    default:
      return null
  }
}
