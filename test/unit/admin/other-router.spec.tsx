/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, render, screen, waitFor } from "@testing-library/react"
import type { ComponentType } from "react"
import { leasePage } from "../../fixtures/dashboard-pages"
import { servePages } from "./support/pages"
import { surroundings } from "./support/surroundings"

const pages = servePages()

beforeAll(() => Object.assign(globalThis, { __BASE__: "/app/" }))
afterEach(() => history.replaceState(null, "", "/"))

/** The page, below a router of another version, which the copy that the plugin finds does not know. */
async function open(page: Promise<{ default: ComponentType }>, address: string) {
  const { default: Page } = await page
  history.replaceState({ idx: 3 }, "", address)
  const { wrapper, user } = surroundings({ routed: false })
  render(<Page />, { wrapper })
  return user
}

describe("dashboard with another copy of the router", () => {
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
    await waitFor(() => expect(pages.server.asked.at(-1)?.query).toMatchObject({ tab: "needs_attention" }))
    act(() => history.back())
    await waitFor(() => expect(location.search).toBe(""))
  })

  it("a lease opens by its address", async () => {
    await open(import("../../../admin/routes/leases/[id]/page"), `/app/leases/${leasePage.lease.id}`)
    await screen.findAllByText(leasePage.lease.reference ?? "")
    expect(pages.server.asked.map(({ route }) => route)).toContain(`GET /lease-to-own/leases/${leasePage.lease.id}`)
  })
})
