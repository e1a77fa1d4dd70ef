import type { Params } from "../wire.js"

const PLACE = /\{(\w+)\}/g

/** Returns the text for a key, ignoring inherited properties such as `constructor`. */
export function find(texts: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** Replaces `{x}` with `params.x`. Returns undefined if a parameter is missing. Callers then show the English text instead of a gap. */
export function fill(text: string | undefined, params: Params): string | undefined {
  if (text === undefined || [...text.matchAll(PLACE)].some(([, name = ""]) => !Object.hasOwn(params, name)))
    return undefined
  return text.replace(PLACE, (_, name: string) => params[name] ?? "")
}

/** Returns the language to show texts in: `language`, such as `es-MX`, or else `es`, or else English. Undefined if none of them has text. */
export function languageIn(texts: Partial<Record<string, string>>, language: string): string | undefined {
  return [language, language.split("-")[0] ?? "", "en"].find((each) => texts[each])
}

/** Returns the text in the language that `languageIn` finds. */
export function textIn(texts: Partial<Record<string, string>> = {}, language: string): string | undefined {
  return texts[languageIn(texts, language) ?? ""]
}
