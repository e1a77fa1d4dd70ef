import { createRequire } from "node:module"
import { Toaster, TooltipProvider } from "@medusajs/ui"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { configure, screen, waitFor } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { Resource } from "i18next"
import type { ReactNode } from "react"
import { I18nextProvider, initReactI18next } from "react-i18next"
import { MemoryRouter } from "react-router-dom"
import translations from "../../../../admin/i18n"

// Longer than a busy machine takes; a passing test doesn't wait that long.
configure({ asyncUtilTimeout: 10_000 })

/** The dashboard's own copy, which may differ from the root's. */
const { createInstance }: typeof import("i18next") = createRequire(require.resolve("@medusajs/dashboard/package.json"))(
  "i18next",
)

/** Console errors of React and others, which fail a test. A test that provokes them empties the list. */
export const complaints: unknown[][] = []
beforeEach(() => {
  jest.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => {
  jest.restoreAllMocks()
  expect(complaints.splice(0)).toEqual([])
})

/** Sets the store's address for modules loaded from now on, and adds what the dashboard's controls need in jsdom. */
export function prepareFor(server: { url: string }): void {
  Object.assign(Element.prototype, { hasPointerCapture: () => false, scrollIntoView: () => {}, scroll: () => {} })
  Object.assign(globalThis, { __BACKEND_URL__: server.url })
}

/** The dashboard's settings: by default English, our own texts, and its router. */
export type Options = { language?: string; resources?: Resource; routed?: boolean }

/** The dashboard's wrapper around its pages, with its own settings; retries are immediate. */
export function surroundings({ language = "en", resources = translations, routed = true }: Options, address = "/") {
  dropStyles()
  const i18n = createInstance()
  i18n
    .use(initReactI18next)
    .init({ lng: language, fallbackLng: "en", resources, interpolation: { escapeValue: false } })
  const client = new QueryClient({
    defaultOptions: { queries: { refetchOnWindowFocus: false, staleTime: 90_000, retry: 1, retryDelay: 0 } },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          {routed ? <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter> : children}
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>
  )
  return { client, wrapper, user: userEvent.setup({ pointerEventsCheck: 0 }) }
}

/** Waits until no request is open and all responses are rendered. */
export const idle = ({ client }: { client: QueryClient }) => waitFor(() => expect(client.isFetching()).toBe(0))

/** The value beside this label, with its source. */
export const factOf = (label: string) =>
  screen.getByText(label, { selector: "dt *" }).closest("div.grid")?.querySelector("dd")

/** jsdom matches every element with every CSS rule for each query by role. No test here depends on styles. */
function dropStyles(): void {
  for (const style of document.head.querySelectorAll("style")) style.remove()
}
