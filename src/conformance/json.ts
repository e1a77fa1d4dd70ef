/** The value of a JSON text. Throws an Error with these words, and not the parser's, which repeat the text. */
export function parseJson(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(otherwise)
  }
}
