import type { AdminCustomer, AdminProduct, AdminRegion, DetailWidgetProps } from "@medusajs/types"
import { render } from "@testing-library/react"
import type { ComponentType } from "react"
import { Route, Routes, useLocation } from "react-router-dom"
import {
  attention,
  customerLeases,
  leaseList,
  leasePage,
  productLease,
  regionLease,
  setup,
} from "../../../fixtures/dashboard-pages"
import { type PageAnswer, type PageServer, startPageServer } from "../../../support/page-server"
import { type Options, prepareFor, surroundings } from "./surroundings"

export type Pages = {
  server: PageServer
  Leases: ComponentType
  Lease: ComponentType
  Settings: ComponentType
  Product: ComponentType<DetailWidgetProps<AdminProduct>>
  Customer: ComponentType<DetailWidgetProps<AdminCustomer>>
  Region: ComponentType<DetailWidgetProps<AdminRegion>>
  NeedsYou: ComponentType
  NeedyOrders: ComponentType
}

/** The answers of a store in good order. */
export const usual: PageAnswer = ({ route }) => {
  if (route === "GET /lease-to-own/leases") return { body: leaseList }
  if (route === "GET /lease-to-own/attention") return { body: attention }
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
  if (route.startsWith("GET /lease-to-own/customers/")) return { body: customerLeases }
  if (route.startsWith("GET /lease-to-own/regions/")) return { body: { region: regionLease } }
  if (route.startsWith("GET /lease-to-own/products/")) return { body: { product: productLease } }
  return undefined
}

/** The pages for the tests of a file. Before each of them the store is in good order and was asked nothing. */
export function servePages(): Pages {
  const pages = {} as Pages
  beforeAll(async () => void Object.assign(pages, await startPages()))
  beforeEach(() => {
    pages.server.asked.splice(0)
    pages.server.answer(usual)
  })
  afterAll(() => pages.server.close())
  return pages
}

/** Loads the pages, which learn the server's address when they are loaded. */
async function startPages(): Promise<Pages> {
  const server = await startPageServer(usual)
  prepareFor(server)
  const leases = await import("../../../../admin/routes/leases/page")
  const lease = await import("../../../../admin/routes/leases/[id]/page")
  const settings = await import("../../../../admin/routes/settings/lease-to-own/page")
  const product = await import("../../../../admin/widgets/product-lease")
  const customer = await import("../../../../admin/widgets/customer-leases")
  const region = await import("../../../../admin/widgets/region-lease")
  const needsYou = await import("../../../../admin/widgets/needs-you")
  const needyOrders = await import("../../../../admin/widgets/needy-orders")
  return {
    server,
    Leases: leases.default,
    Lease: lease.default,
    Settings: settings.default,
    Product: product.default as Pages["Product"],
    Customer: customer.default as Pages["Customer"],
    Region: region.default as Pages["Region"],
    NeedsYou: needsYou.default,
    NeedyOrders: needyOrders.default,
  }
}

export const customer = { id: "cus_1", email: "robin@shopper.example" } as AdminCustomer
const region = { id: "reg_1", currency_code: "usd", countries: [{ iso_2: "us" }] } as AdminRegion
export const product = { id: "prod_1", title: "Harbor sofa", metadata: {} } as unknown as AdminProduct

/** The dashboard at this address, among what it puts around its pages. */
export function openAt(pages: Pages, address: string, options: Options = {}) {
  const { Leases, Lease, Settings, Product, Customer, Region, NeedsYou, NeedyOrders } = pages
  const { client, wrapper, user } = surroundings(options, address)
  const place = { address }
  const Place = () => {
    const { pathname, search } = useLocation()
    place.address = pathname + search
    return null
  }
  const { unmount } = render(
    <>
      <Place />
      <Routes>
        <Route path="/leases" element={<Leases />} />
        <Route path="/leases/:id" element={<Lease />} />
        <Route path="/settings/lease-to-own" element={<Settings />} />
        <Route path="/products/:id" element={<Product data={product} />} />
        <Route path="/customers/:id" element={<Customer data={customer} />} />
        <Route path="/settings/regions/:id" element={<Region data={region} />} />
        <Route
          path="/orders"
          element={
            <>
              <header>
                <NeedsYou />
              </header>
              <main>
                <NeedyOrders />
              </main>
            </>
          }
        />
        <Route
          path="*"
          element={
            <header>
              <NeedsYou />
            </header>
          }
        />
      </Routes>
    </>,
    { wrapper },
  )
  return { client, unmount, user, address: () => place.address }
}
