/** Longest wait for an answer (ms). */
const TIMEOUT_MS = 20_000

/**
 * `body`: parsed, or undefined when it was no JSON.
 *
 * @typedef {{ status: number, headers: Headers, body: any, text: string }} Answer
 * @typedef {(method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>} Ask
 */

/** No answer came. `says` is for people. */
export class NoAnswer extends Error {}

/**
 * Asks a store as a storefront does. Rejects with {@link NoAnswer} alone.
 *
 * @param {URL} store
 * @param {string} key
 * @returns {Ask}
 */
export function storeAsker(store, key) {
  const base = store.href.replace(/\/+$/, "")
  return (method, path, body, headers) =>
    request(base + path, {
      method,
      headers: {
        "x-publishable-api-key": key,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

/**
 * One request, which follows no redirect.
 *
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<Answer>}
 */
export async function request(url, init) {
  try {
    const response = await fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text), text }
  } catch (error) {
    throw new NoAnswer(`${new URL(url).origin} does not answer (${reasonOf(error)}).`)
  }
}

/** @param {any} error */
function reasonOf(error) {
  if (error?.name === "TimeoutError") return `waited ${TIMEOUT_MS / 1000} s`
  return error?.cause?.code ?? error?.cause?.message ?? error?.message
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
