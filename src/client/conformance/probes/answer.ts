import type { Connection } from "../connection"
import type { Finding } from "../finding"
import { inWords, type LeaseReading } from "../lease-predicates"
import { wordOf } from "./words"

/** Checks a response that may be empty. The client treats a body that isn't JSON as a gateway's page. */
export function answerFinding(
  row: "6 DELETE contract, response" | "7 POST delivery, response",
  answer: { status: number; length: number; json: unknown } | undefined,
): Finding {
  const assumed = "empty, with any 2xx"
  if (!answer) return { row, assumed, seen: "no response; read back", verdict: "skipped" }
  const { status, length, json } = answer
  const speaks = status === 204 ? {} : { speaks: { codes: { done: status } } }
  if (!length) return { row, assumed, seen: `${status}, empty`, verdict: "same", ...speaks }
  if (json !== undefined) return { row, assumed, seen: `${status}, with JSON`, verdict: "new", ...speaks }
  const advice =
    "The plugin treats such a response as unclear and reads the status. Ask the operator for an empty body, or JSON."
  return { row, assumed, seen: `${status}, with a body that is not JSON`, verdict: "differs", advice }
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
    return {
      row,
      assumed,
      seen: inWords(reading),
      verdict: "differs",
      advice: "Ask the operator how the service reports this.",
    }
  const [key = ""] = settings.dialect.statusKeys
  if (reading.status !== "unknown")
    return { row, assumed, seen: reading.status, verdict: "differs", advice: "Ask the operator." }
  return { row, assumed, seen: "a different status name", verdict: "differs", ...wordOf(reading.seen, key, state) }
}
