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

/** Returns the text in a language such as `es-MX`, or in `es`, or in English. */
export function textIn(texts: Partial<Record<string, string>> | undefined, language: string): string | undefined {
  return texts?.[language] ?? texts?.[language.split("-")[0] ?? ""] ?? texts?.en
}
