import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Consent, LeaseError, LeaseView } from "../../../packages/storefront/src/index"

export type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
/** An answer of the store. `cut` drops the connection after reading the request. */
export type Answer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string>; wait?: Promise<unknown> }
  | "cut"

/** A store that gives a test's answers for each route, in order. The last answer is repeated. */
export async function startStore() {
  const seen: Seen[] = []
  const answers = new Map<string, Answer[]>()
  const server = createServer((req, res) => void serve(req, res))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")

  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = req
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    seen.push({ method, path: url, headers, body: text ? JSON.parse(text) : undefined })
    const queue = answers.get(`${method} ${url}`) ?? []
    const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 404, text: "no answer for this route" }
    if (answer === "cut") return void req.socket.destroy()
    await answer.wait
    res.writeHead(answer.status ?? 200, answer.headers)
    res.end(answer.text ?? JSON.stringify(answer.json))
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** Requests that reached the store, as `METHOD path`. */
    calls: () => seen.map(({ method, path }) => `${method} ${path}`),
    on(route: string, ...given: Answer[]) {
      answers.set(route, given)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

export type LocalStore = Awaited<ReturnType<typeof startStore>>

const no = { allowed: false, reason: "no_application" } as const
const NOT_YET = { approval: no, code: no, offer: no, contract: no, signature: no, place: no, widget: no }

/** A consent with one item, whose text is in the first of these languages. */
export function aConsent(version: string, texts: Record<string, string> = { en: "I agree." }): Consent {
  const [[language, text] = ["en", ""]] = Object.entries(texts)
  return { version, language, items: [{ id: "application", required: true, text, texts, link: null, links: {} }] }
}

export function aView(changes: Partial<LeaseView> = {}): LeaseView {
  return {
    status: "open",
    step: "intro",
    flow: "api",
    test: true,
    reference: "LTO-TEST",
    order_id: null,
    order: null,
    reasons: [],
    form: null,
    consent: aConsent("2024-01"),
    contract_languages: ["en", "es"],
    operator: { name: "the leasing company", contact: "help@example.com" },
    sales_tax: { mode: "in_cart", total_changes: false },
    approval: null,
    offer: null,
    cart_in_sync: true,
    separate_cart: null,
    actions: { apply: { allowed: true }, ...NOT_YET },
    messages: [],
    poll_after_ms: null,
    ...changes,
  }
}

/** The error of a call. Undefined if it succeeds. */
export const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as LeaseError,
  )

export function aStorage() {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  }
}
