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

/** Those of them that are not in that language. */
export const unbracketed = (words: string[]) => words.filter((text) => !/^⟦[\s\S]*⟧$/.test(text))
