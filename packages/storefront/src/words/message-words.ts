import type { LeaseEstimate } from "../wire.js"
import type { CodeWords } from "./code-words.js"

/** The texts of the lease message in one language; `{operator}`, `{contact}` and amounts are filled in. */
export type MessageWords = {
  /** For `lang` and for `Intl`. */
  language: string
  available: string
  unavailable: string
  costs: string
  between: string
  from: string
  upTo: string
  today: string
  payments: string
  total: string
  every: Record<LeaseEstimate["every"], string>
  learnMore: string
  title: string
  /** How it works, a step each. */
  how: readonly string[]
  /** Sentences that must stand wherever the dialog opens. Never empty. */
  disclosure: readonly string[]
  close: string
  /** Reasons and errors; those of the store are English already. */
  codes: CodeWords
}
