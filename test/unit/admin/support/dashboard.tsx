import { createRequire } from "node:module"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/types"
import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { Resource } from "i18next"
import type { ComponentType } from "react"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter } from "react-router-dom"
import translations from "../../../../admin/i18n"
import { orderCard } from "../../../fixtures/order-cards"
import { type CardServer, type Reply, startCardServer } from "../../../support/card-server"
import { leaseOrder } from "../../../support/lease-order"

/** The dashboard's own copy, which need not be the one that lies at the root. */
const { createInstance }: typeof import("i18next") = createRequire(require.resolve("@medusajs/dashboard/package.json"))(
  "i18next",
)

type Widget = ComponentType<DetailWidgetProps<AdminOrder>>

/** The server that the widget asks, and the widget, which learns that server's address when it is loaded. */
export type Dashboard = { server: CardServer; Widget: Widget }

/** What React and others said on the console during a test: nothing, or the test fails. A test that makes them speak empties it. */
export const complaints: unknown[][] = []
beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => {
  jest.restoreAllMocks()
  expect(complaints.splice(0)).toEqual([])
})

/** The answer that carries a fixture. */
export const lease = (name: string): Reply => ({ body: { lease: orderCard(name) } })

export async function startDashboard(): Promise<Dashboard> {
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {} })
  const server = await startCardServer(lease)
  Object.assign(globalThis, { __BACKEND_URL__: server.url })
  const { default: Widget } = await import("../../../../admin/widgets/order-lease")
  return { server, Widget: Widget as Widget }
}

type Options = { language?: string; resources?: Resource }

/** The widget on an order page, among what the dashboard puts around it and with the dashboard's own settings; a retry comes at once. */
export function openOrder({ Widget }: Dashboard, order: AdminOrder = leaseOrder("accepted"), options: Options = {}) {
  const { language = "en", resources = translations } = options
  const i18n = createInstance()
  i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources,
    interpolation: { escapeValue: false },
  })
  const client = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, staleTime: 90_000, retry: 1, retryDelay: 0 } },
  })
  const page = (data: AdminOrder) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <MemoryRouter>
            <h1>Order</h1>
            <aside aria-label="side">
              <Widget data={data} />
            </aside>
            <Toaster />
          </MemoryRouter>
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
  const { rerender, getByRole } = render(page(order))
  return {
    client,
    /** The column in which the card stands; empty without one. */
    side: getByRole("complementary"),
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    /** The page after the dashboard has read the order again. */
    reread: (changed: AdminOrder) => rerender(page(changed)),
  }
}
