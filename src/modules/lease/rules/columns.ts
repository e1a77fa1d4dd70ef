/** Every {@link Evidence}. */
export const EVIDENCE = ["none", "reported", "verified", "attested"] as const
/** How sure the signature is: no one said so, a browser said so, the service said so, a merchant said so. */
export type Evidence = (typeof EVIDENCE)[number]

/** Every {@link Way}. */
export const WAYS = ["application", "widget"] as const
/** How a lease was made: by the store's own form, or in the operator's widget. */
export type Way = (typeof WAYS)[number]

/** Who does something. */
export const ACTORS = ["shopper", "merchant", "service", "system"] as const

/** Words of ours as a list in SQL. */
export function listed(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ")
}
