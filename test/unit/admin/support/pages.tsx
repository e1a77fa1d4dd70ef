import { createRequire } from "node:module"
import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { Resource } from "i18next"
import type { ComponentType } from "react"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom"
import translations from "../../../../admin/i18n"
import { leaseList, leasePage, productLease, setup } from "../../../fixtures/dashboard-pages"
import { type PageAnswer, type PageServer, startPageServer } from "../../../support/page-server"

/** The dashboard's own copy, which need not be the one that lies at the root. */
const { createInstance }: typeof import("i18next") = createRequire(require.resolve("@medusajs/dashboard/package.json"))(
  "i18next",
)

/** What React and others said on the console during a test: nothing, or the test fails. */
export const complaints: unknown[][] = []
beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => {
  jest.restoreAllMocks()
  expect(complaints.splice(0)).toEqual([])
})

export type Pages = {
  server: PageServer
  Leases: ComponentType
  Lease: ComponentType
  Settings: ComponentType
  Product: ComponentType<DetailWidgetProps<AdminProduct>>
}

/** What a store in good order answers. */
export const usual: PageAnswer = ({ route }) => {
  if (route === "GET /lease-to-own/leases") return { body: leaseList }
  if (route === "GET /sales-channels")
    return {
      body: {
        sales_channels: [
          { id: "sc_1", name: "Web" },
          { id: "sc_2", name: "Outlet" },
        ],
      },
    }
  if (/^GET \/lease-to-own\/leases\/[^/]+$/.test(route)) return { body: leasePage }
  if (route === "GET /lease-to-own/setup") return { body: setup }
  if (route.startsWith("GET /lease-to-own/products/")) return { body: { product: productLease } }
  return undefined
}

/** Loads the pages, which learn the server's address when they are loaded. */
export async function startPages(): Promise<Pages> {
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {} })
  const server = await startPageServer(usual)
  Object.assign(globalThis, { __BACKEND_URL__: server.url })
  const leases = await import("../../../../admin/routes/leases/page")
  const lease = await import("../../../../admin/routes/leases/[id]/page")
  const settings = await import("../../../../admin/routes/settings/lease-to-own/page")
  const product = await import("../../../../admin/widgets/product-lease")
  return {
    server,
    Leases: leases.default,
    Lease: lease.default,
    Settings: settings.default,
    Product: product.default as Pages["Product"],
  }
}

export const product = { id: "prod_1", title: "Harbor sofa", metadata: {} } as unknown as AdminProduct

type Options = { language?: string; resources?: Resource }

/** The dashboard at this address, with its own settings; a retry comes at once. */
export function openAt({ Leases, Lease, Settings, Product }: Pages, address: string, options: Options = {}) {
  const { language = "en", resources = translations } = options
  const i18n = createInstance()
  i18n
    .use(initReactI18next)
    .init({ lng: language, fallbackLng: "en", resources, interpolation: { escapeValue: false } })
  const client = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, staleTime: 90_000, retry: 1, retryDelay: 0 } },
  })
  const place = { address }
  const Place = () => {
    const { pathname, search } = useLocation()
    place.address = pathname + search
    return null
  }
  const { unmount } = render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <MemoryRouter initialEntries={[address]}>
            <Place />
            <Routes>
              <Route path="/leases" element={<Leases />} />
              <Route path="/leases/:id" element={<Lease />} />
              <Route path="/settings/lease-to-own" element={<Settings />} />
              <Route path="/products/:id" element={<Product data={product} />} />
              <Route path="*" element={<p>Elsewhere</p>} />
            </Routes>
            <Toaster />
          </MemoryRouter>
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  )
  return { client, unmount, user: userEvent.setup({ pointerEventsCheck: 0 }), address: () => place.address }
}
