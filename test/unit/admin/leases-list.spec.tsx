/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import type { LeaseWaitingAnswer, Money } from "../../../src/api/admin-types"
import { leaseList, usual } from "../../fixtures/dashboard-pages"
import type { PageReply } from "../../support/page-server"
import { openAt, servePages } from "./support/pages"
import { idle } from "./support/surroundings"

/** The list of leases as a merchant uses it, with the real components and the route's responses over HTTP. */
const pages = servePages()

const LIST = "GET /lease-to-own/leases"
const usd = { amount: 10, currency_code: "usd" }
const sums = (value: number, amounts: Money[], more = false): LeaseWaitingAnswer => ({
  undelivered: { count: { value, limit: 1000, more }, amounts },
  overdue: { count: { value: 0, limit: 1000, more: false }, amounts: [] },
})
const queries = () => pages.server.asked.filter(({ route }) => route === LIST).map(({ query }) => query)
const rows = () => within(screen.getAllByRole("rowgroup")[1] as HTMLElement).getAllByRole("row")

/** A filter's popover. jsdom has no layout, so it stays hidden as if the filter were out of view, and nothing in it has a role. */
async function opened(filter: string) {
  const dialog = await screen.findByRole("dialog", { hidden: true })
  expect(dialog.getAttribute("aria-label")).toBe(filter)
  return within(dialog)
}

async function open(search = "") {
  const page = openAt(pages, `/leases${search}`)
  await screen.findByRole("table")
  return page
}

it("the list shows order, customer, state, amount and dates of each lease", async () => {
  await open()
  const cells = rows().map((row) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  )
  expect(cells[1]).toEqual([
    "#1002",
    "Delivery to confirm",
    "Shopper 2shopper2@example.com",
    "$0.01",
    "Nov 20, 2026",
    "",
    expect.stringContaining("Nov 20, 2026"),
  ])
  expect(cells[2]?.[5]).toBe("Nov 19, 2026")
  expect(cells[4]?.[3]).toBe("$999,999.99")
  expect(cells[5]?.slice(1, 3)).toEqual(["CanceledTest", "Shopper 6<script>alert(1)</script>@example.com"])
  expect(cells[7]?.[1]).toBe("Lease acceptedHosted")
  expect(cells[6]?.slice(0, 5)).toEqual(["L-00007-2KD9P", "Denied", "", "", ""])
  expect(screen.getByText("28 leases")).toBeTruthy()
})

it("a lease opens with a click on its row or its link", async () => {
  const { user, address } = await open()
  expect(screen.getByRole("link", { name: "#1003" }).getAttribute("href")).toBe("/leases/lease_3")
  await user.click(screen.getByText("shopper2@example.com"))
  expect(address()).toBe("/leases/lease_2")
})

it("the list requests what its address contains, so a reload changes nothing", async () => {
  const wanted = { q: "pat", tab: "awaiting", status: "placed,signed", test: "false", created_from: "2026-01-01" }
  await open(`?${new URLSearchParams({ ...wanted, cursor: "after-8", page: "2" })}`)
  expect(queries()).toEqual([{ ...wanted, cursor: "after-8", limit: "20" }])
  expect(screen.getByRole("button", { name: "Awaiting confirmation", pressed: true })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("pat")
  const filters = [
    ["Status", "Ordered, Signed, not ordered"],
    ["Test or live", "Live"],
    ["Created from", "Jan 1, 2026"],
  ] as const
  for (const [filter, value] of filters) {
    expect(screen.getByRole("button", { name: value })).toBeTruthy()
    expect(screen.getByRole("button", { name: `Remove filter: ${filter}` })).toBeTruthy()
  }
})

it("the list of an address is shown even if the address has an invalid date", async () => {
  await open("?created_from=soon")
  expect(screen.getByRole("button", { name: "soon" })).toBeTruthy()
})

it("tab, filters and search are stored in the address, and start again at the first page", async () => {
  const { user, address } = await open("?cursor=after-8&page=2")
  const add = async (filter: string) => {
    await user.click(screen.getByRole("button", { name: "Filters" }))
    await user.click(await screen.findByRole("menuitem", { name: filter }))
    return opened(filter)
  }
  await user.click(screen.getByRole("button", { name: "Needs attention" }))
  expect(address()).toBe("/leases?tab=needs_attention")
  const channel = await add("Sales channel")
  await user.click(channel.getByText("Outlet"))
  await user.keyboard("{Escape}")
  const status = await add("Status")
  await user.click(status.getByText("Ordered"))
  await user.click(status.getByText("Lease active"))
  await user.keyboard("{Escape}")
  fireEvent.change((await add("Created from")).getByLabelText("Created from"), {
    target: { value: "2026-01-31" },
  })
  await user.keyboard("{Escape}")
  await user.type(screen.getByRole("searchbox"), "#47")
  await waitFor(() => expect(queries().at(-1)).toMatchObject({ q: "#47" }))
  const query = () => Object.fromEntries(new URLSearchParams(address().split("?")[1]))
  const rest = { tab: "needs_attention", q: "#47" }
  expect(query()).toEqual({
    ...{ ...rest, sales_channel_id: "sc_2", status: "placed,delivered", created_from: "2026-01-31" },
  })
  await user.click(screen.getByRole("button", { name: "Remove filter: Status" }))
  expect(query()).toEqual({ ...rest, sales_channel_id: "sc_2", created_from: "2026-01-31" })
  await user.click(screen.getByRole("button", { name: "Clear all" }))
  expect(query()).toEqual(rest)
})

it("opening a filter without choosing anything keeps address and page, and the focus returns to the filter button", async () => {
  const { user, address } = await open("?cursor=after-8&page=2")
  const menu = screen.getByRole("button", { name: "Filters" })
  await user.click(menu)
  await user.click(await screen.findByRole("menuitem", { name: "Type" }))
  await opened("Type")
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement).toBe(menu))
  expect(address()).toBe("/leases?cursor=after-8&page=2")
  expect(screen.queryByRole("button", { name: "Remove filter: Type" })).toBeNull()
})

it("the tab of undelivered orders says how much money waits, and how much of it is overdue", async () => {
  const { user, address } = await open()
  expect(pages.server.asked.map(({ route }) => route)).not.toContain("GET /lease-to-own/waiting")
  await user.click(screen.getByRole("button", { name: "To deliver" }))
  expect(address()).toBe("/leases?tab=undelivered")
  expect(await screen.findByText(/^\$48,210.00 \+ CA\$300.50 is waiting for 112 deliveries\./)).toBeTruthy()
  await user.click(screen.getByRole("link", { name: "Late deliveries: 21 ($9,100.00)." }))
  expect(address()).toBe("/leases?tab=overdue")
})

it.each<[string, PageReply, RegExp | null]>([
  ["nothing waits", { body: sums(0, []) }, null],
  ["the sums can't be read", { status: 500, body: {} }, null],
  ["one order waits", { body: sums(1, [usd]) }, /^\$10\.00 is waiting for 1 delivery\.\s*$/],
  [
    "more wait than are counted",
    { body: sums(1000, [usd], true) },
    /^\$10\.00 is waiting for more than 1,000 deliveries\./,
  ],
])("the tab's sentence about waiting money, if %s", async (_, reply, says) => {
  pages.server.answer((asked) => (asked.route === "GET /lease-to-own/waiting" ? reply : usual(asked)))
  const page = await open("?tab=undelivered")
  await idle(page)
  expect(screen.queryByText(/is waiting for/)?.textContent ?? null).toEqual(says && expect.stringMatching(says))
  expect(screen.queryByText(/Late deliveries:/)).toBeNull()
})

it("the status of an overdue lease says on hover how much has waited for how long", async () => {
  const waiting = { amount: { amount: 302.5, currency_code: "usd" }, days: 12 }
  const leases = [{ ...leaseList.leases[0], waiting }]
  pages.server.answer((asked) => (asked.route === LIST ? { body: { ...leaseList, leases } } : usual(asked)))
  await open()
  expect(within(rows()[0] as HTMLElement).getByTitle("$302.50 has been waiting for 12 days.")).toBeTruthy()
})

it("the list moves to the next page and back with the store's cursors", async () => {
  const { user, address } = await open("?tab=awaiting")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Previous" }).disabled).toBe(true)
  expect(screen.getByText("20 of 28 leases")).toBeTruthy()
  const last = { ...leaseList, next: null, previous: "before-9" }
  pages.server.answer((asked) => (asked.route === LIST ? { body: last } : usual(asked)))
  await user.click(screen.getByRole("button", { name: "Next" }))
  expect(address()).toBe("/leases?tab=awaiting&cursor=after-8&page=2")
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true))
  expect(screen.getByText("28 of 28 leases")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Previous" }))
  expect(address()).toBe("/leases?tab=awaiting")
})

it("going back from a later page uses the store's cursor", async () => {
  pages.server.answer(() => ({ body: { ...leaseList, previous: "before-9" } }))
  const { user, address } = await open("?cursor=after-8&page=3")
  await user.click(screen.getByRole("button", { name: "Previous" }))
  expect(address()).toBe("/leases?cursor=before-9&page=2")
})

it("the list's count ends where the store's does", async () => {
  const count = { value: 1000, limit: 1000, more: true }
  pages.server.answer(() => ({ body: { ...leaseList, count } }))
  await open()
  expect(screen.getByText("More than 1,000 leases")).toBeTruthy()
  expect(screen.getByText("20 of 1000 leases or more")).toBeTruthy()
})

it("the list doesn't search for a single letter, and says so", async () => {
  const { user, address } = await open()
  await user.type(screen.getByRole("searchbox"), "p")
  expect(await screen.findByText("Enter at least two characters, or an order number.")).toBeTruthy()
  expect(address()).toBe("/leases")
})

it("an empty list says where to check the setup, or that nothing matches, and clears the filters", async () => {
  pages.server.answer(() => ({ body: { ...leaseList, leases: [], count: { value: 0, limit: 1000, more: false } } }))
  const { unmount } = openAt(pages, "/leases")
  expect(await screen.findByText("No leases yet")).toBeTruthy()
  const link = screen.getByRole("link", { name: "Check the setup" })
  expect(link.getAttribute("href")).toBe("/settings/lease-to-own")
  unmount()
  const { user, address } = openAt(pages, "/leases?q=nobody")
  expect(await screen.findByText("No leases match")).toBeTruthy()
  await user.click(screen.getAllByRole("button", { name: "Clear all" }).at(-1) as HTMLElement)
  expect(address()).toBe("/leases")
})

it("the list offers to start over if the address is invalid", async () => {
  pages.server.answer(({ query }) =>
    query.cursor ? { status: 400, body: { message: "This page of the list no longer exists." } } : { body: leaseList },
  )
  const { user, address } = openAt(pages, "/leases?cursor=old")
  expect(await screen.findByText(/These filters do not work together/)).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Clear all" }))
  expect(await screen.findByRole("table")).toBeTruthy()
  expect(address()).toBe("/leases")
})

/** Opens the form for the export's columns. */
async function openExport({ user }: Awaited<ReturnType<typeof open>>) {
  await user.click(await screen.findByRole("button", { name: "Export CSV" }))
  return within(await screen.findByRole("dialog", { name: "Export leases" }))
}

describe("the export", () => {
  const EXPORT = `${LIST}/export`
  const [names, files]: [string[], Blob[]] = [[], []]
  const exports = () => pages.server.asked.filter(({ route }) => route === EXPORT)
  /** Presses the form's button, and waits until it has closed. */
  async function save({ user }: Awaited<ReturnType<typeof open>>, form: Awaited<ReturnType<typeof openExport>>) {
    await user.click(form.getByRole("button", { name: "Export CSV" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  }
  beforeEach(() => {
    localStorage.clear()
    names.splice(0)
    files.splice(0)
    Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file) && "blob:file", revokeObjectURL: () => {} })
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    pages.server.answer((asked) => (asked.route === EXPORT ? { text: "order,name\r\n7,José\r\n" } : usual(asked)))
  })

  it("the export contains every page of what the filters find, with the tab and the day in its name", async () => {
    const page = await open("?tab=awaiting&cursor=after-8&page=2")
    await save(page, await openExport(page))
    expect(exports().map(({ query }) => query)).toEqual([{ tab: "awaiting" }])
    const now = new Date()
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, "0"))
    expect(names).toEqual([`leases-awaiting-confirmation-${day.join("-")}.csv`])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Export CSV" })))
  })

  it("the export is UTF-8 with one byte order mark at its start, without which Excel reads another encoding", async () => {
    const page = await open()
    await save(page, await openExport(page))
    const reader = new FileReader()
    reader.readAsDataURL(files[0] as Blob)
    const bytes = btoa("\xEF\xBB\xBForder,name\r\n7,Jos\xC3\xA9\r\n")
    await waitFor(() => expect(reader.result).toBe(`data:text/csv;base64,${bytes}`))
  })

  it("an export that failed says so, and its form stays open", async () => {
    const page = await open()
    const form = await openExport(page)
    pages.server.answer((asked) => (asked.route === EXPORT ? { status: 500, body: {} } : usual(asked)))
    await page.user.click(form.getByRole("button", { name: "Export CSV" }))
    expect(await screen.findByText("The export failed. Try again.")).toBeTruthy()
    expect(screen.getByRole("dialog", { name: "Export leases" })).toBeTruthy()
    expect(names).toEqual([])
  })

  it("the export has the chosen columns, which this browser remembers until all are chosen again", async () => {
    const page = await open()
    const box = (form: Awaited<ReturnType<typeof openExport>>, name: string) => form.getByRole("checkbox", { name })
    const isOn = (form: Awaited<ReturnType<typeof openExport>>) =>
      form.getAllByRole("checkbox").map((each) => each.getAttribute("aria-checked"))
    const first = await openExport(page)
    expect(new Set(isOn(first))).toEqual(new Set(["true"]))
    for (const group of ["Lease and order", "Customer", "Dates", "Sales, cancellations and returns"])
      await page.user.click(box(first, group))
    await page.user.click(box(first, "captured_at"))
    await page.user.click(box(first, "order"))
    expect(box(first, "Payment and delivery in Medusa").getAttribute("aria-checked")).toBe("mixed")
    await save(page, first)
    const chosen = (query: Record<string, string> | undefined) => query?.columns?.split(",").sort()
    expect(chosen(exports()[0]?.query)).toEqual(["captured", "delivered_at", "order", "refunded", "refunded_at"])

    const second = await openExport(page)
    expect(isOn(second).filter((on) => on === "true")).toHaveLength(5)
    await page.user.click(box(second, "order"))
    await page.user.click(box(second, "Payment and delivery in Medusa"))
    await page.user.click(box(second, "Payment and delivery in Medusa"))
    await page.user.click(second.getByRole("button", { name: "Export CSV" }))
    expect((await second.findByRole("alert")).textContent).toBe("Choose at least one column.")
    expect(exports()).toHaveLength(1)
    for (const group of ["Lease and order", "Customer", "Dates", "Sales, cancellations and returns"])
      await page.user.click(box(second, group))
    await page.user.click(box(second, "Payment and delivery in Medusa"))
    await save(page, second)
    expect(exports()[1]?.query).toEqual({})
    expect(localStorage).toHaveLength(0)
  })

  it("a column's box is described by what the column means, in Spanish too", async () => {
    const page = openAt(pages, "/leases", { language: "es" })
    await page.user.click(await screen.findByRole("button", { name: "Exportar CSV" }))
    const form = within(await screen.findByRole("dialog", { name: "Exportar arrendamientos" }))
    const box = form.getByRole("checkbox", { name: "captured_at", description: "Cuándo se capturó" })
    expect(form.getByRole("group", { name: "Pago y entrega en Medusa" }).contains(box)).toBe(true)
  })

  it.each(["colour,toString", ",,"])("remembered columns %j that no longer exist are ignored", async (columns) => {
    localStorage.setItem("lease-to-own-export-columns", columns)
    const page = await open()
    await save(page, await openExport(page))
    expect(exports()[0]?.query).toEqual({})
  })
})
