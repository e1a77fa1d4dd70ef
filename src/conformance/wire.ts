import { setTimeout as pause } from "node:timers/promises"
import { request } from "undici"
import type { Settings } from "../lease-service"
import { type Shape, shapeOf } from "./shape"

/** A call as it goes out. `path` is below the service's address, with its version; `headers` replace the usual ones. */
export type Call = {
  name: string
  method: "GET" | "POST" | "DELETE"
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** An answer, for a probe to look at. `json` is undefined where the body is none. */
export type Seen = { status: number; mediaType: string; json: unknown; shape: Shape; ms: number; retryAfter: boolean }

/** The service did not answer: nothing is known, and nothing is drift. */
export class NoAnswer extends Error {}

/** Calls are this far apart (ms), so that no account is blocked. */
const APART_MS = 1000

/** Talks to an account as the client does, one call at a time, and keeps of each answer its shape. Never repeats a call. */
export class Wire {
  /** The shape of each answer, by the call's name and its status. */
  readonly shapes: Record<string, Shape> = {}
  private next = 0

  constructor(
    readonly settings: Settings,
    private readonly apartMs = APART_MS,
  ) {}

  /** Whether the paths of all calls but the application are the specification's short ones (option `wire.paths`). */
  literal = false

  /** The path of a call with its version. */
  versioned(path: string): string {
    return `/api/v${this.settings.apiVersion}${path}`
  }

  /** The path of a call as the account has it; that of the application always has its version. */
  path(path: string): string {
    return this.literal ? path : this.versioned(path)
  }

  /** Throws NoAnswer when none came in time. */
  async ask({ name, method, path, body, headers = {} }: Call): Promise<Seen> {
    await pause(Math.max(0, this.next - Date.now()))
    const { origin, prefix, authHash, timeoutMs, wire } = this.settings
    const began = performance.now()
    try {
      const answer = await request(`${origin}${prefix}${path}`, {
        method,
        headers: {
          authorization: `Basic ${authHash}`,
          accept: "application/json",
          "content-type": wire.contentType,
          ...wire.headers,
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const json = parsed(await answer.body.text())
      const seen: Seen = {
        status: answer.statusCode,
        mediaType: String(answer.headers["content-type"] ?? "").split(";")[0] ?? "",
        json,
        shape: shapeOf(json),
        ms: Math.round(performance.now() - began),
        retryAfter: answer.headers["retry-after"] !== undefined,
      }
      this.shapes[`${name} ${seen.status}`] = seen.shape
      return seen
    } catch (error) {
      throw new NoAnswer(`${name}: ${error instanceof Error ? error.name : "no answer"}`)
    } finally {
      this.next = Date.now() + this.apartMs
    }
  }
}

function parsed(text: string): unknown {
  try {
    return text.trim() ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
