import { request } from "./ask.mjs"
import { frameRules, policiesOf, refusedBy } from "./policy.mjs"

/**
 * Whether the checkout page may ask the store and show the contract.
 *
 * @param {URL} page
 * @param {import("./examine.mjs").Wanted} wanted
 * @param {import("./report.mjs").Report} report
 */
export async function readPage(page, { store, origin, contracts }, report) {
  const { status, headers, text } = await request(page.href)
  if (status !== 200) {
    const where = headers.get("location")
    const says = `The page answered ${status}${where ? `, to ${where}` : ""}. Its policy may be another one.`
    return report.warning("policy", says, "Give --page an address that shows a page to a visitor without a cart.")
  }
  if (/require-corp|credentialless/.test(headers.get("cross-origin-embedder-policy") ?? "")) {
    const says = "The page refuses frames of other sites (Cross-Origin-Embedder-Policy)."
    return report.failed(
      "policy",
      says,
      "Leave that header out on the checkout page: the contract is the operator's page.",
    )
  }
  const policies = policiesOf(headers, text)
  // Where browsers do not ask the store, they ask the storefront.
  const asked = { directive: "connect-src", url: origin ? store.origin : page.origin }
  const needed = [asked, ...contracts.map((url) => ({ directive: "frame-src", url }))]
  const refused = needed.filter(({ directive, url }) => refusedBy(policies, directive, url, page))
  for (const { directive, url } of refused)
    report.failed("policy", `The page's Content-Security-Policy refuses ${url}.`, `Add ${url} to its ${directive}.`)
  if (refused.length) return undefined
  const frames = frameRules(policies)
  if (contracts.length || frames === undefined)
    return report.ok("policy", "The page's Content-Security-Policy stands in no way.")
  const fix = "Give --contract the origins that lease-to-own-doctor lists in the store, or ask the operator for them."
  return report.warning("policy", `The page shows frames of these alone: ${frames || "none"}.`, fix)
}
