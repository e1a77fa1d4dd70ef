/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import type { ConnectionAnswer, SetupAnswer } from "../../../src/api/admin-types"
import { setup, severalAccounts } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"
import { factOf } from "./support/surroundings"

/** The settings page, with the real components and the route's responses over HTTP. */
const pages = servePages()

async function open() {
  const page = openAt(pages, "/settings/lease-to-own")
  await screen.findByText("Setup checklist")
  return page
}
const CHECK = "POST /lease-to-own/connection-check"

/** The result of a check, for the account without a name and for others. */
function checkOf(result: ConnectionAnswer["result"], others: ConnectionAnswer["accounts"] = []): ConnectionAnswer {
  const accounts = [{ account_id: null, result, message: "" }, ...others]
  return { result, message: "", checked_at: "2026-11-20T10:50:00.000Z", accounts }
}

it.each([
  ["test", {}, "Test mode: every lease is marked as a test.", "User shop, password set, ends ..a1"],
  ["live", { login: "hash", ends: null }, "Live mode: leases are real.", "Hash set"],
])("the settings show the mode, and only that credentials are set: %s", async (mode, change, says, credentials) => {
  pages.server.answer(() => ({ body: { ...setup, mode, connection: { ...setup.connection, ...change } } }))
  await open()
  expect(screen.getByText(says)).toBeTruthy()
  expect(factOf("Credentials")?.textContent).toBe(credentials)
})

it("the settings say that the service doesn't respond until a check succeeds", async () => {
  const away = { ...setup, outage: { since: "2026-11-20T10:42:00.000Z" } }
  let answers = false
  pages.server.answer(({ route }) => {
    if (route !== CHECK) return { body: answers ? setup : away }
    answers = true
    return { body: checkOf("reached") }
  })
  const { user } = await open()
  expect(screen.getByText(/has not responded/)).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Check connection" }))
  await waitFor(() => expect(screen.queryByText(/has not responded/)).toBeNull())
})

it("the settings list what has to be fixed, with what to do and where", async () => {
  await open()
  expect(screen.getByText("1 to fix, 1 to check")).toBeTruthy()
  const item = screen.getByText(/No region with the currency USD has the payment provider/).closest("li")
  expect(item?.textContent).toContain("Fix")
  expect(item?.textContent).toContain("Open Settings, Regions")
  const products = screen.getByText(/412 of 449 published products/).closest("li") as HTMLElement
  const links = within(products).getAllByRole("link")
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Set for the category Warranties", "/categories/pcat_1"],
    ["Harbor sofa", "/products/prod_1"],
    ["Set for the product type Tires", "/settings/product-types/ptyp_1"],
  ])
  expect(products.textContent).toContain("17: no brandHarbor sofaand 16 more")
  expect(products.textContent).toContain("12: not leased in CA, NY")
})

it("the settings show on request what is in order", async () => {
  const { user } = await open()
  const fold = screen.getByRole("button", { name: /^Show what is set up \(\d+\)$/ })
  const list = document.getElementById(fold.getAttribute("aria-controls") ?? "") as HTMLElement
  expect(list.hidden).toBe(true)
  await user.click(fold)
  expect(list.hidden).toBe(false)
  expect(within(list).getAllByRole("listitem").length).toBe(setup.items.filter(({ state }) => state === "ok").length)
})

it("an unknown item of the checklist has the server's text", async () => {
  const items = [{ ...setup.items[0], code: "new_thing", message: "Something new is fine." }]
  pages.server.answer(() => ({ body: { ...setup, items } }))
  await open()
  expect(screen.getByText("Something new is fine.")).toBeTruthy()
  expect(screen.getByText("Everything is set up.")).toBeTruthy()
})

const TRACKING = "Tracking number and carrier with the delivery"

it.each<[string, SetupAnswer["settings"]["send_tracking"]]>([
  ["Not sent", null],
  ["Sent, with the shipping option's name as the carrier", { carriers: {} }],
  ["Standard delivery: UPS; ups_ups: UPS", { carriers: { "Standard delivery": "UPS", ups_ups: "UPS" } }],
])("the settings say about tracking numbers: %s", async (shown, send_tracking) => {
  pages.server.answer(() => ({ body: { ...setup, settings: { ...setup.settings, send_tracking } } }))
  await open()
  expect(factOf(TRACKING)?.textContent).toBe(shown)
})

it("the settings describe the plugin's behavior", async () => {
  await open()
  const labels = ["Signed carts become orders after", "Payment is captured", "Excluded states", "Maximum order"]
  expect(labels.map((label) => factOf(label)?.textContent)).toEqual([
    ...["2 minutes", "Right after the order", "NJ, WI", "No limit"],
  ])
  const ages = [
    "Alert if a shipped order's lease has not started after",
    "Alert if a signed order's lease has not started after",
  ]
  expect(ages.map((label) => factOf(label)?.textContent)).toEqual(["7 days", "No alert"])
  const addresses = ["Your name and address on invoices", "Operator's address on invoices"]
  expect(addresses.map((label) => factOf(label)?.textContent)).toEqual([
    "Harbor & North\n1 Pier Road\nAustin, TX 78701",
    "None",
  ])
  const texts = [
    "Consent",
    "Languages of contracts",
    "Contracts without a total cost",
    "Texts next to offers",
    "Labels of offers",
  ]
  expect(texts.map((label) => factOf(label)?.textContent)).toEqual([
    "application · requiredI agree that my application is sent to Acorn Leasing.",
    ...["EN, ES", "Cannot be signed", "NYNew York's text.", "NY · totalTotal cost"],
  ])
})

it("the settings show who charges sales tax, also by state", async () => {
  const sales_tax = { default: "by_operator", states: { IL: "in_cart", Maine: "refuse" } } as const
  pages.server.answer(() => ({ body: { ...setup, settings: { ...setup.settings, sales_tax } } }))
  await open()
  expect(factOf("Sales tax")?.textContent).toBe("Charged by the operator; IL: In the cart; Maine: no leases")
})

it.each([
  ["reached", "Connected", "Connected. The lease service accepted your credentials."],
  ["credentials", "Failed", /refused the credentials/],
  [null, "Configured", "The check failed. Try again."],
] as const)("the connection is checked on request: %s", async (result, badge, words) => {
  const { user } = await open()
  expect(screen.getByText("Configured")).toBeTruthy()
  pages.server.answer(({ route }) => {
    if (route !== CHECK) return { body: setup }
    return result ? { body: checkOf(result) } : { status: 500, body: { message: "Fault" } }
  })
  await user.click(screen.getByRole("button", { name: "Check connection" }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(badge)).toBeTruthy()
  expect(pages.server.asked.filter(({ route }) => route === CHECK)).toEqual([{ route: CHECK, query: {}, body: {} }])
})

it("a person who may not act gets no connection check", async () => {
  pages.server.answer(() => ({ body: { ...setup, can_check: false } }))
  await open()
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Check connection" }).disabled).toBe(true)
  expect(screen.getByText("Your role does not allow this check.")).toBeTruthy()
})

it("each of several accounts is shown with its carts, login, operator, rate, outage, checklist and connection", async () => {
  pages.server.answer(({ route }) => {
    const others = [{ account_id: "maple", result: "unreachable" as const, message: "" }]
    return { body: route === CHECK ? checkOf("reached", others) : severalAccounts }
  })
  const { user } = await open()
  const section = (title: string) => screen.getByText(title).closest(".shadow-elevation-card-rest") as HTMLElement
  const shown = within(section("Account Maple Leasing (maple)"))
  for (const text of ["reg_ca", "Maple Leasing", "CAD", "5 a second, 2 at once", "oak", /User maple-store/])
    expect(shown.getByText(text)).toBeTruthy()
  expect(shown.getByText(/maple: The lease service has not responded since/)).toBeTruthy()
  const rest = within(section("Account Acorn Leasing"))
  expect(rest.getByText("Everywhere else")).toBeTruthy()
  expect(rest.queryByText(/has not responded/)).toBeNull()
  expect(screen.getByText(/^Maple Leasing \(maple\): Shoppers agree to the plugin's sample text/)).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Check connection" }))
  expect(await screen.findByText(/^Maple Leasing \(maple\): .*did not respond/)).toBeTruthy()
  expect(screen.getByText(/^Acorn Leasing: Connected/)).toBeTruthy()
})
