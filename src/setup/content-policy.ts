/** A page's policies (Content Security Policy Level 3), limited to what the page may call, which frames it may show and which scripts it may load. */
export type Policies = ReadonlyMap<string, string[]>[]

/** For each directive, the directives to look up, in order. The first one that a policy contains applies. */
const FALLBACKS = {
  "connect-src": ["connect-src", "default-src"],
  "frame-src": ["frame-src", "child-src", "default-src"],
  "script-src": ["script-src-elem", "script-src", "default-src"],
} as const

export type Directive = keyof typeof FALLBACKS

/** Returns a page's policies from its header and its markup. A request must satisfy every one of them. */
export function policiesOf(header: string | null, html: string): Policies {
  const inPage = [...html.matchAll(/<meta\b[^<>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => /http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag))
    .map((tag) => /\bcontent\s*=\s*(["'])(.*?)\1/i.exec(tag)?.[2] ?? "")
    .map((text) => text.replace(/&#(x27|39);/g, "'"))
  return [...(header ?? "").split(","), ...inPage].filter((text) => text.trim()).map(readPolicy)
}

/** Parses a policy. Of two directives with the same name, the first applies, as in browsers. */
function readPolicy(text: string): Policies[number] {
  const parts = text.split(";").map((part) => part.trim().toLowerCase().split(/\s+/))
  return new Map(parts.reverse().map(([name = "", ...sources]) => [name, sources]))
}

/** Returns the sources that each policy allows for a directive. Empty if no policy limits it. */
export function limitsOf(policies: Policies, directive: Directive): string[][] {
  return policies.flatMap((policy) => {
    const name = FALLBACKS[directive].find((each) => policy.has(each))
    return name === undefined ? [] : [policy.get(name) ?? []]
  })
}

export function refuses(policies: Policies, directive: Directive, address: string, page: URL): boolean {
  const url = new URL(address)
  return limitsOf(policies, directive).some((sources) => !sources.some((source) => matches(source, url, page)))
}

const SOURCE = /^(?:([a-z][a-z0-9+.-]*:)(?:\/\/|$))?([^:/]*)(?::(\d+|\*))?(?:\/.*)?$/

function matches(source: string, url: URL, page: URL): boolean {
  if (source === "*") return true
  if (source === "'self'") return url.origin === page.origin
  // The kit adds the page's nonce to the operator's script, so these sources allow the script.
  if (/^'(nonce-|strict-dynamic)/.test(source)) return true
  const [, scheme = page.protocol, host, port] = SOURCE.exec(source) ?? []
  if (host === undefined || (scheme !== url.protocol && !(scheme === "http:" && url.protocol === "https:")))
    return false
  if (host === "") return true
  const isHost = host.startsWith("*") ? url.hostname.endsWith(host.slice(1)) : host === url.hostname
  return isHost && (port === "*" || portOf(port) === portOf(url.port))

  function portOf(some = ""): string {
    return some || (url.protocol === "https:" ? "443" : "80")
  }
}
