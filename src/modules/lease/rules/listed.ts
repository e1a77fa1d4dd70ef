/** Words of ours as a list in SQL. */
export function listed(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ")
}
