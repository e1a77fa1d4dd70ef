/**
 * Somebody else's text as one line of at most `most` characters, and "…" where it was cut. Without NUL and halves of signs, which
 * PostgreSQL cannot keep, and without other invisible ones.
 */
export function cleanText(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, " ").trim()
  return line.length > most ? `${line.slice(0, most).replace(/\p{Cs}$/u, "")}…` : line
}
