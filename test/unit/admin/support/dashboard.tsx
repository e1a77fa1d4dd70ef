import type { AdminOrder } from "@medusajs/types"
import { screen } from "@testing-library/react"
import { orderCard } from "../../../fixtures/order-cards"
import { leaseOrder } from "../../../support/lease-order"
import type { PageReply } from "../../../support/page-server"
import { openAt, servePages } from "./pages"
import type { Options } from "./surroundings"

export type Reply = PageReply | Promise<PageReply>
/** An action, or an unpaid order's link: then `leaseId` is the order's. */
type Taken = { leaseId: string; key: string; body: unknown }
type Dashboard = ReturnType<typeof serveDashboard>

/** A fixture as a response. */
export const lease = (name: string): Reply => ({ body: { lease: orderCard(name) } })

const ACTION = /^POST \/lease-to-own\/(?:leases|orders)\/(?<leaseId>[^/]+)\/(?:actions\/)?(?<key>\w+)$/

/** The order card's store for a file's tests. Before each test, it is reset to the fixtures, without requests. */
export function serveDashboard() {
  const pages = servePages()
  /** Orders whose lease was read, and actions, in order. */
  const asked: string[] = []
  const taken: Taken[] = []
  let answer = lease
  let act: (taken: Taken) => Reply
  beforeEach(() => {
    asked.splice(0)
    taken.splice(0)
    answer = lease
    pages.server.answer(({ route, body }) => {
      const { leaseId = "", key = "" } = ACTION.exec(route)?.groups ?? {}
      const [, orderId] = /^GET \/lease-to-own\/orders\/([^/]+)$/.exec(route) ?? []
      if (orderId) asked.push(orderId)
      else taken.push({ leaseId, key, body })
      return orderId ? answer(orderId) : act({ leaseId, key, body })
    })
  })
  return {
    pages,
    asked,
    taken,
    /** Sets an order's lease from now on. */
    answer: (next: (orderId: string) => Reply) => {
      answer = next
    },
    /** Sets the results of actions from now on. */
    act: (next: typeof act) => {
      act = next
    },
  }
}

/** An order's page. `side`: the card's column, empty without a card. */
export function openOrder({ pages }: Dashboard, order: AdminOrder = leaseOrder("accepted"), options: Options = {}) {
  const page = openAt(pages, `/orders/${order.id}`, { ...options, order })
  return { ...page, side: screen.getByTestId("order") }
}
