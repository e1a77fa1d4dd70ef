import { isLoopback } from "./options"
import { toUrl } from "./to-url"
import type { Wire } from "./wire-defaults"

/**
 * The eSign URL in GET contract's answer (spec 2.4), exactly as the service wrote it. Keys are compared without case, `_` and `-`, the best
 * name first, on the top level and then one level down; https only, plain http for this machine (reference 6). Undefined when there is none.
 */
export function findContractUrl(answer: unknown, wire: Pick<Wire, "contractUrlKeys">): string | undefined {
  if (!isObject(answer)) return undefined
  const keys = wire.contractUrlKeys.map(letters)
  return (
    urlIn(answer, keys) ??
    firstDefined(Object.values(answer), (inner) => (isObject(inner) ? urlIn(inner, keys) : undefined))
  )
}

function urlIn(object: Record<string, unknown>, keys: string[]): string | undefined {
  const entries = Object.entries(object).map(([key, value]): [string, unknown] => [letters(key), value])
  return firstDefined(keys, (wanted) =>
    firstDefined(entries, ([key, value]) => (key === wanted ? frameUrl(value) : undefined)),
  )
}

function frameUrl(value: unknown): string | undefined {
  const url = typeof value === "string" ? toUrl(value) : undefined
  if (typeof value !== "string" || !url) return undefined
  const { protocol, hostname } = url
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname)) ? value.trim() : undefined
}

function letters(key: string): string {
  return key.toLowerCase().replace(/[_-]/g, "")
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function firstDefined<T, R>(values: T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}
