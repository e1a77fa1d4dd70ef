import type { Seen } from "../connection"
import type { Finding } from "../finding"

/** The service's status for each decision that an operator may promise (reference 9). */
export const STATES = {
  approved: "Approved",
  pre_approved: "Pre-Approved",
  prequalified: "Prequalified",
  denied: "Denied",
  pending: "Pending",
} as const

/** True for text that looks like a status and contains no personal data. */
const isWord = (word: unknown): word is string => typeof word === "string" && /^[A-Za-z][A-Za-z _-]{0,39}$/.test(word)

/** Returns the sandbox's dialect for a service that uses this word for a status. */
export function spokenStatus(state: string, word: unknown): Pick<Finding, "speaks"> {
  return isWord(word) ? { speaks: { statuses: { words: { [state]: word } } } } : {}
}

/** Like {@link spokenStatus}, plus the option that makes the plugin understand the word. `key` is the word's path in the pricing. */
export function wordOf({ json }: Seen, key: string, state: string): Pick<Finding, "speaks" | "write" | "advice"> {
  const word = key
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], json)
  const advice = "Ask the operator for the names of all statuses."
  if (!isWord(word)) return { advice }
  const meaning = state.toLowerCase().replace(/[ -]/g, "_")
  return { advice, ...spokenStatus(state, word), write: { dialect: { statusWords: { [word]: meaning } } } }
}
