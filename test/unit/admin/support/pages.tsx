import type { AdminOrder } from "@medusajs/types"
import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { useLocation } from "react-router-dom"
import { usual } from "../../../fixtures/dashboard-pages"
import { type PageServer, startPageServer } from "../../../support/page-server"
import { type Options, prepareFor, surroundings } from "./surroundings"

export type Pages = { server: PageServer; Routes: ComponentType<{ order?: AdminOrder }> }

/** The pages for a file's tests. Before each test, the store has no problems and got no requests. */
export function servePages(): Pages {
  const pages = {} as Pages
  beforeAll(async () => {
    pages.server = await startPageServer(usual)
    prepareFor(pages.server)
    pages.Routes = (await import("../../../support/dashboard-routes")).DashboardRoutes
  })
  beforeEach(() => {
    pages.server.asked.splice(0)
    pages.server.answer(usual)
  })
  afterAll(() => pages.server.close())
  return pages
}

/** The dashboard at this address, with its wrappers. `order`: the order page's order. */
export function openAt(
  { Routes }: Pages,
  address: string,
  { order, ...options }: Options & { order?: AdminOrder } = {},
) {
  const { client, wrapper, user } = surroundings(options, address)
  const place = { address }
  const Place = ({ order }: { order?: AdminOrder }) => {
    const { pathname, search } = useLocation()
    place.address = pathname + search
    return <Routes order={order} />
  }
  const { rerender, unmount } = render(<Place order={order} />, { wrapper })
  /** The page after the dashboard has reloaded the order. */
  const reread = (changed: AdminOrder) => rerender(<Place order={changed} />)
  return { client, unmount, user, address: () => place.address, reread }
}
