import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseService } from "../../../src/client"
import type { Absence, Line } from "./line"

/** Thrown at code that continues after the process is dead; nothing of it is ever kept. */
export class Died extends Error {
  constructor() {
    super("this process is dead")
    this.name = "Died"
  }
}

/**
 * A life that ends at a step. Steps are what another process can tell apart: each statement that reaches the database and each answer of the
 * service. After the end nothing of this process arrives anywhere, as after SIGKILL.
 */
export class Life {
  steps = 0
  constructor(private readonly last = Number.POSITIVE_INFINITY) {}

  get over(): boolean {
    return this.steps >= this.last
  }

  /** Counts a step; throws when it is not lived to see. */
  step(): void {
    if (this.over) throw new Died()
    this.steps += 1
  }
}

type Connection = { query(...args: unknown[]): unknown }

/** Lets every statement of this pool be a step of `life`. A transaction that is open when it ends is rolled back, as the server does. */
export function mortalPool(knex: Knex, life: Life): void {
  const client = knex.client as { acquireRawConnection(): Promise<Connection> }
  const acquire = client.acquireRawConnection.bind(client)
  client.acquireRawConnection = async () => {
    const connection = await acquire()
    const query = connection.query.bind(connection)
    connection.query = (...args: unknown[]) => {
      const text = textOf(args[0])
      if (/^rollback/i.test(text)) return query(...args)
      try {
        life.step()
      } catch (error) {
        if (!/^commit/i.test(text)) return refuse(args, error)
        query("rollback")
        return refuse(args, error)
      }
      return query(...args)
    }
    return connection
  }
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query
  return String((query as { text?: unknown } | undefined)?.text ?? "")
}

/** Refuses like the driver: by the callback when there is one. */
function refuse(args: unknown[], error: unknown): unknown {
  const callback = args.filter((arg) => typeof arg === "function").at(-1) as ((error: unknown) => void) | undefined
  if (!callback) return Promise.reject(error)
  queueMicrotask(() => callback(error))
  return undefined
}

/** `service`: where it is. `impatient`: there too, soon given up. The others never come there. */
export type Clients = { service: LeaseService; impatient: LeaseService } & Record<Absence, LeaseService>

/** The part that makes no call. */
const QUIET = new Set(["close", "readForm"])

/** The service as this process hears it, each answer a step of its life. */
export function mortalService(clients: Clients, life: Life, line: Line): LeaseService {
  return new Proxy(clients.service, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== "function") return member
      const call = String(name)
      if (QUIET.has(call)) return member.bind(target)
      return async (...args: unknown[]) => {
        const absence = line.take(call)
        const client = absence ? clients[absence] : line.stalls ? clients.impatient : target
        try {
          return await (Reflect.get(client, name, client) as typeof member).apply(client, args)
        } finally {
          life.step()
        }
      }
    },
  })
}
