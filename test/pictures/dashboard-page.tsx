import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { Toaster } from "@medusajs/ui"
import type { ComponentType } from "react"
import { Route, Routes } from "react-router-dom"
import LeasePage from "../../admin/routes/leases/[id]/page"
import LeasesPage from "../../admin/routes/leases/page"
import SettingsPage from "../../admin/routes/settings/lease-to-own/page"
import ProductWidget from "../../admin/widgets/product-lease"

const Product = ProductWidget as ComponentType<DetailWidgetProps<AdminProduct>>
const product = { id: "prod_1", title: "Harbor sofa", metadata: {} } as unknown as AdminProduct

/** One of the plugin's pages, as wide as the dashboard's own; the product card as wide as its column. */
export function DashboardPage() {
  return (
    <main className="flex w-full flex-col gap-y-2 p-3">
      <Routes>
        <Route path="/leases" element={<LeasesPage />} />
        <Route path="/leases/:id" element={<LeasePage />} />
        <Route path="/settings/lease-to-own" element={<SettingsPage />} />
        <Route
          path="/products/:id"
          element={
            <section aria-label="product" className="w-full max-w-[440px]">
              <h1 className="sr-only">Product</h1>
              <Product data={product} />
            </section>
          }
        />
      </Routes>
      <Toaster />
    </main>
  )
}
