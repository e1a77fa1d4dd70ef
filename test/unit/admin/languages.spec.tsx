/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, within } from "@testing-library/react"
import translations from "../../../admin/i18n"
import {
  alerts,
  customerLeases,
  leaseList,
  leasePage,
  productLease,
  replacedLeasePage,
  setup,
  usual,
} from "../../fixtures/dashboard-pages"
import { orderCards } from "../../fixtures/order-cards"
import { openAt, servePages } from "./support/pages"

/** All words of the dashboard are translated. Biome forbids literals between tags (`noJsxLiterals`), also in rare states. */
const pages = servePages()

/** The setup findings are not part of the pseudo language, so they stay as the server sent them. */
const SETUP = setup.items.map(({ message }) => message)
const PAGES = [
  leaseList,
  leasePage,
  replacedLeasePage,
  productLease,
  setup,
  customerLeases,
  alerts,
  SETUP,
  "Outlet",
  "Web",
  "Maple Leasing (maple)",
]
/** Everything in the store's responses except its English messages. */
const DATA = JSON.stringify([...PAGES, ...orderCards.values()], (key, value) => (key === "message" ? undefined : value))

type Texts = { [key: string]: string | Texts }

/** English with brackets around each text, which can't be hard-coded. */
function bracketed(texts: Texts): Texts {
  const inBrackets = (text: string | Texts) => (typeof text === "string" ? `⟦${text}⟧` : bracketed(text))
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, inBrackets(text)]))
}

/** The dashboard's texts in that language. */
const pseudo = { en: { translation: { leaseToOwn: bracketed(translations.en.translation.leaseToOwn) } } }

/** An element's visible or spoken texts: its own text, labels, tooltips. */
const wordsOf = (element: Element) => [
  ...["aria-label", "title", "alt", "placeholder"].flatMap((name) => element.getAttribute(name) ?? []),
  ...[...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : [])),
]

/** Texts in brackets, with or without a number before; dates, times, durations, amounts, counts, place and currency codes; the ledger's raw row. */
const NOT_OURS = [
  /^(\d+ )?⟦[\s\S]*⟧$/,
  /^(CA\$|[\s\d$.,:·#%+–])*$/,
  /^[A-Z][a-z]{2} \d{1,2}, \d{4}(, \d{1,2}:\d{2}\s[AP]M)?$/,
  /^[\d,]+ (day|hour|minute|second)s?$/,
  /^[A-Z]{2,3}(, [A-Z]{2,3})*(: )?$/,
  /^\{\n[\s\S]*\}$/,
]

/** Words that are neither our texts nor data; without Medusa UI's announcement of toasts. */
function ownWords(): string[] {
  const elements = [...document.querySelectorAll("body *:not(style)")]
  const ours = elements.filter((element) => !element.closest("section[aria-live]"))
  const words = ours.flatMap(wordsOf).flatMap((line) => line.split(" · "))
  const isDatum = (text: string) => DATA.includes(JSON.stringify(text).slice(1, -1))
  return words.filter((text) => !NOT_OURS.some((pattern) => pattern.test(text)) && !isDatum(text))
}

it("every text of the list and its filters is translated", async () => {
  const { user } = openAt(pages, "/leases?test=true&status=placed,delivered", { resources: pseudo })
  await screen.findByRole("table")
  expect(ownWords()).toEqual([])
  await user.click(screen.getByRole("button", { name: "⟦Test⟧" }))
  await screen.findByRole("dialog", { hidden: true })
  expect(ownWords()).toEqual([])
  await user.keyboard("{Escape}")
  await user.click(screen.getByRole("button", { name: "⟦Filters⟧" }))
  await screen.findByRole("menu")
  expect(ownWords()).toEqual([])
})

it("every text of the deliveries of several leases is translated", async () => {
  const reply = (route: string) =>
    route.includes("lease_1")
      ? { body: { result: "done", code: "mark_delivered", lease: orderCards.get("accepted") } }
      : { status: 504, body: {} }
  pages.server.answer((asked) => (asked.route.startsWith("POST") ? reply(asked.route) : usual(asked)))
  const { user } = openAt(pages, "/leases?tab=undelivered", { resources: pseudo })
  await user.click(await screen.findByRole("checkbox", { name: "⟦Select all on this page⟧" }))
  await user.keyboard("d")
  await screen.findByRole("dialog", { name: "⟦Delivered on …⟧" })
  expect(ownWords()).toEqual([])
  await user.click(screen.getByRole("button", { name: /⟦Confirm \d deliveries⟧/ }))
  await screen.findByRole("progressbar")
  expect(ownWords()).toEqual([])
  await screen.findByRole("heading", { name: /⟦1 of \d deliveries confirmed⟧/ })
  expect(ownWords()).toEqual([])
})

it("every text of the product form is translated", async () => {
  const { user } = openAt(pages, "/products/prod_1", { resources: pseudo })
  await user.click(await screen.findByRole("button", { name: "⟦Edit⟧" }))
  await user.click(within(await screen.findByRole("dialog")).getByRole("combobox", { name: "⟦Condition⟧" }))
  await screen.findByRole("option", { name: "⟦Refurbished⟧" })
  expect(ownWords()).toEqual([])
})

it.each(["/customers/cus_1", "/settings/regions/reg_1", "/orders"])(
  "our cards at %s are translated",
  async (address) => {
    openAt(pages, address, { resources: pseudo })
    await screen.findAllByRole("heading")
    expect(ownWords()).toEqual([])
  },
)

it.each(["amount-differs", "widget-delivery-due"])("every text of the order card %s is translated", async (card) => {
  const { user } = openAt(pages, `/orders/${card}`, { resources: pseudo })
  await user.click(await screen.findByRole("button", { name: "⟦History⟧" }))
  expect(ownWords()).toEqual([])
  await user.click(screen.getByRole("button", { name: "⟦Actions for this lease⟧" }))
  await screen.findByRole("menu")
  expect(ownWords()).toEqual([])
})

it.each([
  ...["/leases", "/leases/funnel", "/leases/lease_1", "/leases/lease_replaced"],
  ...["/settings/lease-to-own", "/products/prod_1", "/orders/accepted"],
])("every text of %s is translated: while loading, without a response, and complete", async (address) => {
  let fail = () => {}
  const failed = { status: 500, body: { message: "Fault" } }
  const later = new Promise<typeof failed>((resolve) => (fail = () => resolve(failed)))
  pages.server.answer(() => later)
  const { user } = openAt(pages, address, { resources: pseudo })
  await screen.findAllByRole("status")
  expect(ownWords()).toEqual([])
  pages.server.answer(() => failed)
  fail()
  const retry = await screen.findByRole("button", { name: "⟦Retry⟧" })
  expect(ownWords()).toEqual([])
  pages.server.answer(usual)
  await user.click(retry)
  await screen.findAllByRole(/^\/leases(\/funnel)?$/.test(address) ? "table" : "definition")
  expect(ownWords()).toEqual([])
})
