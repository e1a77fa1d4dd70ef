import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { orderCard } from "../../../fixtures/order-cards"
import { type CardServer, type Reply, startCardServer } from "../../../support/card-server"
import { leaseOrder } from "../../../support/lease-order"
import { type Options, prepareFor, surroundings } from "./surroundings"

type Widget = ComponentType<DetailWidgetProps<AdminOrder>>

/** The server that the widget asks, and the widget, which learns that server's address when it is loaded. */
export type Dashboard = { server: CardServer; Widget: Widget }

/** The answer that carries a fixture. */
export const lease = (name: string): Reply => ({ body: { lease: orderCard(name) } })

/** The order card for the tests of a file. Before each of them the store answers with fixtures and was asked nothing. */
export function serveDashboard(): Dashboard {
  const dashboard = {} as Dashboard
  beforeAll(async () => void Object.assign(dashboard, await startDashboard()))
  beforeEach(() => {
    dashboard.server.asked.splice(0)
    dashboard.server.taken.splice(0)
    dashboard.server.answer(lease)
  })
  afterAll(() => dashboard.server.close())
  return dashboard
}

async function startDashboard(): Promise<Dashboard> {
  const server = await startCardServer(lease)
  prepareFor(server)
  const { default: Widget } = await import("../../../../admin/widgets/order-lease")
  return { server, Widget: Widget as Widget }
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
