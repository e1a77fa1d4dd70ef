import type { AdminOrder } from "@medusajs/types"
import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { useLocation } from "react-router-dom"
import { usual } from "../../../fixtures/dashboard-pages"
import { type PageServer, startPageServer } from "../../../support/page-server"
import { type Options, prepareFor, surroundings } from "./surroundings"

export type Pages = { server: PageServer; Routes: ComponentType<{ order?: AdminOrder }> }

/** The pages for the tests of a file. Before each of them the store is in good order and was asked nothing. */
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

/** The dashboard at this address, among what it puts around its pages. `order`: what the page of an order has read. */
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
  /** The page after the dashboard has read the order again. */
  const reread = (changed: AdminOrder) => rerender(<Place order={changed} />)
  return { client, unmount, user, address: () => place.address, reread }
}
