import { isRecord, tryJson } from "../index"
import type { ProbeRow } from "./rows"

/** The contract's messages that the storefront kit recognizes (reference 11), by row. */
export const KNOWN: { row: ProbeRow; texts: RegExp[] }[] = [
  {
    row: "11 Initialize: App loaded; Lease Summary loaded",
    texts: [/^initialize: app loaded$/i, /^(initialize: )?lease summary loaded$/i],
  },
  {
    row: "11 Consent: Initial Payment; Consent: Recurring Payment; Consent: Refundable Lease Deposit",
    texts: [/^consent: initial payment$/i, /^consent: recurring payment$/i, /^consent: refundable lease deposit$/i],
  },
  { row: "11 Signature: X of Y", texts: [/^signature: \d+ of \d+$/i] },
  { row: "11 Signature: All completed", texts: [/^signature: all completed$/i] },
  { row: "11 Credit Card Collection", texts: [/^credit card collection$/i] },
  { row: "11 Post Process: Complete", texts: [/^post process: complete$/i] },
]

export const PROPERTIES = ["text", "message", "event", "name", "type"]

/** The shape of a message, never its text. `known` is the index of the matching text in `row`. */
export type FrameMessage = {
  shape: "plain text" | "text that is JSON" | "object" | "unreadable"
  property?: string
  success?: boolean
  row?: ProbeRow
  known?: number
  origin: string
  fromFrame: boolean
}

/** Reads a message as the storefront kit does, but finds a known text under any property name. */
export function readMessage(data: unknown, from: { origin: string; fromFrame: boolean }): FrameMessage {
  if (typeof data === "string") {
    const inner = data.trim().startsWith("{") ? tryJson(data) : undefined
    if (!isRecord(inner)) return { ...from, shape: "plain text", ...meaningOf(data) }
    return { ...from, ...fromObject(inner), shape: "text that is JSON" }
  }
  if (typeof data !== "object" || data === null) return { ...from, shape: "unreadable" }
  return { ...from, ...fromObject(data as Record<string, unknown>), shape: "object" }
}

function fromObject(data: Record<string, unknown>): Omit<FrameMessage, "shape" | "origin" | "fromFrame"> {
  const isText = (name: string) => typeof data[name] === "string" && data[name].trim() !== ""
  const names = [...PROPERTIES, ...Object.keys(data).filter((name) => meaningOf(data[name]).row)]
  const property = names.find((name) => Object.hasOwn(data, name) && isText(name))
  const success = String(data.success).toLowerCase()
  return {
    ...(property !== undefined && { property, ...meaningOf(data[property]) }),
    ...((success === "true" || success === "false") && { success: success === "true" }),
  }
}

function meaningOf(text: unknown): Pick<FrameMessage, "row" | "known"> {
  if (typeof text !== "string") return {}
  for (const { row, texts } of KNOWN) {
    const known = texts.findIndex((pattern) => pattern.test(text.trim()))
    if (known >= 0) return { row, known }
  }
  return {}
}

/** Whether the message reports that the contract is signed and the first payment was received. */
export function isDone({ row, success }: FrameMessage): boolean {
  return row === "11 Post Process: Complete" && success !== false
}
