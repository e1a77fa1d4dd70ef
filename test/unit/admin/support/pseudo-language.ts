import translations from "../../../../admin/i18n"

export type Texts = { [key: string]: string | Texts }

/** English with a bracket around each text, a language that cannot be hard-coded. */
function bracketed(texts: Texts): Texts {
  const inBrackets = (text: string | Texts) => (typeof text === "string" ? `⟦${text}⟧` : bracketed(text))
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, inBrackets(text)]))
}

/** The dashboard's texts in that language. */
export const pseudo = { en: { translation: { leaseToOwn: bracketed(translations.en.translation.leaseToOwn) } } }

/** All that is seen or read out in these parts of the page: texts, names of controls, tooltips. */
export function wordsIn(elements: Element[]): string[] {
  return elements.flatMap((element) => [
    ...["aria-label", "title", "alt", "placeholder"].flatMap((name) => element.getAttribute(name) ?? []),
    ...[...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : [])),
  ])
}

/** Texts in brackets, behind a number or not; dates, times, durations, sums, counts, codes of places and currencies; the ledger's row as it stands. */
const NOT_OURS = [
  /^(\d+ )?⟦[\s\S]*⟧$/,
  /^[\s\d$.,:·#%]*$/,
  /^[A-Z][a-z]{2} \d{1,2}, \d{4}(, \d{1,2}:\d{2}\s[AP]M)?$/,
  /^[\d,]+ (hour|minute|second)s?$/,
  /^[A-Z]{2,3}(, [A-Z]{2,3})*$/,
  /^\{\n[\s\S]*\}$/,
]

/** Those of them that are written in no language of the dashboard, and are no part of what the store answered but of its English messages. */
export function hardCoded(words: string[], answer: unknown): string[] {
  const data = JSON.stringify(answer, (key, value) => (key === "message" ? undefined : value))
  const isDatum = (text: string) => data.includes(JSON.stringify(text).slice(1, -1))
  return words.filter((text) => !NOT_OURS.some((pattern) => pattern.test(text)) && !isDatum(text))
}
