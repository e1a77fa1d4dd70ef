import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import i18next from "i18next"
import { createRoot } from "react-dom/client"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter } from "react-router-dom"
import translations from "../../admin/i18n"
import OrderLeaseWidget from "../../admin/widgets/order-lease"
import { DashboardRoutes } from "../support/dashboard-routes"
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
        <MemoryRouter initialEntries={[at ?? "/"]}>{at ? <DashboardPages at={at} /> : <Cards />}</MemoryRouter>
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

/** The plugin's pages, as wide as the dashboard's own; the cards on Medusa's pages as wide as their column. */
function DashboardPages({ at }: { at: string }) {
  const isCard = /^\/(products|customers|settings\/regions)/.test(at)
  return (
    <main className={isCard ? "w-full max-w-[440px] p-3" : "flex w-full flex-col gap-y-2 p-3"}>
      {!/^\/leases/.test(at) && <h1 className="sr-only">{at}</h1>}
      <DashboardRoutes />
      <Toaster />
    </main>
  )
}
