import {
  createLeaseClient,
  type LeaseClientOptions,
  type Transport,
  type TransportRequest,
} from "../../../packages/storefront/src/index"

/** An answer of the store: a body (200), a status with a body, an error for a call without an answer, or a promise of one of these. */
export type Answer = object | Error | Promise<object | Error>

const CART = "/store/lease-to-own/carts/cart_1"

/** A client of the cart `cart_1` without storage. */
export const clientOf = (transport: Transport, more: Partial<LeaseClientOptions> = {}) =>
  createLeaseClient({ cartId: "cart_1", transport, storage: null, ...more })

/** A transport without a network. Each call, by its last word (`GET`, `offer`, `complete`, …), gets its answers in order, the last one repeatedly. */
export function fakeTransport() {
  const sent: TransportRequest[] = []
  const answers = new Map<string, Answer[]>([
    ["payment-collections", [{ payment_collection: { id: "paycol_1" } }]],
    ["payment-sessions", [{ payment_collection: { id: "paycol_1" } }]],
  ])
  const nameOf = ({ path }: TransportRequest) => (path === CART ? "GET" : (path.split("/").at(-1) ?? ""))

  const transport: Transport = async (request) => {
    sent.push(structuredClone(request))
    const queue = answers.get(nameOf(request)) ?? []
    const answer = await (queue.length > 1 ? queue.shift() : queue[0])
    if (answer instanceof Error) throw answer
    if (!answer) throw new Error(`${request.method} ${request.path} has no answer.`)
    return "status" in answer && typeof answer.status === "number"
      ? { status: answer.status, body: (answer as { body?: unknown }).body }
      : { status: 200, body: answer }
  }

  return {
    transport,
    sent,
    /** The names of the calls so far, without the two that prepare an order. */
    calls: () => sent.map(nameOf).filter((name) => !name.startsWith("payment-")),
    /** Sets the answers of one call, in order, or one answer or several for each of several calls. */
    on(name: string | Record<string, Answer | Answer[]>, ...queue: Answer[]) {
      const all = typeof name === "string" ? { [name]: queue } : name
      for (const [call, given] of Object.entries(all)) answers.set(call, [given].flat())
    },
  }
}
