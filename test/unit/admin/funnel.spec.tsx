/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import { leaseFunnel, usual } from "../../fixtures/dashboard-pages"
import { openAt, servePages } from "./support/pages"

/** The funnel as a merchant reads it, with the real components and the route's responses over HTTP. */
const pages = servePages()

const queries = () =>
  pages.server.asked.filter(({ route }) => route === "GET /lease-to-own/funnel").map(({ query }) => query)

async function open(search = "") {
  const page = openAt(pages, `/leases/funnel${search}`)
  await screen.findByText(/^A lease counts in the week/)
  return page
}

/** A table's texts: the head, then each row, which begins with its name. */
function table(name: string): (string | null)[][] {
  const rows = within(screen.getByRole("table", { name })).getAllByRole("row")
  return rows.map((row) => [...row.children].map(({ textContent }) => textContent))
}

const press = (name: string) => screen.findByRole("button", { name })

it("each step has its leases, its part of the step before, and its sums by currency", async () => {
  await open()
  expect(queries()).toEqual([{ weeks: "12" }])
  expect(table("Leases by step")).toEqual([
    ["Step", "Leases", "Of the previous step", "Value"],
    ["Started", "1,201", "–", "–"],
    ["Applied", "1,180", "98%", "–"],
    ["Approved", "640", "54%", "–"],
    ["Priced", "612", "96%", "$263,160.00 + CA$1,289.50"],
    ["Signed", "488", "80%", "$209,840.00 + CA$1,289.50"],
    ["Ordered", "480", "98%", "$206,400.00 + CA$1,289.50"],
    ["Delivered", "301", "63%", "$129,430.00 + CA$1,289.50"],
  ])
  expect(screen.getByText("Median time from start to signature: under a day")).toBeTruthy()
  expect(screen.getByText("Test leases do not count.")).toBeTruthy()
  const names = screen.getAllByRole("rowheader").map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(["Started", "Nov 9, 2026", "Acorn Leasing"]))
})

it("each week has its counts, newest first, and each account those that don't point at single customers", async () => {
  await open()
  const steps = ["Started", "Applied", "Approved", "Priced", "Signed", "Ordered", "Delivered"]
  expect(table("By week")).toEqual([
    ["Week of", ...steps, "Time to sign (median)"],
    ["Nov 23, 2026", "0", "0", "0", "0", "0", "0", "0", "–"],
    ["Nov 16, 2026", "501", "490", "300", "282", "228", "225", "70", "1 day"],
    ["Nov 9, 2026", "700", "690", "340", "330", "260", "255", "231", "under a day"],
  ])
  expect(table("By account")).toEqual([
    ["Account", ...steps, "Time to sign (median)"],
    ["Acorn Leasing", "1,197", "1,176", "640", "612", "488", "480", "301", "under a day"],
    ["Maple Leasing (maple)", "Fewer than 5 leases"],
  ])
})

it("an account, a flow and a period are chosen by buttons, and kept in the address", async () => {
  const { user, address } = await open()
  await user.click(await press("Maple Leasing (maple)"))
  expect(address()).toBe("/leases/funnel?account=maple")
  expect(await screen.findByText(/^This account has fewer than 5 leases/)).toBeTruthy()
  expect(screen.queryByRole("table", { name: "By account" })).toBeNull()
  await user.click(await press("All accounts"))
  await user.click(await press("Hosted"))
  expect(table("Leases by step").map(([step, count]) => [step, count])).toEqual([
    ["Step", "Leases"],
    ["Started", "90"],
    ["Signed", "40"],
    ["Ordered", "38"],
    ["Delivered", "20"],
  ])
  expect(screen.getByText(/are known only to the operator/)).toBeTruthy()
  await user.click(await press("4 weeks"))
  expect(address()).toBe("/leases/funnel?flow=hosted&weeks=4")
  await waitFor(() => expect(queries().at(-1)).toEqual({ weeks: "4" }))
  expect(screen.getByRole("button", { name: "4 weeks", pressed: true })).toBeTruthy()
})

it("a reload shows the same choice", async () => {
  await open("?account=&weeks=26")
  expect(screen.getByRole("button", { name: "Acorn Leasing", pressed: true })).toBeTruthy()
  expect(queries()).toEqual([{ weeks: "26" }])
  expect(table("Leases by step")[1]?.[1]).toBe("1,197")
})

it("a store without leases, or with test accounts alone, reads so", async () => {
  pages.server.answer((asked) =>
    asked.route.endsWith("/funnel") ? { body: { ...leaseFunnel, test: true, flows: [] } } : usual(asked),
  )
  await open()
  expect(screen.getByText("No leases in this period.")).toBeTruthy()
  expect(screen.getByText("All accounts are in test mode, so only test leases count.")).toBeTruthy()
  expect(screen.queryByRole("table")).toBeNull()
})

it("the list of leases leads to the funnel", async () => {
  const { user, address } = openAt(pages, "/leases")
  await user.click(await screen.findByRole("link", { name: "Funnel" }))
  expect(address()).toBe("/leases/funnel")
})
