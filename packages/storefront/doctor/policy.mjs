/**
 * The part of Content Security Policy Level 3 that decides whether a page may ask an origin or show it in a frame.
 *
 * @typedef {Map<string, string[]>} Policy directive → sources
 */

/** Which directives stand in for one that is left out, in their order. @type {Record<string, string[]>} */
const FALLBACKS = {
  "connect-src": ["connect-src", "default-src"],
  "frame-src": ["frame-src", "child-src", "default-src"],
}

const DEFAULT_PORTS = /** @type {Record<string, string>} */ ({ "http:": "80", "https:": "443" })

/**
 * All policies of a page: of its header, and of its own text. Each of them must agree.
 *
 * @param {Headers} headers
 * @param {string} html
 * @returns {Policy[]}
 */
export function policiesOf(headers, html) {
  const inHeader = (headers.get("content-security-policy") ?? "").split(",")
  const inPage = [...html.matchAll(/<meta\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => /http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag))
    .map((tag) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag))
    .map((found) => unescaped(found?.[1] ?? found?.[2] ?? ""))
  return [...inHeader, ...inPage].filter((text) => text.trim()).map(parsed)
}

/** @param {string} text */
function unescaped(text) {
  return text.replaceAll("&#x27;", "'").replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
}

/** The first of a name counts, as in browsers. @param {string} text @returns {Policy} */
function parsed(text) {
  /** @type {Policy} */
  const policy = new Map()
  for (const part of text.split(";")) {
    const [name = "", ...sources] = part.trim().split(/\s+/)
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
  }
  return policy
}

/** Undefined: the policy says nothing of it. @param {Policy} policy @param {string} directive */
function sourcesOf(policy, directive) {
  const name = FALLBACKS[directive]?.find((each) => policy.has(each))
  return name === undefined ? undefined : policy.get(name)
}

/**
 * True when one of the policies does not let a page ask (`connect-src`) or show (`frame-src`) an origin.
 *
 * @param {Policy[]} policies
 * @param {string} directive
 * @param {string} url
 * @param {URL} page
 */
export function refusedBy(policies, directive, url, page) {
  return policies.some((policy) => {
    const sources = sourcesOf(policy, directive)
    return sources !== undefined && !sources.some((source) => matches(source, new URL(url), page))
  })
}

/**
 * The sources of frames, of all policies that name some. Undefined: frames are not limited.
 *
 * @param {Policy[]} policies
 */
export function frameRules(policies) {
  const limits = policies.map((policy) => sourcesOf(policy, "frame-src")).filter((sources) => sources !== undefined)
  return limits.length ? limits.map((sources) => sources.join(" ")).join("; ") : undefined
}

/** @param {string} source @param {URL} url @param {URL} page */
function matches(source, url, page) {
  if (source.toLowerCase() === "'self'") return url.origin === page.origin
  if (source === "*") return true
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source.toLowerCase(), url)
  const found = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[^:/]+)(?::(\d+|\*))?(?:\/.*)?$/i.exec(source)
  if (!found) return false
  const [, scheme, host = "", port] = found
  return isScheme((scheme ?? page.protocol).toLowerCase(), url) && isHost(host.toLowerCase(), url) && isPort(port, url)
}

/** `https:` serves where `http:` is allowed. @param {string} scheme @param {URL} url */
function isScheme(scheme, { protocol }) {
  return protocol === scheme || (scheme === "http:" && protocol === "https:")
}

/** @param {string} host @param {URL} url */
function isHost(host, { hostname }) {
  if (host === "*") return true
  return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** @param {string | undefined} port @param {URL} url */
function isPort(port, { port: own, protocol }) {
  const actual = own || DEFAULT_PORTS[protocol]
  return port === "*" || actual === (port ?? DEFAULT_PORTS[protocol])
}
