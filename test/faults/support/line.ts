import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"

/** How a call fails to reach the service: a closed port, or one that accepts and never responds. */
export type Absence = "no connection" | "hangs"

type Met = { how: Absence; times: number }

/** The connection to the service, shared by every process of a room. */
export class Line {
  /** Reports that the next call will stall at the service itself. */
  stalls = false
  private calls = new Map<string, Met>()
  private away: { how: Absence; until: Date } | null = null

  constructor(private readonly now: () => Date) {}

  /** Applies the fault to the next calls of this name. */
  meet(call: string, how: Absence, times: number): void {
    this.calls.set(call, { how, times })
  }

  /** Applies the fault to every call for this long. */
  leave(how: Absence, ms: number): void {
    this.away = { how, until: new Date(this.now().getTime() + ms) }
  }

  /** Ends all faults. */
  clear(): void {
    Object.assign(this, { stalls: false, calls: new Map(), away: null })
  }

  /** How many of the next calls of this name will get a fault; undefined if none was ever set. */
  left(call: string): number | undefined {
    return this.calls.get(call)?.times
  }

  /** The fault for this call, or null. */
  take(call: string): Absence | null {
    if (this.away && this.now() < this.away.until) return this.away.how
    const met = this.calls.get(call)
    if (!met?.times) return null
    met.times -= 1
    return met.how
  }
}

/** A port that accepts every connection and never responds. */
export async function startSilence(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    // Reads without responding, so the caller's request counts as sent.
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
