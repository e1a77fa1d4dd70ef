import type { AdminCustomer, AdminOrder, AdminProduct, AdminRegion, DetailWidgetProps } from "@medusajs/types"
import type { ComponentType } from "react"
import { Route, Routes, useParams } from "react-router-dom"
import LeasePage from "../../admin/routes/leases/[id]/page"
import FunnelPage from "../../admin/routes/leases/funnel/page"
import LeasesPage from "../../admin/routes/leases/page"
import SettingsPage from "../../admin/routes/settings/lease-to-own/page"
import CustomerWidget from "../../admin/widgets/customer-leases"
import NeedsYouWidget from "../../admin/widgets/needs-you"
import NeedyOrdersWidget from "../../admin/widgets/needy-orders"
import OrderWidget from "../../admin/widgets/order-lease"
import ProductWidget from "../../admin/widgets/product-lease"
import RegionWidget from "../../admin/widgets/region-lease"
import { leaseOrder } from "./lease-order"

const Product = ProductWidget as ComponentType<DetailWidgetProps<AdminProduct>>
const Customer = CustomerWidget as ComponentType<DetailWidgetProps<AdminCustomer>>
const Region = RegionWidget as ComponentType<DetailWidgetProps<AdminRegion>>
const product = { id: "prod_1", title: "Harbor sofa", metadata: {} } as unknown as AdminProduct
const customer = { id: "cus_1", email: "robin@shopper.example" } as AdminCustomer
const region = { id: "reg_1", currency_code: "usd", countries: [{ iso_2: "us" }] } as AdminRegion

function Order({ data }: { data?: AdminOrder }) {
  const { id = "" } = useParams()
  return (
    <div data-testid="order">
      <OrderWidget data={data ?? leaseOrder(id)} />
    </div>
  )
}

/** Renders the plugin's pages, and its cards on Medusa's pages, under the dashboard's URLs. `order` replaces the default order with the URL's ID. */
export function DashboardRoutes({ order }: { order?: AdminOrder }) {
  const bar = (
    <header>
      <NeedsYouWidget />
    </header>
  )
  const orders = (
    <>
      {bar}
      <div data-testid="orders">
        <NeedyOrdersWidget />
      </div>
    </>
  )
  return (
    <Routes>
      <Route path="/leases" element={<LeasesPage />} />
      <Route path="/leases/funnel" element={<FunnelPage />} />
      <Route path="/leases/:id" element={<LeasePage />} />
      <Route path="/settings/lease-to-own" element={<SettingsPage />} />
      <Route path="/products/:id" element={<Product data={product} />} />
      <Route path="/customers/:id" element={<Customer data={customer} />} />
      <Route path="/settings/regions/:id" element={<Region data={region} />} />
      <Route path="/orders" element={orders} />
      <Route path="/orders/:id" element={<Order data={order} />} />
      <Route path="*" element={bar} />
    </Routes>
  )
}
