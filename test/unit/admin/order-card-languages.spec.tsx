/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import { orderCard, orderCards } from "../../fixtures/order-cards"
import { TRANSLATIONS } from "../../support/languages"
import { leaseOrder } from "../../support/lease-order"
import { openOrder, serveDashboard } from "./support/dashboard"
import { hardCoded, pseudo, wordsIn } from "./support/pseudo-language"
import { complaints } from "./support/surroundings"

/** Every word of the order card comes from the dashboard's language. */
const dashboard = serveDashboard()

/** A sum of the card `accepted` as the browser writes it, like Medusa's, and a day as each language does. */
const WRITTEN: Record<(typeof TRANSLATIONS)[number], [sum: string, day: string]> = {
  es: ["$1,289.50", "18 nov 2026, "],
}

/** The card, and what lies above the page. */
const words = () => wordsIn([...document.querySelectorAll("aside *, [data-radix-popper-content-wrapper] *")])

/** Opens all that a person can open of the card, and reads it. By plain events: what a press does is tried in `order-card-actions`. */
async function readAll(name: string, options: Parameters<typeof openOrder>[2]): Promise<string[]> {
  const { side } = openOrder(dashboard, leaseOrder(name), options)
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  await screen.findByText(orderCard(name).reference)
  const [menu, history] = side.querySelectorAll<HTMLElement>("button[aria-expanded=false]")
  if (!menu || !history) throw new Error(`The card ${name} has no menu or no history.`)
  fireEvent.click(history)
  act(() => side.querySelector<HTMLElement>("dd button")?.focus())
  await waitFor(() => expect(find("[role=tooltip]")).not.toBeNull())
  const card = words()
  fireEvent.keyDown(menu, { key: "Enter" })
  await waitFor(() => expect(find("[role=menu]")).not.toBeNull())
  return [...card, ...words()]
}

it.each([...orderCards.keys()])("every text of the card is translated: %s", async (name) => {
  expect(hardCoded(await readAll(name, { resources: pseudo }), orderCard(name))).toEqual([])
})

it("every text is translated while the card loads, and when the store doesn't answer", async () => {
  let fail = () => {}
  dashboard.server.answer(() => new Promise((resolve) => (fail = () => resolve({ status: 500, body: {} }))))
  openOrder(dashboard, leaseOrder("accepted"), { resources: pseudo })
  await screen.findByRole("status")
  expect(hardCoded(words(), {})).toEqual([])
  dashboard.server.answer(() => ({ status: 500, body: {} }))
  fail()
  await screen.findByRole("alert")
  expect(hardCoded(words(), {})).toEqual([])
})

it.each(TRANSLATIONS)("amounts and times are formatted for the language %s", async (language) => {
  const read = await readAll("accepted", { language })
  const [sum, day] = WRITTEN[language]
  expect(read).toContain(sum)
  expect(read.filter((text) => text.startsWith(day)).length).toBeGreaterThan(0)
})

describe("every language of Medusa's dashboard", () => {
  const list = join(dirname(require.resolve("@medusajs/dashboard/package.json")), "src/i18n/languages.ts")
  const languages = [...readFileSync(list, "utf8").matchAll(/code: "(\w+)"/g)].map(([, code = ""]) => code)
  expect(languages).toEqual(expect.arrayContaining(["en", "es", "ptBR", "zhCN", "ar", "fa"]))

  it.each([...languages, "xx_broken_1", ""])("times can be formatted in %s, in the usual year", async (language) => {
    const { side } = openOrder(dashboard, leaseOrder("accepted"), { language })
    await waitFor(() => expect(side.textContent).toContain("L-7Q4MX-2KD9P"))
    const year = side.querySelectorAll("dd")[3]?.textContent?.normalize("NFKC")
    const digits = year?.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
    expect(digits).toContain("2026")
    expect(complaints).toEqual([])
  })
})
