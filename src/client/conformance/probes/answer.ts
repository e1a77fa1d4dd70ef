import type { Connection } from "../connection"
import type { Finding } from "../finding"
import { inWords, type LeaseReading } from "../lease-predicates"
import { wordOf } from "./words"

/** Checks a response that may be empty. The client treats a body that isn't JSON as a gateway's page. */
export function answerFinding(
  row: "6 DELETE contract, response" | "7 POST delivery, response",
  answer: { status: number; length: number; json: unknown } | undefined,
): Finding {
  const assumed = "empty; any 2xx"
  if (!answer) return { row, assumed, seen: "lost; read back", verdict: "skipped" }
  const { status, length, json } = answer
  const speaks = status === 204 ? {} : { speaks: { codes: { done: status } } }
  if (!length) return { row, assumed, seen: `${status}, empty`, verdict: "same", ...speaks }
  if (json !== undefined) return { row, assumed, seen: `${status}, with JSON`, verdict: "new", ...speaks }
  const advice =
    "Such an answer counts as unknown, and the state is read back. Ask the operator for an empty one, or JSON."
  return { row, assumed, seen: `${status}, with a body that is no JSON`, verdict: "differs", advice }
}

/** Checks the status after a step. Proposes an option if the service uses an unknown word for it. */
export function stateAfter(
  { settings }: Connection,
  reading: LeaseReading,
  row: "8 delivered" | "7 after a whole return",
  state: "Funded" | "Returned",
): Finding {
  const assumed = state.toLowerCase()
  if (reading.status === assumed) return { row, assumed, seen: assumed, verdict: "same" }
  if (reading.status === undefined)
    return { row, assumed, seen: inWords(reading), verdict: "differs", advice: "Ask the operator how one sees this." }
  const [key = ""] = settings.dialect.statusKeys
  if (reading.status !== "unknown")
    return { row, assumed, seen: reading.status, verdict: "differs", advice: "Ask the operator." }
  return { row, assumed, seen: "another word", verdict: "differs", ...wordOf(reading.seen, key, state) }
}
