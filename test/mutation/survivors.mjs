/**
 * Mutants that no test has to notice, by file and as `npm run test:mutation` prints them, each with its reason.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const survivors = {
  "src/lease-cart/amount.ts": {
    "return shift [>= → >] 0 ? value * 10n ** BigInt(shift) : divideHalfUp(value, 10n ** BigInt(-shift))":
      "times one is divided by one",
    "return shift >= [0 → 1] ? value * 10n ** BigInt(shift) : divideHalfUp(value, 10n ** BigInt(-shift))":
      "times one is divided by one",
    "return value [< → <=] 0n ? -((-value + half) / divisor) : (value + half) / divisor": "0 is 0 either way",
    "return value < [0n → 1n] ? -((-value + half) / divisor) : (value + half) / divisor": "0 is 0 either way",
  },
  "src/modules/lease/rules/keys.ts": {
    'return String(randomInt([100_000_000 → 100000001])).padStart(8, "0")': "one code in a hundred million",
    "later.filter(({ approved_at }) => (approved_at !== null) [=== → !==] approved).slice(-MOST_OF_A_LINE)":
      "both halves are kept, in another order",
    "later.filter(({ approved_at }) => (approved_at [!== → ===] null) === approved).slice(-MOST_OF_A_LINE)":
      "both halves are kept, in another order",
  },
}
