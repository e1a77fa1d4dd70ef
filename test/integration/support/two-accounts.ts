import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage } from "node:http"
import { type Sandbox, type SandboxOptions, startSandbox } from "lease-to-own-sandbox"

/** The credentials that a service received, and its port. */
export type Heard = { port: number; authorization: string }

const STARTED = "http.server.request.start"

/** Starts a second operator's service, with different credentials. With the same seed, it assigns the same IDs as the first. */
export function startOther(options: SandboxOptions = {}): Promise<Sandbox> {
  const login = { username: "maple-store", password: "maple-secret" }
  return startSandbox({ port: 0, contractPort: 0, dialect: { rules: { cancel: "unshipped" } }, ...login, ...options })
}

export function mapleOf(other: Pick<Sandbox, "baseUrl" | "username" | "password">) {
  const { baseUrl, username, password } = other
  return { baseUrl, username, password, operator: { name: "Maple Leasing", contact: "help@maple.example" } }
}

/** Records the credentials received by each server in this process until `end` is called. */
export function listenIn(): { heard: Heard[]; end(): void } {
  const heard: Heard[] = []
  const note = (event: unknown) => {
    const { headers, socket } = (event as { request: IncomingMessage }).request
    if (headers.authorization?.startsWith("Basic "))
      heard.push({ port: socket.localPort ?? 0, authorization: headers.authorization })
  }
  subscribe(STARTED, note)
  return { heard, end: () => void unsubscribe(STARTED, note) }
}

export function loginOf({ username, password }: Pick<Sandbox, "username" | "password">): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`
}

export function portOf({ baseUrl }: Pick<Sandbox, "baseUrl">): number {
  return Number(new URL(baseUrl).port)
}
