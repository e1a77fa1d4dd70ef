import { hostOf } from "../options/one-time-url"
import type { Settings } from "../options/options"
import { lettersOf } from "../values/other-application"
import { isRecord } from "../values/read"
import { isLoopback, toUrl } from "../values/to-url"

/**
 * Returns the eSign URL from GET contract's response (spec 2.4), or undefined if there is none. Searches the top level, then the one below it, for
 * the keys in `dialect.contractUrlKeys`, ignoring case, `_` and `-` (reference 6). The URL must use https, contain no credentials and, if the
 * `contractHosts` option is set, have one of its hosts. A URL on this machine is allowed, even over plain http, only if the service itself runs here.
 */
export function findContractUrl(answer: unknown, settings: ContractRules): string | undefined {
  if (!isRecord(answer)) return undefined
  const keys = settings.dialect.contractUrlKeys.map(lettersOf)
  return [answer, ...Object.values(answer).filter(isRecord)].flatMap((group) => {
    const entries = Object.entries(group)
    const values = keys.flatMap((wanted) =>
      entries.flatMap(([key, value]) => (lettersOf(key) === wanted ? [value] : [])),
    )
    return values.flatMap((value) => frameUrl(value, settings) ?? [])
  })[0]
}

type ContractRules = Pick<Settings, "dialect" | "loopback" | "contractHosts">

const LONGEST = 4096

/** Returns the value, trimmed, if it's a URL that the frame may show. */
function frameUrl(value: unknown, { loopback, contractHosts }: ContractRules): string | undefined {
  if (typeof value !== "string" || value.length > LONGEST) return undefined
  const url = toUrl(value)
  if (!url || url.username || url.password) return undefined
  const here = isLoopback(url.hostname)
  if (here ? !loopback : url.protocol !== "https:") return undefined
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined
  return !contractHosts || contractHosts.includes(hostOf(url)) ? value.trim() : undefined
}
