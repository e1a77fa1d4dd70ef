import type { AdminProduct, DetailWidgetProps } from "@medusajs/types"
import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import i18next from "i18next"
import type { ComponentType } from "react"
import { createRoot } from "react-dom/client"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter, Route, Routes } from "react-router-dom"
import translations from "../../admin/i18n"
import LeasePage from "../../admin/routes/leases/[id]/page"
import LeasesPage from "../../admin/routes/leases/page"
import SettingsPage from "../../admin/routes/settings/lease-to-own/page"
import OrderLeaseWidget from "../../admin/widgets/order-lease"
import ProductWidget from "../../admin/widgets/product-lease"
import { leaseOrder } from "../support/lease-order"
import "./page.css"

/**
 * The order card in all its states, as wide as in the dashboard, among what the dashboard puts around it. The address says how:
 * `?cards=accepted,awaiting`, `?theme=dark`, `?lng=es`, `?dir=rtl`; or `?at=/leases`, for one of the dashboard's pages in its place. What each of them is
 * told comes from the server of the page. `window.look` changes theme, language and direction, as the dashboard does without a reload.
 */
const { cards = "", at } = Object.fromEntries(new URLSearchParams(location.search))
const shown = cards.split(",")

async function look(query: string): Promise<void> {
  const { theme = "light", lng = "en", dir = "ltr" } = Object.fromEntries(new URLSearchParams(query))
  Object.assign(document.documentElement, { lang: lng, dir, className: theme })
  document.documentElement.style.colorScheme = theme
  await i18next.changeLanguage(lng)
}
Object.assign(window, { look })

i18next.use(initReactI18next).init({
  fallbackLng: "en",
  resources: translations,
  interpolation: { escapeValue: false },
})
look(location.search)
const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

createRoot(document.body.appendChild(document.createElement("div"))).render(
  <I18nextProvider i18n={i18next}>
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <MemoryRouter initialEntries={[at ?? "/"]}>{at ? <DashboardPages /> : <Cards />}</MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>
  </I18nextProvider>,
)

function Cards() {
  return (
    <main className="flex flex-wrap items-start gap-3 p-4">
      <h1 className="sr-only">Order card</h1>
      {shown.map((name) => (
        <section key={name} aria-label={name} className="w-full max-w-[440px]">
          <p className="txt-compact-xsmall text-ui-fg-subtle pb-1">{name}</p>
          <OrderLeaseWidget data={leaseOrder(name)} />
        </section>
      ))}
      <Toaster />
    </main>
  )
}

/** The plugin's pages, as wide as the dashboard's own; the product card as wide as its column. */
function DashboardPages() {
  const Product = ProductWidget as ComponentType<DetailWidgetProps<AdminProduct>>
  const product = { id: "prod_1", title: "Harbor sofa", metadata: {} } as unknown as AdminProduct
  const card = (
    <section aria-label="product" className="w-full max-w-[440px]">
      <h1 className="sr-only">Product</h1>
      <Product data={product} />
    </section>
  )
  return (
    <main className="flex w-full flex-col gap-y-2 p-3">
      <Routes>
        <Route path="/leases" element={<LeasesPage />} />
        <Route path="/leases/:id" element={<LeasePage />} />
        <Route path="/settings/lease-to-own" element={<SettingsPage />} />
        <Route path="/products/:id" element={card} />
      </Routes>
      <Toaster />
    </main>
  )
}
