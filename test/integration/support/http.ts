import { misfit } from "../../support/documented"

/** `body` is the parsed JSON, or text if it isn't JSON. */
export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and assert on them
  body: any
  headers: Headers
}

/**
 * Sends plain HTTP requests with JSON, as any client would. Doesn't throw for any status, only if one of the plugin's responses differs from
 * `docs/openapi.json`.
 */
export class Http {
  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  with(headers: Record<string, string>): Http {
    return new Http(this.baseUrl, { ...this.headers, ...headers })
  }

  get(path: string): Promise<Answer> {
    return this.send("GET", path)
  }

  post(path: string, body: unknown = {}): Promise<Answer> {
    return this.send("POST", path, typeof body === "string" ? body : JSON.stringify(body))
  }

  delete(path: string): Promise<Answer> {
    return this.send("DELETE", path)
  }

  private send(method: string, path: string, body?: string): Promise<Answer> {
    const headers = body === undefined ? undefined : { "content-type": "application/json" }
    return this.raw(path, { method, ...(headers && { headers, body }) })
  }

  /** Sends a raw request, with its own content type or none. */
  async raw(path: string, { headers, ...init }: { method: string; headers?: Record<string, string>; body?: string }) {
    const response = await fetch(this.baseUrl + path, { ...init, headers: { ...this.headers, ...headers } })
    const answer = { status: response.status, body: asJson(await response.text()), headers: response.headers }
    const wrong = misfit(init.method, path, answer)
    if (wrong) throw new Error(`docs/openapi.json describes another answer of ${init.method} ${path}. ${wrong}`)
    return answer
  }
}

/** Returns a response's body. Throws if the request was refused. */
export async function ok(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
