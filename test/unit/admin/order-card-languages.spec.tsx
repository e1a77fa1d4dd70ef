/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { act, fireEvent, screen, waitFor } from "@testing-library/react"
import translations from "../../../admin/i18n"
import type { AdminLeaseView } from "../../../src/api/admin-types"
import { orderCard, orderCards } from "../../fixtures/order-cards"
import { TRANSLATIONS } from "../../support/languages"
import { leaseOrder } from "../../support/lease-order"
import { openOrder, serveDashboard } from "./support/dashboard"
import { pseudo, type Texts, unbracketed, wordsIn } from "./support/pseudo-language"
import { complaints } from "./support/surroundings"

/** Every word of the order card comes from the dashboard's language. */
const dashboard = serveDashboard()

const en: Texts = translations.en.translation.leaseToOwn

/** A sum and a day of the card `accepted` as each language writes them. */
const WRITTEN: Record<(typeof TRANSLATIONS)[number], [sum: string, day: string]> = {
  es: ["1289,50\u00a0$", "18 nov 2026, "],
}

/** The card, and what lies above the page. */
const words = () => wordsIn([...document.querySelectorAll("aside *, [data-radix-popper-content-wrapper] *")])

/** Words that are not ours: the lease's name, times, sums, names of people. */
function dataOf({ reference, facts, leased, order_total, operator, replaces, ...lease }: AdminLeaseView): Set<string> {
  const times = [...JSON.stringify([lease, facts]).matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)].map(([at]) =>
    new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(at)),
  )
  const days = [...JSON.stringify(lease).matchAll(/"(\d{4}-\d\d-\d\d)"/g)].map(([, day = ""]) =>
    new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day)),
  )
  const sums = [leased, order_total, lease.reduced?.rest].map((sum) =>
    new Intl.NumberFormat("en", { style: "currency", currency: "usd" }).format(sum?.amount ?? 0),
  )
  const people = facts.flatMap(({ actor }) => actor ?? [])
  const whom = Object.values(operator).flatMap((one) => one ?? [])
  return new Set([reference, replaces?.reference ?? "", " · ", " ", ...times, ...days, ...sums, ...people, ...whom])
}

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

it.each([...orderCards.keys()])("says nothing of its own language: %s", async (name) => {
  const data = dataOf(orderCard(name))
  const read = unbracketed(await readAll(name, { resources: pseudo }))
  expect(read.filter((text) => !data.has(text))).toEqual([])
})

it("says nothing of its own language while loading, and when the store does not answer", async () => {
  let fail = () => {}
  dashboard.server.answer(() => new Promise((resolve) => (fail = () => resolve({ status: 500, body: {} }))))
  openOrder(dashboard, leaseOrder("accepted"), { resources: pseudo })
  await screen.findByRole("status")
  expect(unbracketed(words())).toEqual([])
  dashboard.server.answer(() => ({ status: 500, body: {} }))
  fail()
  await screen.findByRole("alert")
  expect(unbracketed(words())).toEqual([])
})

describe.each(TRANSLATIONS)("in %s", (language) => {
  const texts: Texts = translations[language].translation.leaseToOwn
  const flat = (texts: Texts): string[] =>
    Object.values(texts).flatMap((text) => (typeof text === "string" ? text : flat(text)))
  const own = new Set(flat(texts))
  /** English texts as they look with their parameters filled in, but for the words of this language too. */
  const english = flat(en)
    .filter((text) => !own.has(text) && /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, "")))
    .map((text) => new RegExp(`^${text.replace(/[.?*+()|[\]\\]/g, "\\$&").replace(/\{\{\w+\}\}/g, ".+")}$`))

  // A test above checks that every text is the language's own; i18n.spec checks that this one has each.
  it.each(["cancel-unknown", "part-return-due", "widget-delivery-due"])("%s has no English in it", async (name) => {
    const read = await readAll(name, { language })
    expect(read.filter((text) => english.some((pattern) => pattern.test(text)))).toEqual([])
    expect(read.filter((text) => text.includes("leaseToOwn"))).toEqual([])
    expect(
      read.filter((text) => Object.values(en.reasons ?? {}).some((reason) => text.includes(String(reason)))),
    ).toEqual([])
  })

  it("sums and times are written as there", async () => {
    const read = await readAll("accepted", { language })
    const [sum, day] = WRITTEN[language]
    expect(read).toContain(sum)
    expect(read.filter((text) => text.startsWith(day)).length).toBeGreaterThan(0)
  })
})

describe("in each language of the dashboard", () => {
  const list = join(dirname(require.resolve("@medusajs/dashboard/package.json")), "src/i18n/languages.ts")
  const languages = [...readFileSync(list, "utf8").matchAll(/code: "(\w+)"/g)].map(([, code = ""]) => code)
  expect(languages).toEqual(expect.arrayContaining(["en", "es", "ptBR", "zhCN", "ar", "fa"]))

  it.each([...languages, "xx_broken_1", ""])(
    "%s, it can write times, in the year that others write",
    async (language) => {
      const { side } = openOrder(dashboard, leaseOrder("accepted"), { language })
      await waitFor(() => expect(side.textContent).toContain("L-7Q4MX-2KD9P"))
      const year = side.querySelectorAll("dd")[3]?.textContent?.normalize("NFKC")
      const digits = year?.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
      expect(digits).toContain("2026")
      expect(complaints).toEqual([])
    },
  )
})
