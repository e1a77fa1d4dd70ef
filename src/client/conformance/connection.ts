import { setTimeout as pause } from "node:timers/promises"
import { request } from "undici"
import { type Settings, toStore, tryJson } from "../index"
import { type Finding, joined } from "./finding"
import { type Shape, shapeOf } from "./shape"

/** One call. `path` is relative to `baseUrl`. `headers` replace the default headers with the same names. */
export type ProbeCall = {
  name: string
  method: "GET" | "POST" | "DELETE"
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** A response. `json` is undefined if the body isn't JSON, `length` is the body's length, and `retryAfter` is in seconds. */
export type Seen = {
  status: number
  mediaType: string
  json: unknown
  length: number
  shape: Shape
  ms: number
  retryAfter: number | undefined
}

/** Thrown if the service doesn't respond, which isn't drift. If the call may have taken effect, `asks` says what to ask the operator. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly asks?: string,
  ) {
    super(message)
  }
}

/** The pause between calls, which keeps the service from blocking the account. */
const APART_MS = 1000
/** The longest Retry-After that is honored. A call waits for it only once. */
const LONGEST_PAUSE_S = 10
/** Statuses from a gateway or an overloaded service. They mean an outage and don't reveal anything about the account. */
const BUSY = [429, 502, 503, 504]

/** Calls an account as the client does, one call at a time, and records the shape of each response. Never repeats a write. */
export class Connection {
  /** Response shapes, keyed by call name and status. */
  readonly shapes: Record<string, Shape> = {}
  readonly log: Pick<Seen, "status" | "mediaType" | "ms" | "length" | "retryAfter">[] = []
  /** When calls must end (epoch ms). A later response counts as missing. */
  until = Number.POSITIVE_INFINITY
  private next = 0

  constructor(
    public settings: Settings,
    private readonly apartMs = APART_MS,
    /** This run's contract URLs, IDs and codes, which only the journal may contain. */
    readonly secrets = new Set<string>(),
  ) {}

  /** Makes all later calls with the options that the findings propose. */
  adopt(...findings: readonly Finding[]): void {
    const { dialect, cartFormat } = joined([
      { dialect: this.settings.dialect },
      ...findings.flatMap(({ write }) => write ?? []),
    ])
    this.settings = { ...this.settings, dialect: dialect as Settings["dialect"], ...(cartFormat && { cartFormat }) }
  }

  versioned(path: string): string {
    return `/api/v${this.settings.apiVersion}${path}`
  }

  /** Returns a path in the account's format. Don't use this for POST application, whose path always includes the version. */
  path(path: string): string {
    return this.settings.dialect.paths === "literal" ? path : this.versioned(path)
  }

  pathOf(path: string, id: string): string {
    return `${this.path(path)}?applicationId=${encodeURIComponent(id)}`
  }

  /** Returns a request body with the application's ID and the store in the account's format. */
  bodyOf(id: string, fields: object): Record<string, unknown> {
    const applicationId = this.settings.dialect.applicationIdFormat === "number" ? Number(id) : id
    return { applicationId, ...toStore(this.settings), ...fields }
  }

  /** Makes a call. Throws NoAnswer if no response arrives in time or the service is overloaded. Never waits past `until`. */
  async ask(call: ProbeCall): Promise<Seen> {
    const first = await this.send(call)
    if (!BUSY.includes(first.status)) return first
    const { retryAfter = 1 } = first
    const isTooLong = retryAfter > LONGEST_PAUSE_S || Date.now() + retryAfter * 1000 > this.until
    if (call.method !== "GET" || isTooLong) throw new NoAnswer(`${call.name}: ${first.status}`)
    await pause(retryAfter * 1000)
    const second = await this.send(call)
    if (BUSY.includes(second.status)) throw new NoAnswer(`${call.name}: ${second.status}, twice`)
    return second
  }

  private async send({ name, method, path, body, headers = {} }: ProbeCall): Promise<Seen> {
    await pause(Math.max(0, this.next - Date.now()))
    const { origin, prefix, authHash, timeoutMs, dialect } = this.settings
    const began = performance.now()
    try {
      const answer = await request(`${origin}${prefix}${path}`, {
        method,
        headers: {
          authorization: `Basic ${authHash}`,
          accept: "application/json",
          "content-type": dialect.contentType,
          ...dialect.headers,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, this.until - Date.now()))),
      })
      const text = await answer.body.text()
      const json = tryJson(text)
      const seen: Seen = {
        status: answer.statusCode,
        mediaType: String(answer.headers["content-type"] ?? "").split(";")[0] ?? "",
        json,
        length: text.trim().length,
        shape: shapeOf(json),
        ms: Math.round(performance.now() - began),
        retryAfter: secondsOf(answer.headers["retry-after"]),
      }
      this.log.push(seen)
      if (!BUSY.includes(seen.status)) this.shapes[`${name} ${seen.status}`] = seen.shape
      return seen
    } catch (error) {
      const { code, name: kind = "no answer" } = error as Partial<NodeJS.ErrnoException>
      throw new NoAnswer(`${name}: ${typeof code === "string" ? code : kind}`)
    } finally {
      this.next = Date.now() + this.apartMs
    }
  }
}

/** Returns the seconds in a Retry-After header, or undefined if it contains a date. */
function secondsOf(header: string | string[] | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
