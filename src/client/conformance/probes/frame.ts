import type { Finding, Verdict } from "../finding"
import { type FrameMessage, isDone, KNOWN, PROPERTIES } from "../frame-messages"
import type { ProbeRow } from "../rows"
import type { SignedLease } from "./signed-lease"

const PAGE_WITHIN_MS = 15_000

/** Checks which pages may show the contract in a frame. Runs after the signing, because a contract's URL may work only once. */
export async function frameRule(url: string | undefined): Promise<Finding> {
  const row = { row: "6 in a frame", assumed: "any page can frame it" } as const
  if (!url) return { ...row, seen: "no address was shown", verdict: "skipped" }
  try {
    const { headers, body } = await fetch(url, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) })
    await body?.cancel()
    return { ...row, ...ruleOf(headers) }
  } catch {
    return { ...row, seen: "the page did not respond", verdict: "skipped" }
  }
}

function ruleOf(headers: Headers): Pick<Finding, "seen" | "verdict" | "advice"> {
  const [, ancestors] = /frame-ancestors\s+([^;,]+)/i.exec(headers.get("content-security-policy") ?? "") ?? []
  // Browsers that support frame-ancestors ignore X-Frame-Options.
  const older = ancestors === undefined ? headers.get("x-frame-options")?.trim() : undefined
  const sources = ancestors?.trim().split(/\s+/)
  const advice = "Tell the operator your store's origin, because its pages must be able to frame the contract."
  if (sources?.every((source) => /^'(none|self)'$/i.test(source)) || /^(deny|sameorigin)$/i.test(older ?? ""))
    return { seen: "not allowed on other sites", verdict: "contradicts", advice }
  if (sources && !sources.some((source) => source === "*" || /^https?:$/i.test(source)))
    return { seen: `allowed on ${sources.length} sites`, verdict: "differs", advice }
  return { seen: older ? `X-Frame-Options: ${older.slice(0, 20)}` : "allowed on any site", verdict: "same" }
}

export function frameFindings({ page, address, isSigned }: SignedLease): Finding[] {
  const messages = page?.messages() ?? []
  const known = messages.filter(({ row }) => row !== undefined)
  if (!messages.length) return SILENT.map((row) => ({ row, assumed: "–", seen: "no messages", verdict: "skipped" }))
  const origin = address && new URL(address.again ?? address.url).origin
  return [
    ...KNOWN.map(({ row, texts }) => textFinding(row, texts.length, known, isSigned)),
    payload(known.length ? known : messages),
    property(messages, known),
    success(known),
    originFinding(known.length ? known : messages, origin),
  ]
}

const REST: ProbeRow[] = ["11 payload", "11 text property", "11 success: false", "11 origin"]
const SILENT: ProbeRow[] = [...KNOWN.map(({ row }) => row), ...REST]

function textFinding(row: ProbeRow, count: number, known: FrameMessage[], isSigned: boolean): Finding {
  const seen = new Set(known.flatMap((message) => (message.row === row ? message.known : [])))
  const isDoneRow = row === "11 Post Process: Complete"
  if (seen.size) return { row, assumed: "may come", seen: `${seen.size} of ${count}`, verdict: "same" }
  if (!isDoneRow || !isSigned) return { row, assumed: "may come", seen: "did not come", verdict: "skipped" }
  const advice =
    "The store finds out about the signature a few seconds later, when it asks. Ask the operator what the last message is, and map it."
  return { row, assumed: "the last message", seen: "did not come", verdict: "differs", advice }
}

function payload(messages: readonly FrameMessage[]): Finding {
  const shapes = [...new Set(messages.map(({ shape }) => shape))]
  const speaks = shapes.join() === "plain text" ? { speaks: { answers: { frame: "text" } } } : {}
  return { row: "11 payload", assumed: "plain text, or an object", seen: shapes.join(", "), verdict: "same", ...speaks }
}

function property(messages: readonly FrameMessage[], known: readonly FrameMessage[]): Finding {
  const row = { row: "11 text property", assumed: "text, message, event, name or type" } as const
  const others = messages.length - known.length
  const names = [...new Set(known.flatMap(({ property: name }) => name ?? []))]
  const isRead = names.every((name) => PROPERTIES.includes(name))
  const seen = [names.join(", ") || "none", ...(others ? [`${others} messages with unknown texts`] : [])].join("; ")
  if (isRead && known.length) return { ...row, seen, verdict: others ? "new" : "same" }
  const advice = "Ask the operator for a list of the messages, and give watchContractFrame a map that understands them."
  return { ...row, seen, verdict: "differs", advice }
}

function success(known: readonly FrameMessage[]): Finding {
  const row = { row: "11 success: false", assumed: "a failure" } as const
  const values = new Set(known.map(({ success: value }) => (value === undefined ? "absent" : String(value))))
  const failed = known.some((message) => message.success === false) && !known.some(isDone)
  const verdict: Verdict = values.size ? (failed ? "new" : "same") : "skipped"
  return { ...row, seen: [...values].join(", ") || "no known message", verdict }
}

/** Proposes an option if any message's origin differs from the contract's. Only messages from the frame itself count. */
function originFinding(messages: readonly FrameMessage[], own: string | undefined): Finding {
  const row = { row: "11 origin", assumed: "the contract's" } as const
  const ofFrame = messages.filter(({ fromFrame }) => fromFrame)
  const others = [...new Set(ofFrame.map(({ origin }) => origin))].filter((origin) => origin !== own)
  if (!ofFrame.length) {
    const advice = "The messages come from a window other than the frame's, so they are ignored. Ask the operator why."
    return { ...row, seen: "a window other than the frame's", verdict: "differs", advice }
  }
  if (!others.length) return { ...row, seen: "the contract's", verdict: "same" }
  const advice = "Such messages are ignored."
  if (others.includes("null")) return { ...row, seen: "null, as from a sandboxed page", verdict: "differs", advice }
  return { ...row, seen: `${others.length} others`, verdict: "differs", write: { allowedOrigins: others } }
}
