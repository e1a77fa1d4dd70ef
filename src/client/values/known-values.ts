/**
 * Finds a call's values in its response, however their digits and letters are grouped. Compares only letters and digits and never builds a pattern
 * from a value, so the cost depends only on the text's length.
 */

/** If a call has more values, only the longest are searched for. */
const MOST_VALUES = 100
/** Only this many characters of a value are searched for. The rest is compared at each match. */
const LONGEST_SEARCHED = 200
const LONGEST_VALUE = 2000
/** Shorter words match only where no letter or digit is next to them. */
const SHORT_WORD = 5
/** Shorter numbers match only where no digit is next to them. */
const SHORT_NUMBER = 7
/** The shortest prefix of a value that matches at the end of the text, where a value may be cut off. */
const SHORTEST_START = 4

/** Returns every text and number in a body, longest first. */
export function valuesIn(body: unknown): string[] {
  const values = new Set<string>()
  const open: unknown[] = [body]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === "number" || typeof next === "string") values.add(String(next).trim().slice(0, LONGEST_VALUE))
    else if (next && typeof next === "object") open.push(...Object.values(next))
  }
  return [...values].sort((a, b) => b.length - a.length).slice(0, MOST_VALUES)
}

/** Replaces every occurrence of these values with `mask`, ignoring case and any characters other than letters and digits. */
export function maskValues(text: string, values: readonly string[], mask: string): string {
  if (values.length === 0) return text
  const signs = signsOf(text)
  const wanted = new Set(values.map((value) => signsOf(value).letters))
  const places = [...wanted].flatMap((letters) => placesOf(letters, signs, text))
  const marks = values.filter((value) => value.length > 1 && !/[\p{L}\p{N}]/u.test(value))
  return marks.reduce((masked, value) => masked.replaceAll(value, () => mask), covered(text, places, mask))
}

/** A text's letters and digits in lowercase, with their positions. */
type Signs = { letters: string; starts: number[]; ends: number[] }

function signsOf(text: string): Signs {
  const starts: number[] = []
  const ends: number[] = []
  const letters: string[] = []
  for (const { 0: sign, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const letter = sign.toLowerCase()
    letters.push(letter)
    for (let unit = 0; unit < letter.length; unit++) {
      starts.push(index)
      ends.push(index + sign.length)
    }
  }
  return { letters: letters.join(""), starts, ends }
}

type Span = [start: number, end: number]

function placesOf(letters: string, { letters: all, starts, ends }: Signs, text: string): Span[] {
  if (letters.length < 2) return []
  const places: Span[] = []
  const head = letters.slice(0, LONGEST_SEARCHED)
  const neighbor = neighborOf(head)
  const place = (from: number, length: number): Span => [starts[from] ?? 0, ends[from + length - 1] ?? text.length]
  for (let from = all.indexOf(head); from >= 0; from = all.indexOf(head, from)) {
    let length = head.length
    while (length < letters.length && letters[length] === all[from + length]) length++
    const found = place(from, length)
    const counts = !neighbor || standsAlone(neighbor, found, text)
    if (counts) places.push(found)
    from += counts ? length : 1
  }
  const cut = startAtEnd(head, all)
  if (cut > 0) places.push(place(all.length - cut, cut))
  return places
}

/** Returns the length of the longest prefix of a value at the end of the text, or 0 if there is none. */
function startAtEnd(head: string, all: string): number {
  for (let length = head.length - 1; length >= SHORTEST_START; length--)
    if (all.endsWith(head.slice(0, length))) return length
  return 0
}

/** Returns the characters that must not be next to a short value. Undefined for a longer value, which matches anywhere. */
function neighborOf(letters: string): RegExp | undefined {
  const isNumber = /^\d+$/.test(letters)
  if (letters.length >= (isNumber ? SHORT_NUMBER : SHORT_WORD)) return undefined
  return isNumber ? /\d/ : /[\p{L}\p{N}]/u
}

function standsAlone(neighbor: RegExp, [start, end]: Span, text: string): boolean {
  return !neighbor.test(text.charAt(start - 1)) && !neighbor.test(text.charAt(end))
}

function covered(text: string, places: Span[], mask: string): string {
  const parts: string[] = []
  let done = 0
  for (const [start, end] of places.sort(([a], [b]) => a - b)) {
    if (end <= done) continue
    if (start >= done) parts.push(text.slice(done, start), mask)
    done = end
  }
  return parts.join("") + text.slice(done)
}
