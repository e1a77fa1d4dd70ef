/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, within } from "@testing-library/react"
import { leaseList, leasePage, productLease, replacedLeasePage, setup } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"
import { pseudo, unbracketed, wordsIn } from "./support/pseudo-language"

/** Every word of the dashboard's pages comes from the dashboard's language. */
const pages = servePages()

const DATA = JSON.stringify([leaseList, leasePage, replacedLeasePage, productLease, setup, "Outlet", "Web"])
/** Dates, times, sums, counts, codes of places and currencies; the ledger's row as it stands. */
const WRITTEN = [
  /^[\s\d$.,:·#%]*$/,
  /^[A-Z][a-z]{2} \d{1,2}, \d{4}(, \d{1,2}:\d{2}\s[AP]M)?$/,
  /^[A-Z]{2,3}(, [A-Z]{2,3})*$/,
  /^\{\n[\s\S]*\}$/,
  // The heading of a lease: order, customer and sum.
  /^(#\d+|L-[\w-]+) · \S+@\S+ · \$[\d,.]+$/,
]

/** Words that are no text of ours, no datum and no way of writing one; without what Medusa UI announces toasts with. */
function ownWords(): string[] {
  const elements = [...document.querySelectorAll("body *:not(style)")]
  return unbracketed(wordsIn(elements.filter((element) => !element.closest("section[aria-live]")))).filter(
    (text) => !DATA.includes(JSON.stringify(text).slice(1, -1)) && !WRITTEN.some((pattern) => pattern.test(text)),
  )
}

it("the list has none of its own, its filters neither", async () => {
  const { user } = openAt(pages, "/leases?test=true&status=placed,delivered", { resources: pseudo })
  await screen.findByRole("table")
  expect(ownWords()).toEqual([])
  await user.click(screen.getByRole("button", { name: /Status/ }))
  await screen.findByRole("menu")
  expect(ownWords()).toEqual([])
})

it.each(["/leases/lease_1", "/leases/lease_replaced", "/settings/lease-to-own", "/products/prod_1"])(
  "%s has none of its own",
  async (address) => {
    if (address.endsWith("replaced")) pages.server.answer(() => ({ body: replacedLeasePage }))
    openAt(pages, address, { resources: pseudo })
    await screen.findAllByRole("definition")
    expect(ownWords()).toEqual([])
  },
)

it("the form of a product has none of its own", async () => {
  const { user } = openAt(pages, "/products/prod_1", { resources: pseudo })
  await user.click(await screen.findByRole("button", { name: "⟦Edit⟧" }))
  await user.click(within(await screen.findByRole("dialog")).getByRole("combobox", { name: "⟦Condition⟧" }))
  await screen.findByRole("option", { name: "⟦Refurbished⟧" })
  expect(ownWords()).toEqual([])
})

it.each(["/leases", "/leases/lease_1", "/settings/lease-to-own", "/products/prod_1"])(
  "%s has none of its own while loading, and when the store does not answer",
  async (address) => {
    let fail = () => {}
    const failed = { status: 500, body: { message: "Fault" } }
    pages.server.answer(() => new Promise((resolve) => (fail = () => resolve(failed))))
    openAt(pages, address, { resources: pseudo })
    await screen.findAllByRole("status")
    expect(ownWords()).toEqual([])
    pages.server.answer(() => failed)
    fail()
    await screen.findAllByRole("alert")
    expect(ownWords()).toEqual([])
  },
)
