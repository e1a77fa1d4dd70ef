import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import i18next from "i18next"
import { createRoot } from "react-dom/client"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter } from "react-router-dom"
import translations from "../../admin/i18n"
import { DashboardRoutes } from "../support/dashboard-routes"
import "./page.css"

/**
 * A page of the dashboard, or a card on one of Medusa's, among what the dashboard puts around it. The address says which and how: `?at=/leases`,
 * `?theme=dark`, `?lng=es`, `?dir=rtl`. What it is told comes from the server of the page. `window.appearance` changes theme, language and direction, as the
 * dashboard does without a reload.
 */
const { at = "/leases" } = Object.fromEntries(new URLSearchParams(location.search))

async function appearance(query: string): Promise<void> {
  const { theme = "light", lng = "en", dir = "ltr" } = Object.fromEntries(new URLSearchParams(query))
  Object.assign(document.documentElement, { lang: lng, dir, className: theme })
  document.documentElement.style.colorScheme = theme
  await i18next.changeLanguage(lng)
}
Object.assign(window, { appearance })

i18next.use(initReactI18next).init({
  fallbackLng: "en",
  resources: translations,
  interpolation: { escapeValue: false },
})
appearance(location.search)
const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } })

createRoot(document.body.appendChild(document.createElement("div"))).render(
  <I18nextProvider i18n={i18next}>
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <MemoryRouter initialEntries={[at]}>
          <DashboardPages />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>
  </I18nextProvider>,
)

/** The plugin's pages, as wide as the dashboard's own; the cards on Medusa's pages as wide as their column. */
function DashboardPages() {
  const isCard = /^\/(products|customers|settings\/regions|orders\/)/.test(at)
  return (
    <main className={isCard ? "w-full max-w-[440px] p-3" : "flex w-full flex-col gap-y-2 p-3"}>
      {!/^\/leases/.test(at) && <h1 className="sr-only">{at}</h1>}
      <DashboardRoutes />
      <Toaster />
    </main>
  )
}
