const TIMEOUT_MS = 20_000

/** `body` is the parsed JSON, or an empty object if the response isn't JSON. */
export type StoreAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

/** Thrown if an origin sends no response. The message gives the reason. */
export class NoAnswer extends Error {
  constructor(
    readonly origin: string,
    error: unknown,
  ) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    super(name === "TimeoutError" ? `waited ${TIMEOUT_MS / 1000} s` : (cause?.code ?? message))
  }
}

/** Returns the URL of one of the store's routes. The store's own URL may include a path. */
export function routeOf(store: URL, path: string): URL {
  return new URL(store.href.replace(/(?<!\/)\/+$/, "") + path)
}

/** Sends a request without following redirects. Rejects with {@link NoAnswer}. */
export async function request(url: URL, init?: RequestInit): Promise<StoreAnswer> {
  try {
    const response = await fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(text) }
  } catch (error) {
    throw new NoAnswer(url.origin, error)
  }
}

function parsed(text: string): StoreAnswer["body"] {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
