import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** How a call does not come to the service: no port is open, or one that takes the call and never answers. */
export type Absence = "no connection" | "hangs"

type Met = { how: Absence; times: number }

/** The line to the service as every process of a room finds it. */
export class Line {
  /** A call is about to stall at the service itself. */
  stalls = false
  private calls = new Map<string, Met>()
  private away: { how: Absence; until: Date } | null = null

  constructor(private readonly now: () => Date) {}

  /** The next calls of this name meet it. */
  meet(call: string, how: Absence, times: number): void {
    this.calls.set(call, { how, times })
  }

  /** Every call meets it for so long. */
  leave(how: Absence, ms: number): void {
    this.away = { how, until: new Date(this.now().getTime() + ms) }
  }

  /** The service is well again. */
  clear(): void {
    Object.assign(this, { stalls: false, calls: new Map(), away: null })
  }

  /** How many of the next calls of this name will still meet something; undefined where nothing ever waited for them. */
  left(call: string): number | undefined {
    return this.calls.get(call)?.times
  }

  /** The fault that this call meets, or null. */
  take(call: string): Absence | null {
    if (this.away && this.now() < this.away.until) return this.away.how
    const met = this.calls.get(call)
    if (!met?.times) return null
    met.times -= 1
    return met.how
  }
}

/** A port that takes every connection and says nothing. */
export async function startSilence(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    // Read, and never answered: the caller sees its request taken.
    socket.resume()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lease`,
    close: async () => {
      const closed = once(server, "close")
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
