import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { orderCard } from "../../../fixtures/order-cards"
import { leaseOrder } from "../../../support/lease-order"
import { type PageReply, type PageServer, startPageServer } from "../../../support/page-server"
import { type Options, prepareFor, surroundings } from "./surroundings"

export type Reply = PageReply | Promise<PageReply>
/** An action, or the link of an order that nobody has paid: then `leaseId` is the order's. */
type Taken = { leaseId: string; key: string; body: unknown }

/** The order card, and the store that it asks. */
export type Dashboard = {
  Widget: ComponentType<DetailWidgetProps<AdminOrder>>
  /** Orders whose lease was asked for, in order. */
  asked: string[]
  /** Actions that were asked for, in order. */
  taken: Taken[]
  /** Sets what an order's lease is from now on. */
  answer(next: (orderId: string) => Reply): void
  /** Sets how actions end from now on. */
  act(next: (taken: Taken) => Reply): void
}

/** The answer that carries a fixture. */
export const lease = (name: string) => ({ body: { lease: orderCard(name) } })

const ACTION = /^POST \/lease-to-own\/(?:leases|orders)\/(?<leaseId>[^/]+)\/(?:actions\/)?(?<key>\w+)$/

/** The order card for the tests of a file. Before each of them the store answers with fixtures and was asked nothing. */
export function serveDashboard(): Dashboard {
  let server: PageServer
  let answer: (orderId: string) => Reply = lease
  let act: (taken: Taken) => Reply
  const dashboard = {
    asked: [] as string[],
    taken: [] as Taken[],
    answer(next) {
      answer = next
    },
    act(next) {
      act = next
    },
  } as Dashboard
  beforeAll(async () => {
    server = await startPageServer(({ route, body }) => {
      const { leaseId = "", key = "" } = ACTION.exec(route)?.groups ?? {}
      const [, orderId] = /^GET \/lease-to-own\/orders\/([^/]+)$/.exec(route) ?? []
      if (orderId) dashboard.asked.push(orderId)
      else dashboard.taken.push({ leaseId, key, body })
      return orderId ? answer(orderId) : act({ leaseId, key, body })
    })
    prepareFor(server)
    // It learns the server's address when it is loaded.
    const { default: Widget } = await import("../../../../admin/widgets/order-lease")
    Object.assign(dashboard, { Widget })
  })
  beforeEach(() => {
    dashboard.asked.splice(0)
    dashboard.taken.splice(0)
    answer = lease
  })
  afterAll(() => server.close())
  return dashboard
}

/** The widget on an order page, among what the dashboard puts around it. */
export function openOrder({ Widget }: Dashboard, order: AdminOrder = leaseOrder("accepted"), options: Options = {}) {
  const { client, wrapper, user } = surroundings(options)
  const page = (data: AdminOrder) => (
    <>
      <h1>Order</h1>
      <aside aria-label="side">
        <Widget data={data} />
      </aside>
    </>
  )
  const { rerender, unmount, getByRole } = render(page(order), { wrapper })
  return {
    client,
    unmount,
    /** The column in which the card stands; empty without one. */
    side: getByRole("complementary"),
    user,
    /** The page after the dashboard has read the order again. */
    reread: (changed: AdminOrder) => rerender(page(changed)),
  }
}
