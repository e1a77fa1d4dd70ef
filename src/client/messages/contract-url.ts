import { hostOf } from "../options/one-time-url"
import type { Settings } from "../options/options"
import { lettersOf } from "../values/other-application"
import { isLoopback, toUrl } from "../values/to-url"

/**
 * Returns the eSign URL from GET contract's answer (spec 2.4), exactly as sent. Keys are compared ignoring case, `_` and `-`, the best name first, at
 * the top level and then one level down (reference 6). The URL must use https, contain no credentials, and have a host listed in the `contractHosts`
 * option, if that is set. This machine is allowed, even over plain http, only if the service itself runs here. Undefined if there is no such URL.
 */
export function findContractUrl(answer: unknown, settings: ContractRules): string | undefined {
  if (!isObject(answer)) return undefined
  const keys = settings.dialect.contractUrlKeys.map(lettersOf)
  const find = (object: Record<string, unknown>) => urlIn(object, keys, settings)
  return find(answer) ?? firstDefined(Object.values(answer), (inner) => (isObject(inner) ? find(inner) : undefined))
}

type ContractRules = Pick<Settings, "dialect" | "loopback" | "contractHosts">

function urlIn(object: Record<string, unknown>, keys: string[], settings: ContractRules): string | undefined {
  const entries = Object.entries(object).map(([key, value]): [string, unknown] => [lettersOf(key), value])
  return firstDefined(keys, (wanted) =>
    firstDefined(entries, ([key, value]) => (key === wanted ? frameUrl(value, settings) : undefined)),
  )
}

/** The maximum length of an address (characters). */
const LONGEST = 4096

function frameUrl(value: unknown, { loopback, contractHosts }: ContractRules): string | undefined {
  if (typeof value !== "string" || value.length > LONGEST) return undefined
  const url = toUrl(value)
  if (!url || url.username || url.password) return undefined
  const here = isLoopback(url.hostname)
  if (here ? !loopback : url.protocol !== "https:") return undefined
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined
  return !contractHosts || contractHosts.includes(hostOf(url)) ? value.trim() : undefined
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
