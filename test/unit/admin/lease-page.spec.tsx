/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { screen, waitFor, within } from "@testing-library/react"
import { leasePage, replacedLeasePage, supportFile, usual } from "../../fixtures/dashboard-pages"
import { orderCard } from "../../fixtures/order-cards"
import { openAt, servePages } from "./support/pages"

/** The page of a lease, with the real components and the route's responses over HTTP. */
const pages = servePages()

async function open() {
  const page = openAt(pages, "/leases/lease_1")
  await screen.findByText("Reference")
  return page
}
/** The box of the page with this title. */
const box = (title: string) => {
  const part = screen.getByRole("heading", { name: title }).parentElement?.parentElement
  return within(part as HTMLElement)
}

const HEADING = "#1042 · jordan@shopper.example · $1,289.50"

it("the lease page begins with order, customer, amount and state, then the next step", async () => {
  await open()
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(HEADING)
  expect(box(HEADING).getByText("Lease accepted")).toBeTruthy()
  expect(box(HEADING).getByText("1 of 2 items delivered. The lease starts when everything is delivered.")).toBeTruthy()
})

it("the lease page explains how the lease got here, what happens next, and what would happen", async () => {
  await open()
  const parts = ["How it got here", "What happens next", "What would happen"].map((name) => {
    const part = screen.getByRole("heading", { name }).parentElement as HTMLElement
    return within(part)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent?.replace(/^.* [AP]M:/, "… "))
  })
  expect(parts).toEqual([
    [
      "… Acorn Leasing approved the application.",
      "… The contract was signed.",
      "… The order was placed.",
      "… A cancellation was tried, but had no effect.",
    ],
    ["The items have to arrive.", "… Staff get an alert: Shipped, lease not started."],
    [
      "The lease continues as before.",
      "It cannot be canceled anymore, because items have shipped. The lease can be returned.",
    ],
  ])
  expect(screen.getByText("If Acorn Leasing refuses the request:")).toBeTruthy()
})

it("the lease page offers possible actions, with the correction of the record last, and the impossible ones with reasons on request", async () => {
  const { user } = await open()
  const actions = box("Actions")
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent)
  expect(actions).toEqual([
    "Check nowAsks Acorn Leasing for the status of the contract.",
    "Confirm deliveryTells Acorn Leasing the delivery date. The lease starts on that day.",
    "Check returnAsks Acorn Leasing whether the lease can be returned, without returning it.",
    "Start returnAsks Acorn Leasing whether the lease can be returned, then returns it as a whole.",
    expect.stringMatching(/^Correct the record …/),
  ])
  const reason = /^Part of this order has shipped, so its lease can only be returned\./
  expect(box("Actions").getByText(reason).closest("[hidden]")).not.toBeNull()
  await user.click(screen.getByRole("button", { name: "Why not …?" }))
  expect(box("Actions").getByText(reason).closest("div")?.textContent).toMatch(/^Cancel leasePart of/)
  // Actions of the other flow are not among this lease's actions.
  expect(box("Actions").queryByText(/Send order number/)).toBeNull()
})

it("the page of a replaced contract links to the new one, and back", async () => {
  const former = replacedLeasePage.lease
  pages.server.answer(() => ({ body: replacedLeasePage }))
  const { unmount } = openAt(pages, `/leases/${former.id}`)
  expect(await screen.findByText(/^This contract was canceled because the order was edited\./)).toBeTruthy()
  expect(screen.getByRole("link", { name: "Open lease L-9RWD3-5TJ2K" }).getAttribute("href")).toBe(
    `/leases/${former.replaced_by?.id}`,
  )
  expect(screen.getByRole("link", { name: "#1001" }).getAttribute("href")).toBe("/orders/order_1")
  unmount()
  const next = orderCard("replacing")
  pages.server.answer(() => ({ body: { ...leasePage, lease: next } }))
  openAt(pages, `/leases/${next.id}`)
  const back = await screen.findByRole("link", { name: next.replaces?.reference ?? "" })
  expect(back.getAttribute("href")).toBe(`/leases/${next.replaces?.id}`)
})

it("the page of a signed contract links to the new one as soon as it exists, and keeps showing its own lease", async () => {
  const lease = orderCard("amount-differs")
  pages.server.answer(() => ({ body: { ...leasePage, lease } }))
  const { user } = openAt(pages, `/leases/${lease.id}`)
  await screen.findByText("Reference")
  const next = orderCard("replacing")
  pages.server.answer(({ route }) =>
    route.startsWith("POST")
      ? { body: { result: "done", code: "replace_contract", lease: next } }
      : { body: replacedLeasePage },
  )
  const [button] = screen.getAllByRole("button", { name: "New contract" })
  await user.click(button as HTMLElement)
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: /^Cancel and/ }))
  expect((await screen.findByRole("link", { name: `Open lease ${next.reference}` })).getAttribute("href")).toBe(
    `/leases/${next.id}`,
  )
  expect(screen.getAllByText(lease.reference).length).toBeGreaterThan(0)
})

it("the lease page shows what was sent, with markup as text, and what was priced", async () => {
  await open()
  const cells = box("Sent to the service")
    .getAllByRole("row")
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells[1]).toEqual([
    "Harbor sofa, three seatsSOFA-3-LINEN",
    "Harbor HomeFurnitureNew",
    "1",
    "$1,190.00",
    "$74.50",
    "Nov 25, 2026",
  ])
  expect(cells[2]?.[0]).toBe("<b>Lamp</b>LAMP<b>")
  const [rows, all] = box("Quote from Acorn Leasing").getAllByText("Cash price", { exact: false })
  expect(rows?.closest("dl")?.textContent).toMatch(
    /^Cash price, before tax\$1,215\.00Cost of lease, before tax\$1,215\.00.*Due at signing, with sales tax\$123\.50/,
  )
  expect(all?.closest("[hidden]")?.textContent).toContain("Next paymentDec 1, 2026")
})

it("figures without a summary have the names that shoppers see, and unknown ones stay unchanged", async () => {
  const line = (name: string, value: string) => ({ name, kind: "text" as const, value })
  const lines = [line("paymentFrequency", "biWeekly"), line("aFigureOfTomorrow", "as it came")]
  const pricing = { priced_at: "2026-11-18T15:05:00.000Z", offer: null, lines }
  pages.server.answer(() => ({ body: { ...leasePage, pricing } }))
  await open()
  const row = box("Quote from Acorn Leasing").getByText("Every two weeks")
  expect(row.closest("dl")?.textContent).toBe("How often you payEvery two weeksaFigureOfTomorrowas it came")
  expect(row.closest("[hidden]")).toBeNull()
})

it("the lease page shows the calls and their results", async () => {
  await open()
  const [first = "", second = ""] = box("Calls to the service and to Medusa")
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "")
  expect(first).toMatch(/^Confirm the delivery.* · Ana Ortiz · 2 triesThe lease service refused this: .*Refused$/)
  expect(second).toMatch(/^Capture the payment.* · Automatic · 1 tryNext try .*Due$/)
})

it("the lease page links to order and customer, and shows the id that is in the logs", async () => {
  await open()
  expect(screen.getByRole("link", { name: "#1001" }).getAttribute("href")).toBe("/orders/order_1")
  expect(screen.getByRole("link", { name: "robin@shopper.example" }).getAttribute("href")).toBe("/customers/cus_1")
  expect(box("Identifiers").getByText("4711-0815")).toBeTruthy()
  expect(box("Identifiers").getByText("H-2201")).toBeTruthy()
  expect(box("All data (JSON)").getByText(/"cart_01JABCDEFGHJKMNPQRSTVWXYZ0"/)).toBeTruthy()
})

it("the lease page loads a long history in parts, and keeps what it has if older entries don't load", async () => {
  const { user } = await open()
  const count = leasePage.history.facts.length
  expect(box("History").getAllByRole("listitem")).toHaveLength(count)
  pages.server.answer(() => ({ status: 500, body: { message: "Fault" } }))
  await user.click(screen.getByRole("button", { name: "Show older entries" }))
  expect(await screen.findByText("We could not load older entries. Try again.")).toBeTruthy()
  expect(box("History").getAllByRole("listitem")).toHaveLength(count)
  pages.server.asked.splice(0)
  const [fact] = leasePage.history.facts
  pages.server.answer(({ query }) => ({ body: { facts: [fact], next: query.before === "17" ? "3" : null } }))
  await user.click(screen.getByRole("button", { name: "Show older entries" }))
  await waitFor(() => expect(box("History").getAllByRole("listitem")).toHaveLength(count + 1))
  await user.click(screen.getByRole("button", { name: "Show older entries" }))
  await waitFor(() => expect(box("History").getAllByRole("listitem")).toHaveLength(count + 2))
  expect(screen.queryByRole("button", { name: "Show older entries" })).toBeNull()
  const older = pages.server.asked.filter(({ route }) => route.endsWith("/history"))
  expect(older.map(({ query }) => query)).toEqual([{ before: "17" }, { before: "3" }])
})

it("the lease page leaves out what doesn't exist yet", async () => {
  const bare = { ...leasePage, order: null, customer: { id: null, email: null }, sent: null, pricing: null, calls: [] }
  const lease = { ...leasePage.lease, order: null, email: null, leased: null }
  pages.server.answer(() => ({ body: { ...bare, lease } }))
  await open()
  expect(screen.getByText("No order yet")).toBeTruthy()
  // Without an order, its title is its reference.
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(lease.reference)
  expect(screen.queryByRole("heading", { name: "Sent to the service" })).toBeNull()
  expect(screen.queryByRole("heading", { name: "Calls to the service and to Medusa" })).toBeNull()
})

it("the lease page says if there is no such lease, after one request", async () => {
  pages.server.answer(() => undefined)
  openAt(pages, "/leases/lease_none")
  expect(await screen.findByText("There is no such lease.")).toBeTruthy()
  expect(pages.server.asked).toHaveLength(1)
  expect(screen.getByRole("link", { name: "Back to the leases" }).getAttribute("href")).toBe("/leases")
})

it("what only a newer store knows is shown in words or by its code, and no unknown action is offered", async () => {
  const newer = {
    ...leasePage,
    lease: {
      ...leasePage.lease,
      state: "exchanging",
      main_alert: "goods_lost",
      alerts: [{ code: "goods_lost", params: {}, since: null }],
      next_step: { code: "send_anew", params: {}, action: "exchange" },
      actions: { ...leasePage.lease.actions, exchange: { allowed: true } },
    },
    history: { facts: [{ key: "exchanged", at: "2026-11-29T08:00:00.000Z", by: "courier" }], next: null },
    calls: [{ ...leasePage.calls[0], kind: "exchange_goods", state: "paused", error: null }],
  }
  pages.server.answer(() => ({ body: newer }))
  await open()
  for (const words of [
    "A newer version of the plugin raised this alert. Reload this page.",
    "The next step comes from a newer version of the plugin. Reload this page.",
    "Entry from a newer version (exchanged)",
    "exchange_goods",
    "paused",
  ])
    expect(screen.getByText(words)).toBeTruthy()
  expect(document.body.textContent).not.toContain("leaseToOwn.")
})

describe("the support file", () => {
  const isSupport = ({ route }: { route: string }) => route.endsWith("/support")
  const download = () => box("All data (JSON)").getByRole("button", { name: "Download support file" })

  it("the support file is named after the lease, and is the route's response", async () => {
    const [names, files]: [string[], Blob[]] = [[], []]
    Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file) && "blob:file", revokeObjectURL: () => {} })
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { user } = await open()
    await user.click(download())
    await waitFor(() => expect(names).toEqual([`lease-${leasePage.lease.reference}.json`]))
    const reader = new FileReader()
    reader.readAsText(files[0] as Blob)
    await waitFor(() => expect(reader.result).toBe(JSON.stringify(supportFile, null, 2)))
  })

  it("a support file that could not be loaded says so", async () => {
    const { user } = await open()
    pages.server.answer((asked) => (isSupport(asked) ? { status: 500, body: {} } : usual(asked)))
    await user.click(download())
    expect(await screen.findByText("The support file could not be loaded. Try again.")).toBeTruthy()
  })
})
