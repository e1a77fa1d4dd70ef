import { randomUUID } from "node:crypto"
import { namesIn } from "./scan.mjs"

/**
 * Applications as no form sends them, each with the applicant's real values inside: whatever refuses them must not repeat or
 * keep a value.
 *
 * @param {import("./applicant.mjs").Applicant} applicant
 * @param {string} consentVersion
 * @returns {{ title: string, body: unknown }[]} a text is sent as it is
 */
export function badApplications(applicant, consentVersion) {
  const whole = (/** @type {unknown} */ application) => ({
    application,
    consent: { accepted: true, version: consentVersion },
    attemptId: randomUUID(),
  })
  return [
    { title: "Apply with fields of the wrong type", body: whole(wrapped(applicant)) },
    { title: "Apply with values that no field takes", body: whole(spoiled(applicant)) },
    { title: "Apply with a text in place of the form", body: whole(JSON.stringify(applicant)) },
    { title: "Apply with the form in a wrong place", body: { ...applicant, ...whole({}), consent: applicant } },
    { title: "Apply with a body that breaks off", body: JSON.stringify(whole(applicant)).slice(0, -20) },
  ]
}

/**
 * Sends them to a cart's application route and looks at the answers.
 *
 * @param {{ store: { medusaUrl: string, publishableKey: string }, cartId: string, consentVersion: string,
 *   applicant: import("./applicant.mjs").Applicant, secrets: import("./scan.mjs").Needles,
 *   expect: import("./expectations.mjs").Expectations,
 *   onExchange: (exchange: import("./store-client.mjs").Exchange) => Promise<void> }} options
 */
export async function sendBadApplications({ store, cartId, consentVersion, applicant, secrets, expect, onExchange }) {
  const path = `/store/lease-to-own/carts/${cartId}/application`
  for (const { title, body } of badApplications(applicant, consentVersion)) {
    const response = await fetch(store.medusaUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-publishable-api-key": store.publishableKey },
      body: typeof body === "string" ? body : JSON.stringify(body),
    })
    const text = await response.text()
    await onExchange({
      title,
      method: "POST",
      path,
      body: typeof body === "string" ? body : undefined,
      status: response.status,
      answer: parse(text),
    })
    expect.equal(`"${title}" is refused as bad input`, response.status, 400)
    expect.equal(`"${title}" is answered without a value that was sent`, namesIn(text, secrets), [])
  }
}

/** Each value alone in a list. @param {unknown} value @returns {unknown} */
function wrapped(value) {
  return mapValues(value, (leaf) => [leaf])
}

/** Each value with letters around it. @param {unknown} value @returns {unknown} */
function spoiled(value) {
  return mapValues(value, (leaf) => `x ${leaf} x`)
}

/** @param {unknown} value @param {(leaf: unknown) => unknown} change @returns {unknown} */
function mapValues(value, change) {
  if (typeof value !== "object" || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapValues(inner, change)]))
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 200)
  }
}
