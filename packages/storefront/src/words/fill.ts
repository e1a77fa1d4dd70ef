import type { Params } from "../wire.js"

const PLACE = /\{(\w+)\}/g

/** A text by its key; undefined for what is no text of its own. */
export function find(texts: Record<string, string>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** A text with `{x}` filled by `params.x`. Undefined where something would be missing: a gap is worse than another language. */
export function fill(text: string | undefined, params: Params): string | undefined {
  if (text === undefined || [...text.matchAll(PLACE)].some(([, name = ""]) => !Object.hasOwn(params, name)))
    return undefined
  return text.replace(PLACE, (_, name: string) => params[name] ?? "")
}
