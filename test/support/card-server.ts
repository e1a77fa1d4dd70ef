import { startPageServer } from "./page-server"

/** The route's answer; a promise that stays open is a store that takes its time. */
export type Reply = { status?: number; body: unknown }
type Answer = (orderId: string) => Reply | Promise<Reply>

/** An action as it was asked for. `leaseId`: of the order for its link. */
export type Taken = { leaseId: string; key: string; body: unknown }
/** "drop": the connection breaks. */
export type ActionReply = Reply | "drop"
type Act = (taken: Taken) => ActionReply | Promise<ActionReply>

/** The admin routes that the order card asks, over real HTTP; and, where a page comes along, its files. */
export type CardServer = {
  url: string
  /** Orders whose lease was asked for, in order. */
  asked: string[]
  /** Actions that were asked for, in order. */
  taken: Taken[]
  /** Sets how actions end from now on. */
  act(act: Act): void
  /** Sets the route's answer from now on. */
  answer(answer: Answer): void
  close(): Promise<void>
}

const ORDER = /^GET \/lease-to-own\/orders\/(?<id>[^/]+)$/
/** An action, or the link of an order that nobody has paid. */
const ACTION = /^POST \/lease-to-own\/(leases|orders)\/(?<leaseId>[^/]+)\/(actions\/)?(?<key>\w+)$/

/** @param files a folder that is served beside the route */
export async function startCardServer(initial: Answer, files?: string): Promise<CardServer> {
  let answer = initial
  let act: Act = () => ({ status: 404, body: {} })
  const asked: string[] = []
  const taken: Taken[] = []
  const { url, close } = await startPageServer(({ route, body }) => {
    const id = ORDER.exec(route)?.groups?.id
    if (id) {
      asked.push(id)
      return answer(id)
    }
    const { leaseId, key } = ACTION.exec(route)?.groups ?? {}
    if (!leaseId || !key) return undefined
    const one = { leaseId, key, body }
    taken.push(one)
    return act(one)
  }, files)
  return {
    url,
    asked,
    taken,
    act(next) {
      act = next
    },
    answer(next) {
      answer = next
    },
    close,
  }
}
