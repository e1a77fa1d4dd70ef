import { TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import i18next from "i18next"
import { createRoot } from "react-dom/client"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter } from "react-router-dom"
import translations from "../../../admin/i18n"
import OrderLeaseWidget from "../../../admin/widgets/order-lease"
import { leaseOrder } from "../../support/lease-order"

/** The order card alone, of the order in `?order=`, as the dashboard shows it beside that order; without its looks, which `pictures` has. */
const order = new URLSearchParams(location.search).get("order") ?? ""
i18next.use(initReactI18next).init({ lng: "en", resources: translations, interpolation: { escapeValue: false } })

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <I18nextProvider i18n={i18next}>
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <MemoryRouter>
          <OrderLeaseWidget data={leaseOrder(order)} />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>
  </I18nextProvider>,
)
