import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { useLocation } from "react-router-dom"
import { usual } from "../../../fixtures/dashboard-pages"
import { type PageServer, startPageServer } from "../../../support/page-server"
import { type Options, prepareFor, surroundings } from "./surroundings"

export type Pages = { server: PageServer; Routes: ComponentType }

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

/** The dashboard at this address, among what it puts around its pages. */
export function openAt({ Routes }: Pages, address: string, options: Options = {}) {
  const { client, wrapper, user } = surroundings(options, address)
  const place = { address }
  const Place = () => {
    const { pathname, search } = useLocation()
    place.address = pathname + search
    return <Routes />
  }
  const { unmount } = render(<Place />, { wrapper })
  return { client, unmount, user, address: () => place.address }
}
