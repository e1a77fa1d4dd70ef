import { z } from "zod"
import { type Wire, wireDefaults } from "./wire-defaults"

/**
 * A message of the contract frame (reference 11). `done` is the only one that means signed and first payment received, and even that
 * is a hint: the proof is the service's status.
 */
export type ContractMessage =
  | { kind: "loaded" | "summary" | "load_failed" }
  | { kind: "consent"; consent: "initial_payment" | "recurring_payment" | "deposit" }
  | { kind: "signature"; signed: number; of: number }
  | { kind: "all_signed" }
  | { kind: "card_declined" }
  | { kind: "done" }
  | { kind: "payment_failed" }
  | { kind: "other" }

type Told = { text: string; success: boolean | undefined }

type Consent = Extract<ContractMessage, { kind: "consent" }>["consent"]
const CONSENTS = new Map<string, Consent>([
  ["consent: initial payment", "initial_payment"],
  ["consent: recurring payment", "recurring_payment"],
  ["consent: refundable lease deposit", "deposit"],
])

/** Both shapes of a payload, text and object; text that is a JSON object is parsed first. */
export const ContractMessageSchema = contractMessageSchema(wireDefaults)

/** Reads what a frame posted. Anything unknown, of whatever shape, is `other` and to be ignored; nothing is thrown. */
export function parseContractMessage(data: unknown, wire: Wire = wireDefaults): ContractMessage {
  const schema = wire === wireDefaults ? ContractMessageSchema : contractMessageSchema(wire)
  const read = schema.safeParse(data)
  return read.success ? read.data : { kind: "other" }
}

function contractMessageSchema(wire: Pick<Wire, "messageTextKeys" | "doneMessage">) {
  const told = z.looseObject({}).transform((message, context): Told => {
    const text = wire.messageTextKeys.map((key) => message[key]).find((value) => typeof value === "string")
    if (typeof text === "string") return { text, success: readSuccess(message.success) }
    context.addIssue({ code: "custom", message: "has no text" })
    return z.NEVER
  })
  return z
    .preprocess((data) => (typeof data === "string" ? fromText(data, wire.messageTextKeys[0] ?? "text") : data), told)
    .transform((message) => toMessage(message, normal(wire.doneMessage)))
}

function fromText(data: string, key: string): unknown {
  if (data.trim().startsWith("{")) {
    try {
      return JSON.parse(data)
    } catch {
      // Text that only begins like JSON is text.
    }
  }
  return { [key]: data }
}

function readSuccess(value: unknown): boolean | undefined {
  if (value === true || value === "true") return true
  return value === false || value === "false" ? false : undefined
}

function toMessage({ text, success }: Told, done: string): ContractMessage {
  const said = normal(text)
  const failed = success === false
  if (said === done) return { kind: failed ? "payment_failed" : "done" }
  if (said === "initialize: app loaded") return { kind: failed ? "load_failed" : "loaded" }
  if (said === "initialize: lease summary loaded" || said === "lease summary loaded")
    return { kind: failed ? "load_failed" : "summary" }
  if (said === "signature: all completed") return { kind: "all_signed" }
  if (said === "credit card collection") return { kind: "card_declined" }
  const consent = CONSENTS.get(said)
  if (consent) return { kind: "consent", consent }
  const [, signed, of] = /^signature: (\d+) of (\d+)$/.exec(said) ?? []
  return signed && of ? { kind: "signature", signed: Number(signed), of: Number(of) } : { kind: "other" }
}

function normal(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase()
}
