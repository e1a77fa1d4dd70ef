import {
  createLeaseClient,
  type LeaseClientOptions,
  type Transport,
  type TransportRequest,
} from "../../../packages/storefront/src/index"

/** An answer of the store: a body (200), a status with a body, an error for "no answer came", or a promise of one of these. */
export type Answer = object | Error | Promise<object | Error>

const CART = "/store/lease-to-own/carts/cart_1"

/** A client of the cart `cart_1`, which keeps nothing. */
export const clientOf = (transport: Transport, more: Partial<LeaseClientOptions> = {}) =>
  createLeaseClient({ cartId: "cart_1", transport, storage: null, ...more })

/** A transport without a network: each call by its last word (`GET`, `offer`, `complete`, …), answered in turn; the last answer is repeated. */
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
    if (!answer) throw new Error(`${request.method} ${request.path} was not laid down.`)
    return "status" in answer && typeof answer.status === "number"
      ? { status: answer.status, body: (answer as { body?: unknown }).body }
      : { status: 200, body: answer }
  }

  return {
    transport,
    sent,
    /** The calls made, by name, without the two that prepare an order. */
    calls: () => sent.map(nameOf).filter((name) => !name.startsWith("payment-")),
    /** Answers of a call, in turn; or an answer, or several, of each call. */
    on(name: string | Record<string, Answer | Answer[]>, ...laidDown: Answer[]) {
      const all = typeof name === "string" ? { [name]: laidDown } : name
      for (const [call, given] of Object.entries(all)) answers.set(call, [given].flat())
    },
  }
}
