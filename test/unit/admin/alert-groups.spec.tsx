/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import type { LeaseAlertGroup } from "../../../src/api/admin-types"
import { alertGroups, usual } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"
import { idle } from "./support/surroundings"

/** The groups of alerts above the list, with the real components and the routes' responses over HTTP. */
const pages = servePages()

const ALERTS = "GET /lease-to-own/alerts"
const CHECK = "/lease-to-own/alerts/invoice_differs/check"
const NEEDY = "/leases?tab=needs_attention"
const [first, second] = alertGroups.alerts as [LeaseAlertGroup, LeaseAlertGroup]

const asked = (route: string) => pages.server.asked.filter((one) => one.route === route)
const group = async (name: string) => {
  const button = await screen.findByRole("button", { name: new RegExp(`^${name}`) })
  return within(button.closest("li") as HTMLElement)
}

/** A store with this group. `fails` is whether it can't start or stop a check. */
function serve(change: Partial<LeaseAlertGroup> = {}, { can_act = true, fails = false } = {}) {
  let check: LeaseAlertGroup["check"] = null
  pages.server.answer(({ route, ...rest }) => {
    if (route === ALERTS) return { body: { ...alertGroups, can_act, alerts: [{ ...first, check, ...change }] } }
    if (!route.endsWith(CHECK)) return usual({ route, ...rest })
    if (fails) return { status: 500, body: {} }
    check = route.startsWith("POST") ? { total: 3, read: 1, until: null } : null
    return { body: { checking: check !== null } }
  })
}

it("the tab of leases that need attention has each alert with its count, sums and next step", async () => {
  const { user } = openAt(pages, "/leases")
  await screen.findByRole("table")
  expect(asked(ALERTS)).toEqual([])
  await user.click(screen.getByRole("button", { name: "Needs attention" }))
  const texts = async (name: string) => (await group(name)).getAllByText(/./).map(({ textContent }) => textContent)
  expect(await texts("Operator's amount differs")).toEqual(
    expect.arrayContaining([
      "3 leases, $3,868.50",
      "Do not ship. Ask Acorn Leasing which amount is correct.",
      "Check all",
    ]),
  )
  expect(await texts("Payment differs from lease")).toContain("20,000 leases, $25,790,000.00 + CA$300.50")
  const last = await texts("Hosted lease unfinished")
  expect(last).toEqual(expect.arrayContaining(["1 lease", "The next step differs. Open a lease to see it."]))
  expect(last).not.toContain("Check all")
})

it("choosing a group filters the list, and choosing it again doesn't", async () => {
  const { user, address } = openAt(pages, NEEDY)
  await user.click(await screen.findByRole("button", { name: /^Operator's amount differs/, pressed: false }))
  expect(address()).toBe(`${NEEDY}&alert=invoice_differs`)
  await waitFor(() =>
    expect(asked("GET /lease-to-own/leases").at(-1)?.query).toMatchObject({ alert: "invoice_differs" }),
  )
  expect(screen.getByRole("button", { name: "Remove filter: Alert" })).toBeTruthy()
  await user.click(await screen.findByRole("button", { name: /^Operator's amount differs/, pressed: true }))
  expect(address()).toBe(NEEDY)
})

it("a check is started once, shows its progress, and is stopped, with the focus kept in its group", async () => {
  serve()
  const { user } = openAt(pages, NEEDY)
  await user.dblClick(await screen.findByRole("button", { name: "Check all: Operator's amount differs" }))
  const bar = await screen.findByRole("progressbar")
  expect(bar.getAttribute("aria-valuetext")).toBe("1 of 3 checked.")
  expect(asked(`POST ${CHECK}`)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement).toBe(bar.closest("li")))
  await user.click(screen.getByRole("button", { name: "Stop checking: Operator's amount differs" }))
  await screen.findByRole("button", { name: "Check all: Operator's amount differs" })
  expect(screen.queryByRole("progressbar")).toBeNull()
  expect(asked(`DELETE ${CHECK}`)).toHaveLength(1)
})

it("a check that is under way is shown after a reload, with the time of its last lease", async () => {
  openAt(pages, NEEDY)
  const text = await screen.findByText(/^4,210 of 19,412 checked\. The last one is due on Nov 20, 2099/)
  expect(text.textContent).toMatch(/The check continues if you leave this page\.$/)
  expect(second.check).toMatchObject({ read: 4210, total: 19_412 })
})

it("a check that could not be started says so", async () => {
  serve({}, { fails: true })
  const { user } = openAt(pages, NEEDY)
  await user.click(await screen.findByRole("button", { name: "Check all: Operator's amount differs" }))
  expect(await screen.findByText("The check failed. Try again.")).toBeTruthy()
})

it("people who may not act on leases see the progress, and neither start nor stop a check", async () => {
  serve({ check: { total: 3, read: 1, until: null } }, { can_act: false })
  openAt(pages, NEEDY)
  await screen.findByRole("progressbar")
  expect(screen.queryByRole("button", { name: /Check all|Stop/ })).toBeNull()
})

it("the list is read again when a group has changed", async () => {
  let count = 3
  pages.server.answer((one) =>
    one.route === ALERTS ? { body: { ...alertGroups, alerts: [{ ...second, count: count-- }] } } : usual(one),
  )
  const page = openAt(pages, NEEDY)
  await screen.findByRole("progressbar")
  await idle(page)
  const lists = asked("GET /lease-to-own/leases").length
  await page.client.invalidateQueries({ queryKey: ["lease-to-own", "alerts"] })
  await waitFor(() => expect(asked("GET /lease-to-own/leases").length).toBeGreaterThan(lists))
})

it("groups that can't be read leave the list alone", async () => {
  pages.server.answer((one) => (one.route === ALERTS ? { status: 500, body: {} } : usual(one)))
  const page = openAt(pages, NEEDY)
  await screen.findByRole("link", { name: "#1003" })
  await idle(page)
  expect(screen.queryByRole("list", { name: "Leases by alert" })).toBeNull()
})
