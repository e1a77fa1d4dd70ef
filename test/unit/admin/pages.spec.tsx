/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, render, screen, waitFor } from "@testing-library/react"
import type { ComponentType } from "react"
import { leaseList, leasePage, setup, severalAccounts, usual } from "../../fixtures/dashboard-pages"
import { orderCard } from "../../fixtures/order-cards"
import { openAt, servePages } from "./support/pages"
import { complaints, idle, surroundings } from "./support/surroundings"

/** What all pages of the dashboard have in common: if the store or the service doesn't respond, a user has no right, or there is another router. */
const pages = servePages()

it.each([
  ["/leases", "We could not load the leases. Nothing was changed.", "28 leases"],
  ["/leases/funnel", "We could not load the funnel. Nothing was changed.", "By week"],
  ["/leases/lease_1", "We could not load the lease. Nothing was changed.", "Reference"],
  ["/settings/lease-to-own", "We could not load the settings. Nothing was changed.", "Setup checklist"],
  ["/products/prod_1", "We could not load the lease data. Nothing was changed.", "Leasable"],
  ["/customers/cus_1", "We could not load the leases of this customer. Nothing was changed.", "Show all"],
  ["/settings/regions/reg_1", "We could not check lease-to-own in this region. Nothing was changed.", "Turn off"],
])("%s says that the store didn't respond, and reads again on Retry", async (address, words, whole) => {
  pages.server.answer(() => ({ status: 500, body: { message: "Fault" } }))
  const { user } = openAt(pages, address)
  expect(await screen.findByText(words)).toBeTruthy()
  pages.server.answer(usual)
  await user.click(screen.getByRole("button", { name: "Retry" }))
  expect(await screen.findByText(whole)).toBeTruthy()
})

it.each([
  ["/leases/lease_1", { lease: null }],
  ["/orders/accepted", { lease: { ...orderCard("accepted"), facts: null } }],
])("an unreadable answer affects only our part of %s, until it can be read", async (address, body) => {
  pages.server.answer(() => ({ body }))
  const { user } = openAt(pages, address)
  expect(await screen.findByText("We could not load the lease. Nothing was changed.")).toBeTruthy()
  pages.server.answer(usual)
  await user.click(screen.getByRole("button", { name: "Retry" }))
  expect(await screen.findByText("Reference")).toBeTruthy()
  expect(complaints.splice(0).length).toBeGreaterThan(0)
})

const since = "2026-11-20T10:42:00.000Z"

it.each<[address: string, answer: object, whole: string]>([
  ["/leases", leaseList, "28 leases"],
  ["/leases/lease_1", leasePage, "Reference"],
  ["/settings/lease-to-own", setup, "Setup checklist"],
  ["/orders/accepted", { lease: orderCard("accepted") }, "Reference"],
])("%s says once since when the service hasn't responded", async (address, answer, whole) => {
  pages.server.answer(() => ({ body: { ...answer, outage: { since } } }))
  openAt(pages, address)
  await screen.findByText(whole)
  expect(screen.getAllByText(/^The lease service has not responded since Nov 20, 2026/)).toHaveLength(1)
})

it.each<[address: string, answer: object, whole: string]>([
  ["/leases", leaseList, "28 leases"],
  ["/leases/lease_1", leasePage, "Reference"],
  ["/settings/lease-to-own", severalAccounts, "Setup checklist"],
  ["/orders/accepted", { lease: orderCard("accepted") }, "Reference"],
])("%s says once that the whole store is held, and no other next step", async (address, answer, whole) => {
  pages.server.answer(() => ({ body: { ...answer, outage: { since, held: "database" } } }))
  openAt(pages, address)
  await screen.findByText(whole)
  expect(screen.getAllByText(/^Leases that began before Nov 20, 2026.* are held/)).toHaveLength(1)
  expect(screen.getByText("--restored-to")).toBeTruthy()
  expect(screen.queryByText("Next step")).toBeNull()
})

const FORBIDDEN = { status: 403, body: { message: "Forbidden" } }

it("a person who may not see leases is told that the role doesn't allow it, after one request", async () => {
  pages.server.answer(() => FORBIDDEN)
  openAt(pages, "/leases")
  expect(await screen.findByText("Your role does not allow you to view leases.")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull()
  expect(pages.server.asked.filter(({ route }) => route === "GET /lease-to-own/leases")).toHaveLength(1)
})

it.each(["/products/prod_1", "/customers/cus_1", "/settings/regions/reg_1"])(
  "a person who may not see leases gets no card at %s",
  async (address) => {
    pages.server.answer(() => FORBIDDEN)
    await idle(openAt(pages, address))
    expect(pages.server.asked).not.toEqual([])
    expect(screen.queryByRole("heading") ?? screen.queryByRole("alert")).toBeNull()
  },
)

describe("dashboard with another copy of the router", () => {
  beforeAll(() => Object.assign(globalThis, { __BASE__: "/app/" }))
  afterEach(() => history.replaceState(null, "", "/"))
  afterAll(() => void Reflect.deleteProperty(globalThis, "__BASE__"))

  /** The page below another version of the router, which the plugin's copy doesn't know. */
  async function open(page: Promise<{ default: ComponentType }>, address: string) {
    const { default: Page } = await page
    history.replaceState({ idx: 3 }, "", address)
    const { wrapper, user } = surroundings({ routed: false })
    render(<Page />, { wrapper })
    return user
  }

  it("links and rows lead to the page's complete address", async () => {
    await open(import("../../../admin/routes/leases/page"), "/app/leases")
    const link = await screen.findByRole("link", { name: "#1003" })
    expect(link).toHaveProperty("pathname", "/app/leases/lease_3")
    const followed = jest.fn((event: Event) => event.preventDefault())
    link.addEventListener("click", followed)
    link.closest("tr")?.click()
    expect(followed).toHaveBeenCalledTimes(1)
  })

  it("the list's filters are in the address, and Back removes them", async () => {
    const user = await open(import("../../../admin/routes/leases/page"), "/app/leases")
    await user.click(await screen.findByRole("button", { name: "Needs attention" }))
    await waitFor(() => expect(location.search).toBe("?tab=needs_attention"))
    expect(history.state).toEqual({ idx: 3 })
    const tabs = () => pages.server.asked.map(({ query }) => query?.tab)
    await waitFor(() => expect(tabs()).toContain("needs_attention"))
    act(() => history.back())
    await waitFor(() => expect(location.search).toBe(""))
  })

  it("a lease opens by its address", async () => {
    await open(import("../../../admin/routes/leases/[id]/page"), `/app/leases/${leasePage.lease.id}`)
    await screen.findAllByText(leasePage.lease.reference ?? "")
    expect(pages.server.asked.map(({ route }) => route)).toContain(`GET /lease-to-own/leases/${leasePage.lease.id}`)
  })
})
