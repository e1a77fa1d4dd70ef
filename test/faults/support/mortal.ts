import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { LeaseService } from "../../../src/client"
import type { Absence, Line } from "./line"

/** Thrown at code that continues after its process died. */
export class Died extends Error {
  constructor() {
    super("this process is dead")
    this.name = "Died"
  }
}

/**
 * A process's life that ends at a step. A step is whatever other processes can observe: each statement that reaches the database and each response
 * of the service. After the end, nothing that this process sends arrives anywhere, as after SIGKILL.
 */
export class Life {
  steps = 0
  constructor(private readonly last = Number.POSITIVE_INFINITY) {}

  get over(): boolean {
    return this.steps >= this.last
  }

  /** Counts a step; throws if the process has died. */
  step(): void {
    if (this.over) throw new Died()
    this.steps += 1
  }
}

type Connection = { query(...args: unknown[]): unknown }

/** Makes every statement of this pool a step of `life`. An open transaction is rolled back at the end, as the server does. */
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

/** Rejects like the driver: through the callback if there is one. */
function refuse(args: unknown[], error: unknown): unknown {
  const callback = args.filter((arg) => typeof arg === "function").at(-1) as ((error: unknown) => void) | undefined
  if (!callback) return Promise.reject(error)
  queueMicrotask(() => callback(error))
  return undefined
}

/** `service`: reached at its address. `impatient`: the same, with a short timeout. The others never reach the service. */
export type Clients = { service: LeaseService; impatient: LeaseService } & Record<Absence, LeaseService>

/** Methods that make no call. */
const QUIET = new Set(["close", "readForm"])

/** The service from this process's side; each response is a step of the process's life. */
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
