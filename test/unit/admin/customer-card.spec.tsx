/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import { openAt, servePages } from "./support/pages"

/** The card beside a customer, with the real components and the route's answers over HTTP. */
const pages = servePages()

const at = "/customers/cus_1"
const rows = (list: string) => within(screen.getByRole("list", { name: list })).getAllByRole("listitem")
const linkOf = (row: HTMLElement) => within(row).getByRole("link").getAttribute("href")

describe("customer card", () => {
  it("the customer card shows approvals with amount, end and place, and leases, each with a link, and a link to all", async () => {
    openAt(pages, at)
    await screen.findByRole("heading", { name: "Leases" })
    expect(rows("Approvals").map(({ textContent }) => textContent)).toEqual([
      "Approved up to $1,500.00Until Dec 24, 2026 · Applied in Web · L-8H4T6",
      "ApprovedTestL-9Q2M4",
    ])
    expect(rows("Approvals").map(linkOf)).toEqual(["/leases/lease_8", "/leases/lease_9"])
    expect(rows("Leases").map(({ textContent }) => textContent)).toEqual([
      "#1001Needs attention$1,289.50 · Nov 20, 2026",
      "#1002Delivery to confirm$0.01 · Nov 20, 2026",
      "L-00007-2KD9PDeniedNov 20, 2026",
    ])
    expect(rows("Leases").map(linkOf)).toEqual(["/leases/lease_1", "/leases/lease_2", "/leases/lease_7"])
    const all = screen.getByRole("link", { name: "Show all" }).getAttribute("href")
    expect(all).toBe("/leases?q=robin%40shopper.example")
  })

  it("there is no customer card for a customer without leases", async () => {
    const body = { approvals: [], leases: [], count: { value: 0, limit: 1000, more: false } }
    pages.server.answer(() => ({ body }))
    const { client } = openAt(pages, at)
    await waitFor(() => expect(pages.server.asked).not.toEqual([]))
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(screen.queryByRole("heading")).toBeNull()
  })
})
